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
  /// Whether it is the failure of a commit that whoever opens the file next may find done all the same: what
  /// stands whole in the `-wal` is recovered, and without its journal nothing is taken back.
  ///
  /// Sources: <https://www.sqlite.org/walformat.html#recovery>, <https://www.sqlite.org/atomiccommit.html>.
  public internal(set) var isInDoubt = false
  /// What became of the file, where it was moved, deleted or replaced while it was open.
  public internal(set) var displacement: FileDisplacement?
  /// What was being opened, and why that failed.
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
    opening = nil
  }

  /// Creates the error of a database that could not be opened.
  ///
  /// - Parameter failure: Why it could not.
  public init(_ failure: OpenFailure) {
    let underlying = failure.underlying
    extendedResultCode = underlying?.extendedResultCode ?? .SQLITE_CANTOPEN
    message = underlying?.message ?? failure.sentence
    sql = underlying?.sql
    offset = underlying?.offset
    arguments = underlying?.arguments
    opening = Opening(kind: failure.kind, path: failure.path, isSQLites: underlying != nil)
  }

  /// Why a database could not be opened, in words, where the error is of that.
  public var openFailure: OpenFailure? {
    opening.map { opening in
      let underlying = DatabaseError(
        resultCode: extendedResultCode, message: message, sql: sql, offset: offset,
        arguments: arguments)
      return OpenFailure(
        opening.kind, path: opening.path, underlying: opening.isSQLites ? underlying : nil)
    }
  }

  /// The error as GRDB words it: SQLite error 19: message - while executing `sql`.
  ///
  /// That of opening a database says what is wrong, and what to do.
  public var description: String {
    if let openFailure { return openFailure.description }
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

extension Error {
  /// Whether it is, or comes from, the failure of a commit that may be found done all the same.
  package var isInDoubt: Bool {
    ((self as? ScriptError)?.underlying ?? self as? DatabaseError)?.isInDoubt ?? false
  }

  /// The same, where it is known by now that nothing of the commit is there.
  var withoutDoubt: any Error {
    switch self {
    case var error as DatabaseError:
      error.isInDoubt = false
      return error
    case var error as ScriptError:
      error.underlying?.isInDoubt = false
      return error
    default: return self
    }
  }
}
