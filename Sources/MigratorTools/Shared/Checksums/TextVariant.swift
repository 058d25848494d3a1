/// Changes that an editor or a checkout makes to a file without changing a statement.
enum TextVariant: CaseIterable {
  case lineFeeds
  case carriageReturns
  case byteOrderMark
  case finalNewline

  var words: String {
    switch self {
    case .lineFeeds, .carriageReturns: "line endings"
    case .byteOrderMark: "the byte order mark"
    case .finalNewline: "the newline at the end of the file"
    }
  }

  func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    switch self {
    case .lineFeeds: return Self.withLineFeeds(bytes)
    case .carriageReturns:
      var ends: [UInt8] = []
      ends.reserveCapacity(bytes.count + bytes.count / 16)
      for byte in Self.withLineFeeds(bytes).utf8 {
        if byte == 10 { ends.append(13) }
        ends.append(byte)
      }
      return String(decoding: ends, as: UTF8.self)
    case .byteOrderMark:
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return String(
        decoding: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : mark + bytes,
        as: UTF8.self)
    case .finalNewline:
      guard bytes.last == 10 else { return text + "\n" }
      let count = bytes.dropLast().last == 13 ? 2 : 1
      return String(decoding: bytes.dropLast(count), as: UTF8.self)
    }
  }

  /// The description of the first variant that matches, if necessary with other line endings.
  private static func difference(of text: String, where matches: (String) -> Bool) -> String? {
    for variant in allCases where matches(variant.text(text)) { return variant.words }
    for ends in [TextVariant.lineFeeds, .carriageReturns] {
      for other in [TextVariant.byteOrderMark, .finalNewline]
      where matches(other.text(ends.text(text))) || matches(ends.text(other.text(text))) {
        return "\(ends.words) and \(other.words)"
      }
    }
    return nil
  }

  /// Describes how a file differs from the applied version, as far as its checksum shows.
  ///
  /// The result is a sentence without a full stop. `matches` returns whether a string is the
  /// applied version.
  static func note(of text: String, where matches: (String) -> Bool) -> String {
    if let difference = difference(of: text, where: matches) {
      return "The file differs from the applied version only in \(difference)"
    }
    return
      "The file differs from the applied version in more than line endings or a byte order mark"
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> String {
    // Most files have no carriage returns; this avoids repeated work on a dump of several
    // megabytes.
    if !bytes.contains(13) { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { continue }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
