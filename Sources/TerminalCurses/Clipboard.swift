import CNCursesShim

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
    return Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + [0x07]
  }

  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        let index = Int(bits >> UInt32(18 - 6 * position) & 63)
        result.append(position <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
