/// Searches SQL for any of some words without tokenizing it.
///
/// It also finds words in quoted names, strings and comments.
package struct WordSearch: Sendable {
  private let words: Set<SQLName>
  /// For each lowercase first byte, a bit mask of the lengths of its words.
  private let lengths: [UInt64]

  /// Creates a search for words that consist of letters, digits and underscores.
  package init(_ words: Set<SQLName>) {
    self.words = words
    lengths = words.reduce(into: [UInt64](repeating: 0, count: 256)) { lengths, word in
      guard let first = word.text.utf8.first else { return }
      lengths[Int(first.asciiLowercased)] |= Self.bit(word.text.utf8.count)
    }
  }

  /// Returns whether SQL contains one of the words as a whole word, ignoring ASCII case.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func isFound(in sql: String) -> Bool {
    var sql = sql
    return sql.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, Self.isPartOfWord(bytes[end]) { end += 1 }
        if end > start,
          lengths[Int(bytes[start].asciiLowercased)] & Self.bit(end - start) != 0,
          words.contains(SQLName(String(decoding: bytes[start..<end], as: UTF8.self)))
        {
          return true
        }
        start = end + 1
      }
      return false
    }
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
