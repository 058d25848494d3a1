#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Foundation's types, stored as in GRDB. Only FoundationEssentials is linked, if available; it
// contains no language data.

extension Data: DatabaseValueConvertible, StatementColumnConvertible {
  /// The data as a blob.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .blob(Array(self))) }

  /// Returns the bytes of a blob, or the UTF-8 bytes of a text value.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Data? {
    [UInt8].fromDatabaseValue(databaseValue).map { Data($0) }
  }

  /// Creates data from the column's blob.
  public init(column: StatementColumn) { self.init(column.bytes) }
}

extension UUID: DatabaseValueConvertible, StatementColumnConvertible {
  /// A blob of 16 bytes.
  public var databaseValue: DatabaseValue { withUnsafeBytes(of: uuid) { Array($0).databaseValue } }

  /// Returns the UUID of a 16-byte blob, or of a string like
  /// `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> UUID? {
    switch databaseValue.storage {
    case .blob(let bytes) where bytes.count == 16:
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case .string(let text): UUID(uuidString: text)
    case .null, .int64, .double, .blob: nil
    }
  }

  /// Creates a UUID from the stored value.
  public init?(column: StatementColumn) {
    guard let value = Self.fromDatabaseValue(column.databaseValue) else { return nil }
    self = value
  }
}

extension URL: DatabaseValueConvertible {
  /// The absolute URL as a text value.
  public var databaseValue: DatabaseValue { absoluteString.databaseValue }

  /// Returns the URL of a text value.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> URL? {
    String.fromDatabaseValue(databaseValue).flatMap { URL(string: $0) }
  }
}

extension Decimal: DatabaseValueConvertible, StatementColumnConvertible {
  /// The decimal notation as a text value, with all digits and a decimal point.
  public var databaseValue: DatabaseValue { description.databaseValue }

  /// Returns the decimal of a number, or of a text value with a decimal point.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Decimal? {
    switch databaseValue.storage {
    case .int64(let value): Decimal(value)
    // Foundation's conversion of infinity ends the process.
    case .double(let value): value.isInfinite ? nil : Decimal(value)
    case .string(let text): Decimal(string: text)
    case .null, .blob: nil
    }
  }

  /// Creates a decimal from the stored value.
  public init?(column: StatementColumn) {
    guard let value = Self.fromDatabaseValue(column.databaseValue) else { return nil }
    self = value
  }
}

extension Date: DatabaseValueConvertible, StatementColumnConvertible {
  /// The text value `YYYY-MM-DD HH:MM:SS.SSS`, in UTC.
  public var databaseValue: DatabaseValue { StoredDate.text(of: self).databaseValue }

  /// Returns the date of a text value, or of a number of seconds since 1970.
  ///
  /// The text must have one of SQLite's formats that include a date.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Date? {
    if let components = DatabaseDateComponents.fromDatabaseValue(databaseValue) {
      return StoredDate.date(of: components)
    }
    return Double.fromDatabaseValue(databaseValue).map { Date(timeIntervalSince1970: $0) }
  }

  /// Creates a date from the stored value; fails for a blob.
  public init?(column: StatementColumn) {
    let stored = column.databaseValue
    if case .blob = stored.storage { return nil }
    guard let date = Self.fromDatabaseValue(stored) else { return nil }
    self = date
  }
}

extension DatabaseValue.Storage {
  /// The value as an `Int64`, a `Double`, a `String` or a `Data`; `nil` for NULL.
  public var value: (any DatabaseValueConvertible)? {
    switch self {
    case .null: nil
    case .int64(let value): value
    case .double(let value): value
    case .string(let value): value
    case .blob(let bytes): Data(bytes)
    }
  }
}

enum StoredDate {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns `YYYY-MM-DD HH:MM:SS.SSS` in UTC.
  ///
  /// Dates before 15 October 1582 are Julian. Years before the year 1 have no sign.
  static func text(of date: Date) -> String {
    // Rounds to the nearest millisecond. Outside ICU's range, the result is empty, like that of
    // GRDB's formatter.
    let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
    guard milliseconds.magnitude < 1.8e17 else { return "" }
    let seconds = (milliseconds / 1000).rounded(.down)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: seconds))
    return DatabaseDateComponents(
      parts, format: .YMD_HMSS
    ).text(milliseconds: Int(milliseconds - seconds * 1000))
  }

  /// Returns the date, or `nil` if the format includes no date.
  static func date(of components: DatabaseDateComponents) -> Date? {
    guard components.format.namesDay else { return nil }
    return calendar.date(from: components.dateComponents)
  }
}
