/// Searches SQL for any of the given words.
package struct WordSearch: Sendable {
  private let words: Set<SQLName>
  /// For each lowercase first byte, a bit mask of the lengths of its words.
  private let lengths: [UInt64]

  package init(_ words: Set<SQLName>) {
    self.words = words
    lengths = words.reduce(into: [UInt64](repeating: 0, count: 256)) { lengths, word in
      guard let first = word.text.utf8.first else { return }
      lengths[Int(first.asciiLowercased)] |= Self.bit(word.text.utf8.count)
    }
  }

  /// Returns whether SQL contains one of the words as a whole word, ignoring ASCII case.
  ///
  /// Does not tokenize the SQL: it also finds words in quoted names, strings and comments. It finds
  /// only words that consist of letters, digits and underscores.
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

  /// Returns the words that are names in SQL, or strings that may be names.
  ///
  /// SQLite accepts a string in single quotes as a name where only a name is valid.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func names(in sql: String) -> Set<SQLName> {
    var sql = sql
    return sql.withUTF8 { bytes in
      var names: Set<SQLName> = []
      for lexeme in SQLScanner(bytes) where lexeme.kind == .identifier || lexeme.kind == .string {
        let word = bytes[lexeme.range]
        guard mayBeOne(word) else { continue }
        let text = String(decoding: word, as: UTF8.self)
        let name = SQLName(SQLQuoting.unquoted(text) ?? text)
        if words.contains(name) { names.insert(name) }
      }
      return names
    }
  }

  /// Returns false if a bare or quoted word is certainly not one of the words.
  private func mayBeOne(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = word.first else { return false }
    guard ["\"", "'", "`", "["].contains(Unicode.Scalar(first)) else {
      return lengths[Int(first.asciiLowercased)] & Self.bit(word.count) != 0
    }
    let inner = word.dropFirst().dropLast()
    guard let second = inner.first else { return words.contains("") }
    // A doubled quote makes the name shorter than it is written.
    return inner.contains(first)
      || lengths[Int(second.asciiLowercased)] & Self.bit(inner.count) != 0
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
