import CSQLite3
import MigratorPlatform

/// A value, or the beginning of one that is long.
public struct ValueExcerpt: Sendable, Hashable {
  /// How many bytes of a text or blob are kept.
  public static let limit = 1_000

  /// The value, cut at ``limit``.
  public let value: DatabaseValue
  /// How many bytes the whole value has, where it was cut; otherwise `nil`.
  public let wholeLength: Int?

  /// Creates an excerpt; the parameters are the properties.
  public init(_ value: DatabaseValue, wholeLength: Int? = nil) {
    self.value = value
    self.wholeLength = wholeLength
  }

  /// Whether the value is there as a whole.
  public var isWhole: Bool { wholeLength == nil }

  /// The value as GRDB shows it within a row; of one that was cut the beginning, and how long it is.
  package var description: String {
    guard let wholeLength else { return value.description }
    if case .blob = value.storage { return "Data(\(wholeLength) bytes)" }
    return "\(value.description)… (\(wholeLength) bytes)"
  }

  /// About how many bytes it takes to keep it.
  package var size: Int {
    switch value.storage {
    case .string(let text): 16 + text.utf8.count + (value.invalidText?.count ?? 0)
    case .blob(let bytes): 16 + bytes.count
    case .null, .int64, .double: 16
    }
  }
}

extension Statement {
  /// The first row of the result, its long values cut; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - arguments: The values of the parameters.
  ///   - limit: How many bytes of a text or blob are kept, or `nil` for all.
  /// - Returns: The values, in the order of the columns.
  /// - Throws: ``DatabaseError``.
  package func firstExcerpts(
    arguments: StatementArguments = StatementArguments(), limit: Int? = ValueExcerpt.limit
  ) throws -> [ValueExcerpt]? {
    try begin(arguments: arguments)
    defer { reset() }
    guard try step() else { return nil }
    return (0..<Int32(columnCount)).map { index in
      limit.map { excerpt(at: index, limit: $0) } ?? ValueExcerpt(value(at: Int(index)))
    }
  }

  /// The value of a column of the current row, cut where it is long, without copying all of it.
  func excerpt(at index: Int32, limit: Int = ValueExcerpt.limit) -> ValueExcerpt {
    let type = sqlite3_column_type(pointer, index)
    guard type == SQLITE_TEXT || type == SQLITE_BLOB else {
      return ValueExcerpt(value(at: Int(index)))
    }
    // Text first: the call may convert what is stored as UTF-16.
    let start =
      type == SQLITE_TEXT
      ? UnsafeRawPointer(sqlite3_column_text(pointer, index)) : sqlite3_column_blob(pointer, index)
    let count = Int(sqlite3_column_bytes(pointer, index))
    guard count > limit, let start else { return ValueExcerpt(value(at: Int(index))) }
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    var end = limit
    if type == SQLITE_BLOB {
      return ValueExcerpt(
        DatabaseValue(storage: .blob(Array(bytes[..<end]))), wholeLength: count)
    }
    // Not within a character, which has no more than four bytes.
    while end > limit - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return ValueExcerpt(DatabaseValue(text: bytes[..<end], of: encoding), wholeLength: count)
  }

  /// Whether values of two statements' current rows have the same type and the same bytes.
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
