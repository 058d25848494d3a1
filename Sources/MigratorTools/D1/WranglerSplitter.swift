/// The places where wrangler splits a file for a local database.
///
/// wrangler does not parse SQL: it searches for keywords between white space, and keeps a stack of
/// those that an `END` closes.
///
/// Source: cloudflare/workers-sdk `packages/wrangler/src/d1/splitter.ts`, wrangler 4.125.0. Before
/// 4.124.0, `END` had to be in capitals (#15046).
struct WranglerSplitter {
  private let bytes: [UInt8]
  private var place = 0
  /// The last bytes that wrangler has collected for the statement, without comments.
  private var tail: [UInt8] = []
  private var depth = 0
  private var cuts: Set<Int> = []

  /// The byte offsets after the semicolons at which wrangler ends a statement.
  static func cuts(in text: String) -> Set<Int> {
    let bytes = Array(text.utf8)
    // wrangler does not split a file whose only semicolon is the last character.
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    guard let first = bytes.firstIndex(of: UInt8(ascii: ";")), first < end - 1 else {
      return onlyCut(in: bytes)
    }
    var splitter = WranglerSplitter(bytes: bytes)
    splitter.split()
    return splitter.cuts
  }

  /// The end of the only statement, if it has a semicolon.
  private static func onlyCut(in bytes: [UInt8]) -> Set<Int> {
    Set(bytes.firstIndex(of: UInt8(ascii: ";")).map { [$0 + 1] } ?? [])
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func split() {
    while place < bytes.count {
      let byte = bytes[place]
      if depth > 0, Self.ends(tail + [byte]) { depth -= 1 }
      place += 1
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        skip(past: [byte])
        collect(byte)
        collect(byte)
      case UInt8(ascii: "$"):
        let start = place
        while place < bytes.count, Self.isNamePart(bytes[place]) { place += 1 }
        // The word includes the character that ends it.
        if place < bytes.count { place += 1 }
        let word = [byte] + bytes[start..<place]
        word.forEach { collect($0) }
        if word.last == UInt8(ascii: "$"), word.count > 1 { skip(past: word) }
      case UInt8(ascii: "-"), UInt8(ascii: "/"):
        let isLine = byte == UInt8(ascii: "-")
        guard place < bytes.count, bytes[place] == (isLine ? byte : UInt8(ascii: "*")) else {
          collect(byte)
          continue
        }
        place += 1
        skip(past: Array((isLine ? "\n" : "*/").utf8))
        if isLine { collect(UInt8(ascii: "\n")) }
      case UInt8(ascii: ";") where depth == 0:
        cuts.insert(place)
        tail = []
      default: collect(byte)
      }
      if Self.begins(tail) { depth += 1 }
    }
  }

  private mutating func collect(_ byte: UInt8) {
    tail.append(byte)
    if tail.count > 16 { tail.removeFirst(8) }
  }

  private mutating func skip(past mark: [UInt8]) {
    let first = place + mark.count
    while place < bytes.count {
      place += 1
      if place >= first, bytes[(place - mark.count)..<place].elementsEqual(mark) { return }
    }
  }

  /// Matches the pattern `\s(BEGIN|CASE)\s$`.
  private static func begins(_ tail: [UInt8]) -> Bool {
    guard let last = tail.last, isSpace(last) else { return false }
    return endsWithWord(tail.dropLast(), "begin") || endsWithWord(tail.dropLast(), "case")
  }

  /// Matches the pattern `\sEND[;\s]$`.
  private static func ends(_ tail: [UInt8]) -> Bool {
    guard let last = tail.last, isSpace(last) || last == UInt8(ascii: ";") else { return false }
    return endsWithWord(tail.dropLast(), "end")
  }

  /// Returns whether the bytes end with white space and a word, in upper or lower case.
  private static func endsWithWord(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
    let end = bytes.suffix(word.utf8.count)
    guard end.map({ $0 | 0x20 }) == Array(word.utf8) else { return false }
    return bytes.dropLast(end.count).last.map(isSpace) ?? false
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
      || (97...122).contains(byte | 0x20)
  }
}
