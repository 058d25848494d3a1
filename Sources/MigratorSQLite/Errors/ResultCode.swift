/// A primary or extended result code of SQLite.
///
/// Codes that only later versions of SQLite define are represented by their numbers.
/// Source: <https://www.sqlite.org/rescode.html>.
public struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number, as returned by `sqlite3_extended_errcode`.
  public let rawValue: Int32

  /// Creates a code from SQLite's number.
  ///
  /// - Parameter rawValue: The number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The primary code: the lowest eight bits.
  public var primaryResultCode: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// True if the code is primary.
  public var isPrimary: Bool { self == primaryResultCode }

  /// The number with SQLite's general message, such as `5 (database is locked)`.
  public var description: String { "\(rawValue) (\(SQLiteLibrary.words(for: rawValue)))" }

  /// Returns true if a code equals the pattern, or is an extended code of a primary pattern.
  ///
  /// - Parameters:
  ///   - pattern: A primary or extended code.
  ///   - code: The code to test.
  /// - Returns: `true` if the pattern matches.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || (pattern.isPrimary && pattern == code.primaryResultCode)
  }

  /// Returns true if an error carries a code that matches the pattern.
  ///
  /// - Parameters:
  ///   - pattern: A primary or extended code.
  ///   - error: A ``DatabaseError`` or a ``ScriptError``; other errors never match.
  /// - Returns: `true` if the pattern matches.
  public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
    guard let code = (error as? any ResultCodeCarrying)?.carriedResultCode else { return false }
    return pattern ~= code
  }
}

protocol ResultCodeCarrying: Error {
  /// The extended code, or `nil` if SQLite did not cause the error.
  var carriedResultCode: ResultCode? { get }
}
