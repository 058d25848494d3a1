/// An error of SQLite, with the statement that caused it.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The primary result code.
  public var resultCode: ResultCode { extendedResultCode.primaryResultCode }
  /// The extended result code.
  public let extendedResultCode: ResultCode
  /// SQLite's words, or ours where the code is.
  public let message: String?
  /// The SQL text: the statement that ran, or all that was still to be compiled.
  public let sql: String?
  /// Where in ``sql`` the error lies, in UTF-8 bytes; `nil` when SQLite does not say.
  public let offset: Int?
  /// The arguments of the statement.
  public let arguments: StatementArguments?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - resultCode: The result code, primary or extended.
  ///   - message: What went wrong; by default SQLite's general words for the code.
  ///   - sql: The SQL text.
  ///   - offset: The place in `sql`, in UTF-8 bytes.
  ///   - arguments: The arguments of the statement.
  public init(
    resultCode: ResultCode = .SQLITE_ERROR, message: String? = nil, sql: String? = nil,
    offset: Int? = nil, arguments: StatementArguments? = nil
  ) {
    self.extendedResultCode = resultCode
    self.message = message ?? SQLiteLibrary.words(for: resultCode.rawValue)
    self.sql = sql
    self.offset = offset
    self.arguments = arguments
  }

  /// The error as GRDB words it: SQLite error 19: message - while executing `sql`.
  public var description: String {
    var text = "SQLite error \(resultCode.rawValue)"
    if let message { text += ": \(message)" }
    if let sql { text += " - while executing `\(sql.trimmedStatement)`" }
    return text
  }

  /// Whether the error is the interruption of a statement, by cancelling or `interrupt()`.
  public var isInterruption: Bool { resultCode == .SQLITE_INTERRUPT }
}

extension DatabaseError: ResultCodeCarrying {
  var carriedResultCode: ResultCode? { extendedResultCode }
}
