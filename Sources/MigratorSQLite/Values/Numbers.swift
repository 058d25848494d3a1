// What numbers are stored as, and made of.

extension DatabaseValueConvertible where Self: FixedWidthInteger & Codable {
  /// The integer.
  ///
  /// SQLite stores none greater than `Int64.max`: such a one makes the access to the database throw SQLITE_RANGE; outside
  /// any access it ends the process, as in GRDB.
  public var databaseValue: DatabaseValue {
    guard let value = Int64(exactly: self) else {
      return AccessFailure.note(
        DatabaseError(
          resultCode: .SQLITE_RANGE, message: "\(self) is too great for an integer of SQLite"),
        standIn: .null)
    }
    return DatabaseValue(storage: .int64(value))
  }

  /// Returns the integer, or that of a floating-point number without its fraction, if it fits.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    switch databaseValue.storage {
    case .int64(let value): Self(exactly: value)
    // Not `exactly`: 1.5 is 1. Not 2^63 either, which is what `Int64.max` becomes as a Double.
    case .double(let value) where value >= -0x1p63 && value < 0x1p63: Self(exactly: Int64(value))
    case .double, .null, .string, .blob: nil
    }
  }
}

extension StatementColumnConvertible where Self: FixedWidthInteger {
  /// Creates the column's integer, if it fits.
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
  /// The number; not-a-number is NULL, as SQLite has it.
  public var databaseValue: DatabaseValue {
    isNaN ? .null : DatabaseValue(storage: .double(self))
  }

  /// Returns the number, integers included.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Double? {
    switch databaseValue.storage {
    case .int64(let value): Double(value)
    case .double(let value): value
    case .null, .string, .blob: nil
    }
  }

  /// Creates the column's number.
  public init(column: StatementColumn) { self = column.double }
}

extension Float: DatabaseValueConvertible, StatementColumnConvertible {
  /// The number with the digits of a Double; not-a-number is NULL.
  public var databaseValue: DatabaseValue { Double(self).databaseValue }

  /// Returns the nearest number, integers included.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Float? {
    switch databaseValue.storage {
    case .int64(let value): Float(value)
    case .double(let value): Float(value)
    case .null, .string, .blob: nil
    }
  }

  /// Creates the nearest number to the column's.
  public init(column: StatementColumn) { self = Float(column.double) }
}
