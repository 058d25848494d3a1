import TerminalUI

/// A search that matches text if it contains all words, in any order and any case.
struct WordSearch: Sendable, Hashable {
  /// The words in lower case.
  let words: [String]

  /// Creates a search; spaces separate the words.
  init(_ text: String = "") {
    words = text.lowercased().split(separator: " ").map(String.init)
  }

  var isEmpty: Bool { words.isEmpty }

  /// True if each word occurs in one of the strings; true for an empty search.
  ///
  /// - Complexity: O(*n*) for *n* bytes and each word.
  func matches(_ texts: [String]) -> Bool {
    words.allSatisfy { word in texts.contains { Self.contains($0, word) } }
  }

  func matchesAny(_ text: String) -> Bool { words.contains { Self.contains(text, $0) } }

  /// The lines that contain all words, or else those that contain any.
  func places(in lines: [String]) -> [Int] {
    guard !isEmpty else { return [] }
    let whole = lines.indices.filter { matches([lines[$0]]) }
    return whole.isEmpty ? lines.indices.filter { matchesAny(lines[$0]) } : whole
  }

  /// The cells of a row in which words occur, as ranges that may overlap; the row is in lower case.
  func places(inCells row: [String]) -> [Range<Int>] {
    words.flatMap { word -> [Range<Int>] in
      let cells = SafeText(word).clusters.flatMap { cluster in
        // The cell after a wide character is empty.
        [cluster.text] + Array(repeating: "", count: max(0, cluster.width - 1))
      }
      guard !cells.isEmpty, cells.count <= row.count else { return [] }
      return (0...row.count - cells.count).compactMap { start in
        row[start..<start + cells.count].elementsEqual(cells) ? start..<start + cells.count : nil
      }
    }
  }

  private static func contains(_ text: String, _ word: String) -> Bool {
    guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased().contains(word) }
    // Megabytes of text are searched on every keystroke, so compare bytes without copying.
    let pattern = Array(word.utf8)
    return text.utf8.withContiguousStorageIfAvailable { Self.contains($0, pattern) }
      ?? Array(text.utf8).withUnsafeBufferPointer { Self.contains($0, pattern) }
  }

  private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ pattern: [UInt8]) -> Bool {
    guard text.count >= pattern.count else { return false }
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    let first = pattern[0]
    for start in 0...text.count - pattern.count where lower(text[start]) == first {
      var length = 1
      while length < pattern.count, lower(text[start + length]) == pattern[length] { length += 1 }
      if length == pattern.count { return true }
    }
    return false
  }
}
