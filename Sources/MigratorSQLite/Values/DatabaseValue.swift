import MigratorPlatform

/// A value in one of SQLite's storage classes.
public struct DatabaseValue: Sendable, Hashable {
  /// The five storage classes.
  public enum Storage: Sendable, Hashable {
    /// NULL.
    case null
    /// A 64-bit integer.
    case int64(Int64)
    /// A floating-point number; never NaN, which SQLite stores as NULL.
    case double(Double)
    /// Text; invalid Unicode in the file is replaced with U+FFFD.
    case string(String)
    /// A blob.
    case blob([UInt8])
  }

  /// The storage class and the value.
  public let storage: Storage
  /// The stored bytes of text with invalid Unicode, which ``storage`` holds in repaired form.
  package let invalidText: [UInt8]?

  /// Creates a value.
  ///
  /// - Parameter storage: The storage class and the value.
  public init(storage: Storage) {
    self.init(storage: storage, invalidText: nil)
  }

  private init(storage: Storage, invalidText: [UInt8]?) {
    self.storage = storage
    self.invalidText = invalidText
  }

  init(text bytes: some Collection<UInt8>, of encoding: @autoclosure () -> TextEncoding) {
    if let text = Encodings.text(utf8: bytes) {
      self.init(storage: .string(text))
    } else {
      self.init(
        storage: .string(String(decoding: bytes, as: UTF8.self)),
        invalidText: encoding().stored(bytes))
    }
  }

  /// NULL.
  public static let null = DatabaseValue(storage: .null)

  /// True if the value is NULL.
  public var isNull: Bool { storage == .null }
}

extension DatabaseValue {
  /// The bytes of a text value: its UTF-8, or its stored bytes if they are invalid Unicode.
  var textBytes: [UInt8]? {
    if case .string(let text) = storage { invalidText ?? Array(text.utf8) } else { nil }
  }

  /// The bytes of a value that cannot be shown as text: a blob, or invalid Unicode.
  package var nonTextBytes: [UInt8]? {
    if case .blob(let bytes) = storage { bytes } else { invalidText }
  }

  /// Returns the value with only the first of its ``nonTextBytes``.
  package func prefix(bytes count: Int) -> DatabaseValue {
    guard let bytes = nonTextBytes?.prefix(count) else { return self }
    guard invalidText != nil else { return DatabaseValue(storage: .blob(Array(bytes))) }
    return DatabaseValue(storage: storage, invalidText: Array(bytes))
  }
}

extension DatabaseValue {
  /// The value as an SQL literal: `NULL`, `1`, `1.0`, `'O''Brien'`, `X'666F6F'`.
  ///
  /// NUL characters, which a literal cannot contain, become `char(0)`. Text with invalid Unicode
  /// becomes `CAST(X'…' AS TEXT)`, which is valid only for a database with the same encoding.
  public var sqlLiteral: String { sqlLiteral { $0 != "\0" } }

  /// The value as an SQL literal of visible characters, on one line.
  ///
  /// Copied from a screen or log, it denotes the same value.
  package var visibleLiteral: String { sqlLiteral { $0.isVisible } }

  /// Returns the value as an SQL literal in which some characters are written as `char(…)`.
  ///
  /// Unlike stored bytes, `char(…)` does not depend on the encoding of the database.
  ///
  /// - Parameter isPlain: Returns true if a character may appear in the literal; not called for
  ///   visible ASCII, which may.
  /// - Returns: The literal, or an expression in parentheses.
  package func sqlLiteral(where isPlain: (Unicode.Scalar) -> Bool) -> String {
    if let invalidText {
      return "CAST(X'\(Encodings.hexadecimal(invalidText, uppercase: true))' AS TEXT)"
    }
    return switch storage {
    case .null: "NULL"
    case .int64(let value): value == .min ? "(-9223372036854775807 - 1)" : String(value)
    case .double(let value): Self.literal(of: value)
    case .string(let value): Self.literal(of: value, where: isPlain)
    case .blob(let bytes): "X'\(Encodings.hexadecimal(bytes, uppercase: true))'"
    }
  }

  private static func literal(of value: Double) -> String {
    if value.isNaN { return "NULL" }
    if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
    return String(value)
  }

  private static func literal(
    of text: String, where isPlain: (Unicode.Scalar) -> Bool
  ) -> String {
    if text.isVisibleASCII { return SQLQuoting.quoted(text, by: .text) }
    var rest = text.unicodeScalars[...]
    if rest.allSatisfy(isPlain) { return SQLQuoting.quoted(text, by: .text) }
    var pieces: [String] = []
    while let first = rest.first {
      if isPlain(first) {
        let run = rest.prefix(while: isPlain)
        pieces.append(SQLQuoting.quoted(String(run), by: .text))
        rest = rest[run.endIndex...]
      } else {
        let run = rest.prefix { !isPlain($0) }.prefix(pieceLimit)
        pieces.append("char(\(run.map { String($0.value) }.joined(separator: ", ")))")
        rest = rest[run.endIndex...]
      }
    }
    return concatenated(pieces)
  }

  /// The maximum number of function arguments, and of terms of an expression, in any build of
  /// SQLite.
  ///
  /// Source: <https://www.sqlite.org/limits.html>.
  private static let pieceLimit = 100

  private static func concatenated(_ pieces: [String]) -> String {
    if pieces.count <= pieceLimit {
      return "(\(pieces.joined(separator: " || ")))"
    }
    return concatenated(
      stride(from: 0, to: pieces.count, by: pieceLimit).map {
        concatenated(Array(pieces[$0..<min($0 + pieceLimit, pieces.count)]))
      })
  }
}

extension DatabaseValue: CustomStringConvertible {
  /// The value in GRDB's row format: `NULL`, `1`, `1.0`, `"O'Brien"`, `Data(3 bytes)`.
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

/// The notation of text values in rows: in double quotes, escaped as in Swift's `debugDescription`,
/// except that the apostrophe is never escaped.
///
/// `String(reflecting:)` is unsuitable: Swift 6.3 began to print `'` as `\'`, but messages about
/// violations must be the same with every toolchain.
enum TextEscaping {
  /// Returns `text` in double quotes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func quoted(_ text: String) -> String {
    var result = "\""
    result.append(text, where: isPlain) { scalar, followsOwn in
      // A combining scalar must not combine with a character that quoting adds.
      escape(scalar) ?? (followsOwn && combines("\"", scalar) ? padded(scalar) : nil)
    }
    return closed(result)
  }

  /// Appends the closing quote; escapes final scalars that would combine with it.
  private static func closed(_ text: String) -> String {
    var result = text
    var suffix = "\""
    while let last = result.unicodeScalars.last, let next = suffix.unicodeScalars.first,
      !last.isASCII, combines(last, next)
    {
      result.unicodeScalars.removeLast()
      suffix = padded(last) + suffix
    }
    return result + suffix
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\0": "\\0"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      "\\u{\(Encodings.hexadecimal(scalar.value, digits: 2, uppercase: true))}"
    default: nil
    }
  }

  private static func combines(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    if first.isASCII && second.isASCII { return false }
    var pair = String.UnicodeScalarView()
    pair.append(first)
    pair.append(second)
    return String(pair).count == 1
  }

  private static func padded(_ scalar: Unicode.Scalar) -> String {
    let digits = scalar.value > 0xFFFF ? 8 : 4
    return "\\u{\(Encodings.hexadecimal(scalar.value, digits: digits, uppercase: true))}"
  }
}
