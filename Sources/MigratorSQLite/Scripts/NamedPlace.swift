/// The place of a name that SQLite complains of without saying where it stands.
///
/// `sqlite3_error_offset` knows the place of a column or a syntax error, but not of a table that is
/// missing or is there already; the message names it, so the statement can be searched for it.
/// Source: <https://www.sqlite.org/c3ref/errcode.html>.
enum NamedPlace {
  private static let beforeName = [
    "no such table: ", "no such index: ", "no such view: ", "no such trigger: ",
    "no such module: ", "no such collation sequence: ", "no such function: ",
    "there is already a table named ", "there is already an index named ",
    "there is already another table or index with this name: ",
  ]
  private static let objects = ["table ", "index ", "view ", "trigger "]
  private static let afterName = " already exists"

  /// Finds the first place in a statement of the name that an error message speaks of.
  ///
  /// - Parameters:
  ///   - message: SQLite's words.
  ///   - sql: The statement.
  /// - Returns: The offset in UTF-8 bytes, or `nil` when the message names nothing, or the statement
  ///   does not hold the name as a word (it stands in a trigger or view that the statement uses).
  /// - Complexity: O(*n* × *m*) for a statement of *n* bytes and a name of *m*.
  static func offset(of message: String, in sql: String) -> Int? {
    guard let name = name(in: message), !name.isEmpty else { return nil }
    let text = Array(sql.utf8)
    let wanted = Array(name.utf8)
    guard wanted.count <= text.count else { return nil }
    var isInString = false
    for start in 0...(text.count - wanted.count) {
      if text[start] == UInt8(ascii: "'") { isInString.toggle() }
      guard !isInString else { continue }
      let end = start + wanted.count
      let isWord =
        (start == 0 || !isWordByte(text[start - 1]))
        && (end == text.count || !isWordByte(text[end]))
      if isWord, zip(text[start..<end], wanted).allSatisfy({ lower($0) == lower($1) }) {
        return start
      }
    }
    return nil
  }

  private static func name(in message: String) -> String? {
    for words in beforeName where message.hasPrefix(words) {
      let full = message.dropFirst(words.count)
      // A schema may stand before the name: `no such table: main.player`.
      return full.split(separator: ".").last.map(String.init)
    }
    guard message.hasSuffix(afterName) else { return nil }
    for object in objects where message.hasPrefix(object) {
      return String(message.dropFirst(object.count).dropLast(afterName.count))
        .filter { $0 != "\"" }
    }
    return nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower(byte))
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
