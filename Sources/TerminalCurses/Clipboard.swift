import CNCursesShim
import MigratorPlatform

extension CursesTerminal {
  /// Copies text to the clipboard of the user's terminal (OSC 52), even over SSH.
  ///
  /// tmux forwards it if its option `set-clipboard` is `on`.
  ///
  /// - Parameter text: The text.
  /// - Returns: True if it was sent; false on the Linux console, which has no clipboard, and for
  ///   text that is longer than terminals accept.
  public func copyToClipboard(_ text: String) -> Bool {
    guard !Self.environment("TERM").hasPrefix("linux"),
      let sequence = ClipboardSequence.bytes(for: text)
    else { return false }
    sequence.withUnsafeBufferPointer { ncshim_send($0.baseAddress, $0.count) }
    return true
  }
}

enum ClipboardSequence {
  /// The maximum length in bytes: 100,000 bytes of sequence, minus 8 bytes of framing, in base64.
  static let textLimit = 74_994

  static func bytes(for text: String) -> [UInt8]? {
    guard text.utf8.count <= textLimit else { return nil }
    return Array("\u{1B}]52;c;\(Encodings.base64(text.utf8))\u{07}".utf8)
  }
}
