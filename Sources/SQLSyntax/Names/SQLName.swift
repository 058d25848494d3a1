/// The name of a table, a column or anything else in a schema: equal to another where SQLite takes
/// the two for one.
///
/// SQLite compares names byte for byte, except for the case of the letters A to Z. Swift's texts are
/// compared more generously (composed and decomposed letters are the same), and `lowercased()`
/// folds letters that SQLite keeps apart: `Ärger` and `ärger` are two tables of one database.
/// Source: `sqlite3StrICmp`, <https://www.sqlite.org/src/file/src/util.c>.
public struct SQLName: Sendable {
  /// The name as it was written, without quotes.
  public let text: String

  /// Creates a name.
  ///
  /// - Parameter text: The name, without quotes.
  public init(_ text: String) {
    self.text = text
  }

  /// The name between double quotes, as it can stand in any SQL.
  public var quoted: String { text.quotedDatabaseIdentifier }

  /// Whether the name begins with `sqlite_`, which SQLite keeps for tables and indexes of its own.
  public var isInternal: Bool {
    SQLName(String(decoding: text.utf8.prefix(7), as: UTF8.self)) == "sqlite_"
  }

  /// Returns a name of the rowid that no column of a table hides.
  ///
  /// - Parameter columns: The columns of the table.
  /// - Returns: The name, or `nil` when columns have taken all three.
  public static func rowID(besides columns: Set<SQLName>) -> SQLName? {
    (["rowid", "_rowid_", "oid"] as [SQLName]).first { !columns.contains($0) }
  }
}

extension SQLName: Hashable {
  /// Returns whether SQLite takes two names for one.
  public static func == (one: SQLName, other: SQLName) -> Bool {
    one.text.hasSameBytes(as: other.text) { first, second in
      first.baseAddress == second.baseAddress
        || first.elementsEqual(second) { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
    }
      ?? one.text.utf8.elementsEqual(other.text.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Feeds the name to a hasher, without the case of its letters A to Z.
  public func hash(into hasher: inout Hasher) {
    // Eight bytes at a time, which is what the hasher takes at once.
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte.asciiLowercased)
      count += 1
      if count % 8 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}

extension SQLName: Comparable {
  /// Returns whether a name stands before another in the order of SQLite's `NOCASE`.
  public static func < (one: SQLName, other: SQLName) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8) {
      $0.asciiLowercased < $1.asciiLowercased
    }
  }
}

extension SQLName: ExpressibleByStringLiteral {
  /// Creates a name from a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension SQLName: CustomStringConvertible {
  /// The name as it was written.
  public var description: String { text }
}
