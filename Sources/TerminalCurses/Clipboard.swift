import CNCursesShim
import MigratorPlatform

extension CursesTerminal {
  /// Puts text on the clipboard of the person at the terminal (OSC 52), over SSH too.
  ///
  /// tmux passes it on if its option `set-clipboard` is `on`.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether it was sent: not on the Linux console, which has no clipboard, and not when
  ///   it is longer than terminals take.
  public func copyToClipboard(_ text: String) -> Bool {
    guard !Self.environment("TERM").hasPrefix("linux"),
      let sequence = ClipboardSequence.bytes(for: text)
    else { return false }
    sequence.withUnsafeBufferPointer { ncshim_send($0.baseAddress, $0.count) }
    return true
  }
}

/// The control sequence that writes to the clipboard.
enum ClipboardSequence {
  /// The longest text: 100,000 bytes of sequence less its frame of 8, in base64.
  static let textLimit = 74_994

  static func bytes(for text: String) -> [UInt8]? {
    guard text.utf8.count <= textLimit else { return nil }
    return Array("\u{1B}]52;c;\(Encodings.base64(text.utf8))\u{07}".utf8)
  }
}
