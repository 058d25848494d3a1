internal import MigratorPlatform

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that can be stored in a database and read from it.
///
/// The types of the standard library and of Foundation use the same storage formats and conversions
/// as in GRDB.
public protocol DatabaseValueConvertible: SQLExpressible {
  /// The value to store.
  var databaseValue: DatabaseValue { get }

  /// Returns the value converted from a stored value, or `nil` if it does not convert.
  ///
  /// - Parameter databaseValue: The stored value.
  /// - Returns: The converted value.
  static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self?

  /// Returns the value converted from a column of a statement, or `nil` if it does not convert.
  ///
  /// By default it converts the stored value. ``StatementColumnConvertible`` types use SQLite's
  /// conversion of the column.
  ///
  /// - Parameter column: The column.
  /// - Returns: The converted value.
  static func fromColumn(_ column: StatementColumn) -> Self?

  /// Returns the value for a missing column, or `nil` if there is none, which is the default.
  static func fromMissingColumn() -> Self?

  /// Returns the JSON encoder for Codable types that are not a single value.
  static func databaseJSONEncoder() -> JSONEncoder

  /// Returns the JSON decoder for Codable types that are not a single value.
  static func databaseJSONDecoder() -> JSONDecoder
}

extension DatabaseValueConvertible {
  /// Returns `nil`, because only optionals have a value for a missing column.
  public static func fromMissingColumn() -> Self? { nil }

  /// Returns the value converted from the stored value.
  public static func fromColumn(_ column: StatementColumn) -> Self? {
    fromDatabaseValue(column.databaseValue)
  }
}

extension DatabaseValueConvertible {
  /// Returns an encoder with Base64 data, dates in milliseconds since 1970 and sorted keys.
  public static func databaseJSONEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .base64
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.nonConformingFloatEncodingStrategy = .throw
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// Returns a decoder for the output of ``databaseJSONEncoder()``.
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

  /// Returns the value for a stored raw value, if there is one.
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
