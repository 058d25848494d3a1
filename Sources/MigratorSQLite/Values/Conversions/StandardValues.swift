import MigratorPlatform

// The storage and the conversions of truth values, strings, bytes and optionals.

extension Bool: DatabaseValueConvertible, StatementColumnConvertible {
  /// 1 or 0.
  public var databaseValue: DatabaseValue { Int64(self ? 1 : 0).databaseValue }

  /// Returns true if a number is not zero.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Bool? {
    switch databaseValue.storage {
    case .int64(let value): value != 0
    case .double(let value): value != 0
    case .null, .string, .blob: nil
    }
  }

  /// Creates `true` if the column's integer is not zero.
  public init(column: StatementColumn) { self = column.int64 != 0 }
}

extension String: DatabaseValueConvertible, StatementColumnConvertible {
  /// The string as a text value.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .string(self)) }

  /// Returns the string of a text value or of a blob of valid UTF-8.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> String? {
    switch databaseValue.storage {
    case .string(let value): value
    case .blob(let bytes): Encodings.text(utf8: bytes)
    case .null, .int64, .double: nil
    }
  }

  /// Creates a string from the column's text.
  public init(column: StatementColumn) { self = column.text }
}

extension Array: SQLExpressible, DatabaseValueConvertible, StatementColumnConvertible
where Element == UInt8 {
  /// The bytes as a blob.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .blob(self)) }

  /// Returns the bytes of a blob, or the UTF-8 bytes of a text value.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> [UInt8]? {
    switch databaseValue.storage {
    case .blob(let bytes): bytes
    case .string(let value): Array(value.utf8)
    case .null, .int64, .double: nil
    }
  }

  /// Creates an array from the column's blob.
  public init(column: StatementColumn) { self = column.bytes }
}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
  /// The wrapped value, or NULL.
  public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  /// Returns `.some(nil)` for NULL, and `nil` if another value does not convert.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Wrapped?? {
    if let value = Wrapped.fromDatabaseValue(databaseValue) { return .some(.some(value)) }
    return databaseValue.isNull ? .some(.none) : nil
  }

  /// Returns `.some(nil)` for NULL, and `nil` if another value does not convert.
  public static func fromColumn(_ column: StatementColumn) -> Wrapped?? {
    if let value = Wrapped.fromColumn(column) { return .some(.some(value)) }
    return column.isNull ? .some(.none) : nil
  }

  /// Returns `.some(nil)`.
  public static func fromMissingColumn() -> Wrapped?? { .some(.none) }
}
