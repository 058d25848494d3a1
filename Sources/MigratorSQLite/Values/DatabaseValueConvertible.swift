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
  /// By default, it converts the stored value. ``StatementColumnConvertible`` types use SQLite's
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
