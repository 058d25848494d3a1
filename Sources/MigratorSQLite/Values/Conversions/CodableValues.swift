#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Codable types of an app. A type that encodes a single value is stored as that value, others as
// JSON.

extension DatabaseValueConvertible where Self: Encodable {
  /// The single value that the type encodes, or a JSON string.
  ///
  /// If encoding fails, the database access fails; outside any access, the process ends, as in
  /// GRDB.
  public var databaseValue: DatabaseValue {
    do {
      if let value = try SingleValueEncoder.value(of: self) { return value }
      let json = try Self.databaseJSONEncoder().encode(self)
      return String(decoding: json, as: UTF8.self).databaseValue
    } catch {
      return AccessFailure.note(
        DatabaseError(resultCode: .SQLITE_MISMATCH, message: "could not encode \(self): \(error)"),
        standIn: .null)
    }
  }
}

extension DatabaseValueConvertible where Self: Decodable {
  /// Returns the value decoded from the stored value itself, or from its JSON.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    do {
      return try Self(from: SingleValueDecoder(databaseValue))
    } catch is NoSingleValue {
      return Data.fromDatabaseValue(databaseValue).flatMap {
        try? databaseJSONDecoder().decode(Self.self, from: $0)
      }
    } catch {
      return nil
    }
  }
}

// A raw value is stored directly, whatever its type encodes.

extension DatabaseValueConvertible
where Self: Encodable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }
}

extension DatabaseValueConvertible
where Self: Decodable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// Returns the value for a stored raw value, if there is one.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(databaseValue).flatMap(Self.init(rawValue:))
  }
}

private struct NoSingleValue: Error {}

// MARK: - Encoding

/// Encodes a single value, and detects types that encode more than one.
private final class SingleValueEncoder: Encoder, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var value: DatabaseValue?
  private var isSingle = true

  /// Returns the single value that a type encodes, or `nil` if it encodes more.
  static func value(of encodable: some Encodable) throws -> DatabaseValue? {
    let encoder = SingleValueEncoder()
    do {
      try encodable.encode(to: encoder)
    } catch is NoSingleValue {
      return nil
    }
    return encoder.isSingle ? encoder.value : nil
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    isSingle = false
    return KeyedEncodingContainer(RefusingKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isSingle = false
    return RefusingUnkeyedContainer(encoder: self)
  }

  func encodeNil() throws { value = .null }

  func encode<Value: Encodable>(_ encodable: Value) throws {
    if let convertible = encodable as? any DatabaseValueConvertible {
      value = convertible.databaseValue
    } else {
      try encodable.encode(to: self)
    }
  }
}

private struct RefusingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: SingleValueEncoder
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { throw NoSingleValue() }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    throw NoSingleValue()
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { encoder }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct RefusingUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: SingleValueEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  mutating func encodeNil() throws { throw NoSingleValue() }
  mutating func encode<Value: Encodable>(_ value: Value) throws { throw NoSingleValue() }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  mutating func superEncoder() -> any Encoder { encoder }
}

// MARK: - Decoding

/// Decodes a single value; throws ``NoSingleValue`` for types that decode more.
private struct SingleValueDecoder: Decoder, SingleValueDecodingContainer {
  private let value: DatabaseValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: DatabaseValue) {
    self.value = value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NoSingleValue()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoSingleValue() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let convertible = type as? any DatabaseValueConvertible.Type else {
      return try Value(from: self)
    }
    guard let decoded = convertible.fromDatabaseValue(value) as? Value else {
      throw DecodingError.dataCorruptedError(
        in: self, debugDescription: "\(value) is not a valid \(type)")
    }
    return decoded
  }
}
