/// The name of a table, column or other schema object, compared as SQLite compares names.
///
/// SQLite compares names byte for byte, except for the case of the letters A to Z. Swift strings
/// are compared by canonical equivalence, and `lowercased()` folds letters that SQLite
/// distinguishes: `Ärger` and `ärger` can be two tables of one database.
/// Source: `sqlite3StrICmp`, <https://www.sqlite.org/src/file/src/util.c>.
public struct SQLName: Sendable {
  /// The original name, without quotes.
  public let text: String

  /// Creates a name.
  ///
  /// - Parameter text: The name, without quotes.
  public init(_ text: String) {
    self.text = text
  }

  /// The name in double quotes, which is valid in any SQL.
  public var quoted: String { text.quotedDatabaseIdentifier }

  /// True for names that begin with `sqlite_`, which SQLite reserves for internal use.
  public var isInternal: Bool {
    SQLName(String(decoding: text.utf8.prefix(7), as: UTF8.self)) == "sqlite_"
  }

  /// Returns a name of the rowid that is not the name of a column.
  ///
  /// - Parameter columns: The columns of the table.
  /// - Returns: The name, or `nil` if columns use all three names.
  public static func rowID(besides columns: Set<SQLName>) -> SQLName? {
    (["rowid", "_rowid_", "oid"] as [SQLName]).first { !columns.contains($0) }
  }
}

extension SQLName: Hashable {
  /// Returns whether SQLite considers two names equal.
  public static func == (one: SQLName, other: SQLName) -> Bool {
    one.text.hasSameBytes(as: other.text) { first, second in
      first.baseAddress == second.baseAddress
        || first.elementsEqual(second) { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
    }
      ?? one.text.utf8.elementsEqual(other.text.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Hashes the name, ignoring the case of the letters A to Z.
  public func hash(into hasher: inout Hasher) {
    // Combines eight bytes at a time, the block size of the hasher.
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
  /// Returns whether a name precedes another in the order of SQLite's `NOCASE`.
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
  /// The original name.
  public var description: String { text }
}
