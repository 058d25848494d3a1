/// An error of SQLite, with the statement that caused it.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The primary result code.
  public var resultCode: ResultCode { extendedResultCode.primaryResultCode }
  /// The extended result code.
  public let extendedResultCode: ResultCode
  /// SQLite's message, or a message of this library.
  public let message: String?
  /// The SQL: the statement that ran, or all SQL that was still to be compiled.
  public let sql: String?
  /// The position of the error in ``sql``, in UTF-8 bytes; `nil` if SQLite does not report it.
  public let offset: Int?
  /// The arguments of the statement.
  public let arguments: StatementArguments?
  /// True if a failed commit may still take effect when the file is next opened.
  ///
  /// SQLite then recovers complete commits from the `-wal`, and does not roll back without a
  /// journal.
  ///
  /// Sources: <https://www.sqlite.org/walformat.html#recovery>,
  /// <https://www.sqlite.org/atomiccommit.html>.
  public internal(set) var isInDoubt = false
  /// How the file was moved, deleted or replaced while it was open.
  public internal(set) var displacement: FileDisplacement?
  private let opening: Opening?

  private struct Opening: Sendable, Hashable {
    let kind: OpenFailure.Kind
    let path: String
    let isSQLites: Bool
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - resultCode: The result code, primary or extended.
  ///   - message: The message; by default SQLite's general message for the code.
  ///   - sql: The SQL.
  ///   - offset: The position in `sql`, in UTF-8 bytes.
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
    opening = nil
  }

  /// Creates the error of a database that could not be opened.
  ///
  /// - Parameter failure: The reason.
  public init(_ failure: OpenFailure) {
    let underlying = failure.underlying
    extendedResultCode = underlying?.extendedResultCode ?? .SQLITE_CANTOPEN
    message = underlying?.message ?? failure.sentence
    sql = underlying?.sql
    offset = underlying?.offset
    arguments = underlying?.arguments
    opening = Opening(kind: failure.kind, path: failure.path, isSQLites: underlying != nil)
  }

  /// The reason why a database could not be opened, if this is such an error.
  public var openFailure: OpenFailure? {
    opening.map { opening in
      let underlying = DatabaseError(
        resultCode: extendedResultCode, message: message, sql: sql, offset: offset,
        arguments: arguments)
      return OpenFailure(
        opening.kind, path: opening.path, underlying: opening.isSQLites ? underlying : nil)
    }
  }

  /// The error in GRDB's wording: SQLite error 19: message - while executing `sql`.
  ///
  /// Errors of opening a database describe the problem and the remedy instead.
  public var description: String {
    if let openFailure { return openFailure.description }
    var text = "SQLite error \(resultCode.rawValue)"
    if let message { text += ": \(message)" }
    if let sql { text += " - while executing `\(sql.trimmedStatement)`" }
    return text
  }

  /// True if a statement was interrupted, by cancelling or `interrupt()`.
  public var isInterruption: Bool { resultCode == .SQLITE_INTERRUPT }
}

extension DatabaseError: ResultCodeCarrying {
  var carriedResultCode: ResultCode? { extendedResultCode }
}
