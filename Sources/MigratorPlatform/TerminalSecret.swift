internal import CMigratorPlatform

/// A line that a person types at the terminal of the process and nobody sees.
package enum TerminalSecret {
  /// What came of asking.
  package enum Answer: Sendable {
    case line([UInt8])
    /// Ctrl-C, Ctrl-D, or a signal.
    case givenUp
    case tooLong
    /// There is nobody to ask.
    case noTerminal
  }

  /// The longest line that is taken, in bytes.
  private static let limit = 4096

  /// Asks; the streams of the process may be files.
  ///
  /// A few times a second `isCancelled` is asked whether to give up, and answers 0 for no.
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
