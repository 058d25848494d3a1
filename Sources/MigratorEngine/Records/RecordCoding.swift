#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import MigratorSQLite

// GRDB's options for coding records, so that types that set them compile.

/// How GRDB derives the properties of a decodable record from its columns.
public enum DatabaseColumnDecodingStrategy: Sendable {
  /// By the same names.
  case useDefaultKeys
  /// From `snake_case`.
  case convertFromSnakeCase
  /// By a function.
  case custom(@Sendable (String) -> any CodingKey)
}

/// How GRDB derives the columns of an encodable record from its properties.
public enum DatabaseColumnEncodingStrategy: Sendable {
  /// By the same names.
  case useDefaultKeys
  /// To `snake_case`.
  case convertToSnakeCase
  /// By a function.
  case custom(@Sendable (any CodingKey) -> String)
}

/// How GRDB decodes data.
public enum DatabaseDataDecodingStrategy: Sendable {
  /// From a blob or text.
  case deferredToData
  /// By a function.
  case custom(@Sendable (DatabaseValue) -> Data?)
}

/// How GRDB encodes data.
public enum DatabaseDataEncodingStrategy: Sendable {
  /// As a blob.
  case deferredToData
  /// As text.
  case text
  /// By a function.
  case custom(@Sendable (Data) -> (any DatabaseValueConvertible)?)
}

/// How GRDB decodes dates.
public enum DatabaseDateDecodingStrategy: Sendable {
  /// From text or a number.
  case deferredToDate
  /// From a number of seconds since 2001.
  case timeIntervalSinceReferenceDate
  /// From a number of seconds since 1970.
  case timeIntervalSince1970
  /// From a number of milliseconds since 1970.
  case millisecondsSince1970
  /// From ISO 8601.
  case iso8601
  /// By a function.
  case custom(@Sendable (DatabaseValue) -> Date?)
}

/// How GRDB encodes dates.
public enum DatabaseDateEncodingStrategy: Sendable {
  /// As text with milliseconds.
  case deferredToDate
  /// As a number of seconds since 2001.
  case timeIntervalSinceReferenceDate
  /// As a number of seconds since 1970.
  case timeIntervalSince1970
  /// As a whole number of seconds since 1970.
  case secondsSince1970
  /// As a number of milliseconds since 1970.
  case millisecondsSince1970
  /// As ISO 8601.
  case iso8601
  /// By a function.
  case custom(@Sendable (Date) -> (any DatabaseValueConvertible)?)
}

/// How GRDB encodes UUIDs.
public enum DatabaseUUIDEncodingStrategy: Sendable {
  /// As 16 bytes.
  case deferredToUUID
  /// As text in upper case.
  case uppercaseString
  /// As text in lower case.
  case lowercaseString
}
