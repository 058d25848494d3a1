#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Foundation's types, as GRDB stores them. Of Foundation only its essential part is linked, which brings no tables of languages.

extension Data: DatabaseValueConvertible, StatementColumnConvertible {
  /// The blob.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .blob(Array(self))) }

  /// Returns the blob, or the UTF-8 bytes of a text.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Data? {
    [UInt8].fromDatabaseValue(databaseValue).map { Data($0) }
  }

  /// Creates the column's blob.
  public init(column: StatementColumn) { self.init(column.bytes) }
}

extension UUID: DatabaseValueConvertible, StatementColumnConvertible {
  /// A blob of 16 bytes.
  public var databaseValue: DatabaseValue { withUnsafeBytes(of: uuid) { Array($0).databaseValue } }

  /// Returns the UUID of a blob of 16 bytes, or of a text such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> UUID? {
    switch databaseValue.storage {
    case .blob(let bytes) where bytes.count == 16:
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case .string(let text): UUID(uuidString: text)
    case .null, .int64, .double, .blob: nil
    }
  }

  /// Creates the UUID of the stored value.
  public init?(column: StatementColumn) {
    guard let value = Self.fromDatabaseValue(column.databaseValue) else { return nil }
    self = value
  }
}

extension URL: DatabaseValueConvertible {
  /// The absolute text.
  public var databaseValue: DatabaseValue { absoluteString.databaseValue }

  /// Returns the URL of a text.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> URL? {
    String.fromDatabaseValue(databaseValue).flatMap { URL(string: $0) }
  }
}

extension Decimal: DatabaseValueConvertible, StatementColumnConvertible {
  /// A text with all digits and a point.
  public var databaseValue: DatabaseValue { description.databaseValue }

  /// Returns the number, or that of a text with a point.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Decimal? {
    switch databaseValue.storage {
    case .int64(let value): Decimal(value)
    // Of infinity, Foundation makes no decimal but ends the process.
    case .double(let value): value.isInfinite ? nil : Decimal(value)
    case .string(let text): Decimal(string: text)
    case .null, .blob: nil
    }
  }

  /// Creates the number of the stored value.
  public init?(column: StatementColumn) {
    guard let value = Self.fromDatabaseValue(column.databaseValue) else { return nil }
    self = value
  }
}

extension Date: DatabaseValueConvertible, StatementColumnConvertible {
  /// The text `YYYY-MM-DD HH:MM:SS.SSS`, in UTC.
  public var databaseValue: DatabaseValue { StoredDate.text(of: self).databaseValue }

  /// Returns the date of a text in one of SQLite's formats that name a day, or of a number of seconds since 1970.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Date? {
    if let components = DatabaseDateComponents.fromDatabaseValue(databaseValue) {
      return StoredDate.date(of: components)
    }
    return Double.fromDatabaseValue(databaseValue).map { Date(timeIntervalSince1970: $0) }
  }

  /// Creates the date of the stored value; of a blob there is none.
  public init?(column: StatementColumn) {
    let stored = column.databaseValue
    if case .blob = stored.storage { return nil }
    guard let date = Self.fromDatabaseValue(stored) else { return nil }
    self = date
  }
}
