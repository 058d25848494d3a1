import CSQLite3
import MigratorPlatform

/// A value, truncated if it is long.
public struct ValueExcerpt: Sendable, Hashable {
  /// The maximum length of text or a blob, in bytes.
  public static let limit = 1_000

  /// The value, truncated to ``limit``.
  public let value: DatabaseValue
  /// The length in bytes of the whole value if it was truncated; otherwise `nil`.
  public let fullLength: Int?

  /// Creates an excerpt from its properties.
  public init(_ value: DatabaseValue, fullLength: Int? = nil) {
    self.value = value
    self.fullLength = fullLength
  }

  /// True if the value is not truncated.
  public var isWhole: Bool { fullLength == nil }

  /// The value in GRDB's row format; for a truncated value, its beginning and whole length.
  package var description: String {
    guard let fullLength else { return value.description }
    if case .blob = value.storage { return "Data(\(fullLength) bytes)" }
    return "\(value.description)… (\(fullLength) bytes)"
  }

  /// The approximate memory use, in bytes.
  package var size: Int {
    switch value.storage {
    case .string(let text): 16 + text.utf8.count + (value.invalidText?.count ?? 0)
    case .blob(let bytes): 16 + bytes.count
    case .null, .int64, .double: 16
    }
  }
}

extension Statement {
  /// Returns the first result row with long values truncated, or `nil` without a row.
  ///
  /// - Parameters:
  ///   - arguments: The values of the parameters.
  ///   - limit: The maximum length of text or a blob in bytes, or `nil` for no limit.
  /// - Returns: The values, in the order of the columns.
  /// - Throws: ``DatabaseError``.
  package func firstExcerpts(
    arguments: StatementArguments = StatementArguments(), limit: Int? = ValueExcerpt.limit
  ) throws -> [ValueExcerpt]? {
    try begin(arguments: arguments)
    return try firstExcerpts(limit)
  }

  /// Returns the row with the given rowid, which is the only parameter, as
  /// ``firstExcerpts(arguments:limit:)`` does.
  ///
  /// - Throws: ``DatabaseError``, without the rowid as an argument.
  package func firstExcerpts(rowID: Int64, limit: Int?) throws -> [ValueExcerpt]? {
    reset()
    bind(rowID: rowID)
    return try firstExcerpts(limit)
  }

  private func firstExcerpts(_ limit: Int?) throws -> [ValueExcerpt]? {
    defer { reset() }
    guard try step() else { return nil }
    return (0..<Int32(columnCount)).map { index in
      limit.map { excerpt(at: index, limit: $0) } ?? ValueExcerpt(value(at: Int(index)))
    }
  }

  /// Returns the first result rows with long values truncated, and how many rows follow.
  ///
  /// - Parameters:
  ///   - count: The maximum number of rows to return.
  ///   - countLimit: The number of rows after which the statement is ended.
  /// - Returns: The values, and the number of remaining rows up to the limit.
  /// - Throws: ``DatabaseError``.
  package func excerpts(
    first count: Int, of countLimit: Int
  ) throws -> (rows: [[ValueExcerpt]], more: Int) {
    try begin(arguments: StatementArguments())
    defer { reset() }
    var (rows, more): ([[ValueExcerpt]], Int) = ([], 0)
    while rows.count + more < countLimit, try step() {
      if rows.count < count {
        rows.append((0..<Int32(columnCount)).map { excerpt(at: $0) })
      } else {
        more += 1
      }
    }
    return (rows, more)
  }

  /// Returns a value of the current row, truncated if it is long, without copying all of it.
  func excerpt(at index: Int32, limit: Int = ValueExcerpt.limit) -> ValueExcerpt {
    let type = sqlite3_column_type(pointer, index)
    guard type == SQLITE_TEXT || type == SQLITE_BLOB else {
      return ValueExcerpt(value(at: Int(index)))
    }
    // Text must be requested first, because the call may convert from UTF-16.
    let start =
      type == SQLITE_TEXT
      ? UnsafeRawPointer(sqlite3_column_text(pointer, index)) : sqlite3_column_blob(pointer, index)
    let count = Int(sqlite3_column_bytes(pointer, index))
    guard count > limit, let start else { return ValueExcerpt(value(at: Int(index))) }
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    var end = limit
    if type == SQLITE_BLOB {
      return ValueExcerpt(
        DatabaseValue(storage: .blob(Array(bytes[..<end]))), fullLength: count)
    }
    // Does not split a character, which has at most four bytes.
    while end > limit - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return ValueExcerpt(DatabaseValue(text: bytes[..<end], of: encoding), fullLength: count)
  }

  func hasSameValue(at column: Int32, as other: Statement, at otherColumn: Int32) -> Bool {
    let (one, another) = (pointer, other.pointer)
    let type = sqlite3_column_type(one, column)
    guard type == sqlite3_column_type(another, otherColumn) else { return false }
    switch type {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(one, column) == sqlite3_column_int64(another, otherColumn)
    case SQLITE_FLOAT:
      return sqlite3_column_double(one, column).bitPattern
        == sqlite3_column_double(another, otherColumn).bitPattern
    case SQLITE_TEXT:
      let (first, second) = (
        sqlite3_column_text(one, column), sqlite3_column_text(another, otherColumn)
      )
      return Self.areSame(
        first, sqlite3_column_bytes(one, column), second,
        sqlite3_column_bytes(another, otherColumn))
    case SQLITE_BLOB:
      let (first, second) = (
        sqlite3_column_blob(one, column), sqlite3_column_blob(another, otherColumn)
      )
      return Self.areSame(
        first, sqlite3_column_bytes(one, column), second,
        sqlite3_column_bytes(another, otherColumn))
    default: return true
    }
  }

  private static func areSame(
    _ one: UnsafeRawPointer?, _ count: Int32, _ other: UnsafeRawPointer?, _ otherCount: Int32
  ) -> Bool {
    guard count == otherCount else { return false }
    guard let one, let other else { return true }
    return memcmp(one, other, Int(count)) == 0
  }
}
