#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
import MigratorPlatform

/// A value as SQLite stores it.
public struct DatabaseValue: Sendable, Hashable {
  /// The five storage classes.
  public enum Storage: Sendable, Hashable {
    /// NULL.
    case null
    /// A 64-bit integer.
    case int64(Int64)
    /// A floating-point number; never not-a-number, which SQLite stores as NULL.
    case double(Double)
    /// A text; invalid UTF-8 in the file is repaired with U+FFFD.
    case string(String)
    /// A blob.
    case blob([UInt8])

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

  /// The storage class and the value.
  public let storage: Storage

  /// Creates a value.
  ///
  /// - Parameter storage: The storage class and the value.
  public init(storage: Storage) {
    self.storage = storage
  }

  /// NULL.
  public static let null = DatabaseValue(storage: .null)

  /// Whether the value is NULL.
  public var isNull: Bool { storage == .null }
}

extension DatabaseValue {
  /// The value as an SQL literal: `NULL`, `1`, `1.0`, `'O''Brien'`, `X'666F6F'`.
  ///
  /// A text with a NUL character, which no literal can hold, becomes `CAST(X'…' AS TEXT)`.
  public var sqlLiteral: String {
    switch storage {
    case .null: "NULL"
    case .int64(let value): value == .min ? "(-9223372036854775807 - 1)" : String(value)
    case .double(let value): Self.literal(of: value)
    case .string(let value): Self.literal(of: value)
    case .blob(let bytes): "X'\(Encodings.hexadecimal(bytes, uppercase: true))'"
    }
  }

  private static func literal(of value: Double) -> String {
    if value.isNaN { return "NULL" }
    if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
    return String(value)
  }

  private static func literal(of text: String) -> String {
    if text.utf8.contains(0) {
      return "CAST(X'\(Encodings.hexadecimal(text.utf8, uppercase: true))' AS TEXT)"
    }
    return SQLQuoting.quoted(text, by: "'")
  }
}

extension DatabaseValue: CustomStringConvertible {
  /// The value as GRDB shows it within a row: `NULL`, `1`, `1.0`, `"O'Brien"`, `Data(3 bytes)`.
  public var description: String {
    switch storage {
    case .null: "NULL"
    case .int64(let value): String(value)
    case .double(let value): String(value)
    case .string(let value): TextEscaping.quoted(value)
    case .blob(let bytes): "Data(\(bytes.count) bytes)"
    }
  }
}
