/// A type that goes into the database and comes out of it.
public protocol DatabaseValueConvertible {
  /// The value as SQLite stores it.
  var databaseValue: DatabaseValue { get }

  /// Returns the value made of what SQLite stores, or `nil` when that is impossible.
  ///
  /// - Parameter databaseValue: The stored value.
  /// - Returns: The converted value.
  static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self?
}

extension DatabaseValue: DatabaseValueConvertible {
  /// The value itself.
  public var databaseValue: DatabaseValue { self }

  /// Returns the value itself.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> DatabaseValue? {
    databaseValue
  }
}

extension Int64: DatabaseValueConvertible {
  /// The integer.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .int64(self)) }

  /// Returns the integer, or a floating-point number that is exactly one.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Int64? {
    switch databaseValue.storage {
    case .int64(let value): value
    case .double(let value): Int64(exactly: value)
    case .null, .string, .blob: nil
    }
  }
}

extension Int: DatabaseValueConvertible {
  /// The integer.
  public var databaseValue: DatabaseValue { Int64(self).databaseValue }

  /// Returns the integer, or a floating-point number that is exactly one.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Int? {
    Int64.fromDatabaseValue(databaseValue).flatMap { Int(exactly: $0) }
  }
}

extension Int32: DatabaseValueConvertible {
  /// The integer.
  public var databaseValue: DatabaseValue { Int64(self).databaseValue }

  /// Returns the integer if it fits.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Int32? {
    Int64.fromDatabaseValue(databaseValue).flatMap { Int32(exactly: $0) }
  }
}

extension Double: DatabaseValueConvertible {
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
}

extension Bool: DatabaseValueConvertible {
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
}

extension String: DatabaseValueConvertible {
  /// The text.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .string(self)) }

  /// Returns the text, or a blob that is valid UTF-8.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> String? {
    switch databaseValue.storage {
    case .string(let value): value
    case .blob(let bytes): String(validating: bytes, as: UTF8.self)
    case .null, .int64, .double: nil
    }
  }
}

extension Array: DatabaseValueConvertible where Element == UInt8 {
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
}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
  /// The wrapped value, or NULL.
  public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  /// Returns `.some(nil)` for NULL; `nil` when another value does not convert.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Wrapped?? {
    if let value = Wrapped.fromDatabaseValue(databaseValue) { return .some(.some(value)) }
    return databaseValue.isNull ? .some(.none) : nil
  }
}
