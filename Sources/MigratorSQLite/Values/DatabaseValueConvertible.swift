internal import MigratorPlatform

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that goes into the database and comes out of it.
///
/// What the types of the standard library and of Foundation are stored as, and what they are made of, is what GRDB
/// stores and takes.
public protocol DatabaseValueConvertible: SQLExpressible {
  /// The value as SQLite stores it.
  var databaseValue: DatabaseValue { get }

  /// Returns the value made of what SQLite stores, or `nil` when that is impossible.
  ///
  /// - Parameter databaseValue: The stored value.
  /// - Returns: The converted value.
  static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self?

  /// Returns the value made of a column of a statement, or `nil` when that is impossible.
  ///
  /// By default it is made of the stored value, and where the type is ``StatementColumnConvertible``, as SQLite
  /// converts the column.
  ///
  /// - Parameter column: The column.
  /// - Returns: The converted value.
  static func fromColumn(_ column: StatementColumn) -> Self?

  /// Returns the value of a column that a row has not, or `nil` when there is none; by default none.
  static func fromMissingColumn() -> Self?

  /// Returns what makes JSON of a Codable type that is more than a single value.
  static func databaseJSONEncoder() -> JSONEncoder

  /// Returns what makes such a type of JSON.
  static func databaseJSONDecoder() -> JSONDecoder
}

extension DatabaseValueConvertible {
  /// Returns no value: only an optional has one.
  public static func fromMissingColumn() -> Self? { nil }

  /// Returns the value made of the stored one.
  public static func fromColumn(_ column: StatementColumn) -> Self? {
    fromDatabaseValue(column.databaseValue)
  }
}

extension DatabaseValueConvertible {
  /// Returns an encoder that writes data as Base64, dates as milliseconds since 1970 and keys in their order.
  public static func databaseJSONEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .base64
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.nonConformingFloatEncodingStrategy = .throw
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// Returns a decoder that reads what ``databaseJSONEncoder()`` writes.
  public static func databaseJSONDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    decoder.dateDecodingStrategy = .millisecondsSince1970
    decoder.nonConformingFloatDecodingStrategy = .throw
    return decoder
  }
}

extension DatabaseValueConvertible
where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }

  /// Returns the value of a raw value, if there is one.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(databaseValue).flatMap(Self.init(rawValue:))
  }
}

extension DatabaseValue: DatabaseValueConvertible {
  /// The value itself.
  public var databaseValue: DatabaseValue { self }

  /// Returns the value itself.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> DatabaseValue? {
    databaseValue
  }
}

extension Bool: DatabaseValueConvertible, StatementColumnConvertible {
  /// 1 or 0.
  public var databaseValue: DatabaseValue { Int64(self ? 1 : 0).databaseValue }

  /// Returns whether a number differs from zero.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Bool? {
    switch databaseValue.storage {
    case .int64(let value): value != 0
    case .double(let value): value != 0
    case .null, .string, .blob: nil
    }
  }

  /// Creates whether the column's integer differs from zero.
  public init(column: StatementColumn) { self = column.int64 != 0 }
}

extension String: DatabaseValueConvertible, StatementColumnConvertible {
  /// The text.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .string(self)) }

  /// Returns the text, or a blob that is valid UTF-8.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> String? {
    switch databaseValue.storage {
    case .string(let value): value
    case .blob(let bytes): Encodings.text(utf8: bytes)
    case .null, .int64, .double: nil
    }
  }

  /// Creates the column's text.
  public init(column: StatementColumn) { self = column.text }
}

extension Array: SQLExpressible, DatabaseValueConvertible, StatementColumnConvertible
where Element == UInt8 {
  /// The blob.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .blob(self)) }

  /// Returns the blob, or the UTF-8 bytes of a text.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> [UInt8]? {
    switch databaseValue.storage {
    case .blob(let bytes): bytes
    case .string(let value): Array(value.utf8)
    case .null, .int64, .double: nil
    }
  }

  /// Creates the column's blob.
  public init(column: StatementColumn) { self = column.bytes }
}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
  /// The wrapped value, or NULL.
  public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  /// Returns `.some(nil)` for NULL; `nil` when another value does not convert.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Wrapped?? {
    if let value = Wrapped.fromDatabaseValue(databaseValue) { return .some(.some(value)) }
    return databaseValue.isNull ? .some(.none) : nil
  }

  /// Returns `.some(nil)` for NULL; `nil` when another value does not convert.
  public static func fromColumn(_ column: StatementColumn) -> Wrapped?? {
    if let value = Wrapped.fromColumn(column) { return .some(.some(value)) }
    return column.isNull ? .some(.none) : nil
  }

  /// Returns `.some(nil)`.
  public static func fromMissingColumn() -> Wrapped?? { .some(.none) }
}
