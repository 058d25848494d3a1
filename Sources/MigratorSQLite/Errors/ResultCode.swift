/// A result code of SQLite, primary or extended.
///
/// The set is open: codes that a later SQLite adds keep their number.
/// Source: <https://www.sqlite.org/rescode.html>.
public struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number, as `sqlite3_extended_errcode` gives it.
  public let rawValue: Int32

  /// Creates a code from SQLite's number.
  ///
  /// - Parameter rawValue: The number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The primary code: the lowest eight bits.
  public var primaryResultCode: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// Whether the code is a primary one.
  public var isPrimary: Bool { self == primaryResultCode }

  /// The number and SQLite's general words for it, such as `5 (database is locked)`.
  public var description: String { "\(rawValue) (\(SQLiteLibrary.words(for: rawValue)))" }

  /// Returns whether a code is the pattern, or an extended code of a primary pattern.
  ///
  /// - Parameters:
  ///   - pattern: A primary or extended code.
  ///   - code: The code to test.
  /// - Returns: Whether the pattern matches.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || (pattern.isPrimary && pattern == code.primaryResultCode)
  }

  /// Returns whether an error carries a code that matches the pattern.
  ///
  /// - Parameters:
  ///   - pattern: A primary or extended code.
  ///   - error: A ``DatabaseError`` or a ``ScriptError``; others never match.
  /// - Returns: Whether the pattern matches.
  public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
    guard let code = (error as? any ResultCodeCarrying)?.carriedResultCode else { return false }
    return pattern ~= code
  }
}

/// An error that stems from a result code of SQLite.
protocol ResultCodeCarrying: Error {
  /// The extended code, or `nil` when SQLite has no part in the error.
  var carriedResultCode: ResultCode? { get }
}
