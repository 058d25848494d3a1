// The storage and the conversions of numbers.

extension DatabaseValueConvertible where Self: FixedWidthInteger & Codable {
  /// The integer.
  ///
  /// SQLite cannot store integers above `Int64.max`. They make the database access throw
  /// SQLITE_RANGE; outside any access, the process ends, as in GRDB.
  public var databaseValue: DatabaseValue {
    guard let value = Int64(exactly: self) else {
      return AccessFailure.note(
        DatabaseError(
          resultCode: .SQLITE_RANGE, message: "\(self) is too large for an SQLite integer"),
        standIn: .null)
    }
    return DatabaseValue(storage: .int64(value))
  }

  /// Returns an integer, or a floating-point number without its fraction, if it fits.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    switch databaseValue.storage {
    case .int64(let value): Self(exactly: value)
    // Not `exactly`, because 1.5 converts to 1. 2^63, which is `Double(Int64.max)`, does not fit.
    case .double(let value) where value >= -0x1p63 && value < 0x1p63: Self(exactly: Int64(value))
    case .double, .null, .string, .blob: nil
    }
  }
}

extension StatementColumnConvertible where Self: FixedWidthInteger {
  /// Creates an integer from the column's integer, if it fits.
  public init?(column: StatementColumn) { self.init(exactly: column.int64) }
}

extension Int: DatabaseValueConvertible, StatementColumnConvertible {}
extension Int8: DatabaseValueConvertible, StatementColumnConvertible {}
extension Int16: DatabaseValueConvertible, StatementColumnConvertible {}
extension Int32: DatabaseValueConvertible, StatementColumnConvertible {}
extension Int64: DatabaseValueConvertible, StatementColumnConvertible {}
extension UInt: DatabaseValueConvertible, StatementColumnConvertible {}
extension UInt8: DatabaseValueConvertible, StatementColumnConvertible {}
extension UInt16: DatabaseValueConvertible, StatementColumnConvertible {}
extension UInt32: DatabaseValueConvertible, StatementColumnConvertible {}
extension UInt64: DatabaseValueConvertible, StatementColumnConvertible {}

extension Double: DatabaseValueConvertible, StatementColumnConvertible {
  /// The number; NaN becomes NULL, as in SQLite.
  public var databaseValue: DatabaseValue {
    isNaN ? .null : DatabaseValue(storage: .double(self))
  }

  /// Returns the stored number; integers are converted.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Double? {
    switch databaseValue.storage {
    case .int64(let value): Double(value)
    case .double(let value): value
    case .null, .string, .blob: nil
    }
  }

  /// Creates a number from the column's floating-point number.
  public init(column: StatementColumn) { self = column.double }
}

extension Float: DatabaseValueConvertible, StatementColumnConvertible {
  /// The number, converted to a Double; NaN becomes NULL.
  public var databaseValue: DatabaseValue { Double(self).databaseValue }

  /// Returns the nearest number; integers are converted.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Float? {
    switch databaseValue.storage {
    case .int64(let value): Float(value)
    case .double(let value): Float(value)
    case .null, .string, .blob: nil
    }
  }

  /// Creates the number nearest to the column's floating-point number.
  public init(column: StatementColumn) { self = Float(column.double) }
}
