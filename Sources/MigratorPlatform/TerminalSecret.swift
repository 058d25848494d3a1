internal import CMigratorPlatform

package enum TerminalSecret {
  package enum Answer: Sendable {
    case line([UInt8])
    /// Ctrl-C, Ctrl-D, a signal, or cancellation.
    case givenUp
    case tooLong
    case noTerminal
  }

  /// The length limit in bytes.
  private static let limit = 4096

  /// Prompts at the terminal, even if the standard streams are redirected.
  ///
  /// Calls `isCancelled` several times a second; a nonzero result cancels the prompt.
  package static func ask(
    _ prompt: String, isCancelled: @convention(c) () -> Int32
  ) -> Answer {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = bytes.withUnsafeMutableBytes {
      platform_read_secret(prompt, $0.baseAddress, $0.count, isCancelled)
    }
    return switch count {
    case 0...: .line(Array(bytes[..<count]))
    case -2: .givenUp
    case -3: .tooLong
    default: .noTerminal
    }
  }
}
