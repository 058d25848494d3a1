public import MigratorSQLite

// The names of GRDB's record types, so that an app's types compile. This engine neither fetches nor
// stores records: migrations are used for years, and the types of the app change meanwhile. Calls
// that GRDB would answer are unavailable, with a message that says what to use instead.

/// A type that GRDB creates from rows.
public protocol FetchableRecord {
  /// Creates a record from a row.
  init(row: Row) throws
}

extension FetchableRecord where Self: Decodable {
  /// Throws, because this engine decodes no records.
  public init(row: Row) throws {
    throw DatabaseError(
      resultCode: .SQLITE_MISUSE,
      message:
        "\(Self.self) cannot be decoded from a row: this engine does not support records. Read the "
        + "columns: row[\"name\"]")
  }
}

extension FetchableRecord {
  /// Unavailable: use `Row.fetchCursor(db, sql:)`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchCursor(db, sql:)")
  public static func fetchCursor(
    _ db: Database, sql: String = "", arguments: StatementArguments = []
  ) throws -> RowCursor { try Row.fetchCursor(db, sql: sql, arguments: arguments) }

  /// Unavailable: use `Row.fetchAll(db, sql:)`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchAll(db, sql:)")
  public static func fetchAll(
    _ db: Database, sql: String = "", arguments: StatementArguments = []
  ) throws -> [Self] { [] }

  /// Unavailable: use `Row.fetchOne(db, sql:)`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchOne(db, sql:)")
  public static func fetchOne(
    _ db: Database, sql: String = "", arguments: StatementArguments = []
  ) throws -> Self? { nil }

  /// Unavailable: use `Row.fetchOne(db, sql:)`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchOne(db, sql:)")
  public static func fetchOne(_ db: Database, key: Any) throws -> Self? { nil }

  /// Unavailable: use `Row.fetchOne(db, sql:)`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchOne(db, sql:)")
  public static func find(_ db: Database, key: Any) throws -> Self { try Self(row: Row()) }
}

extension TableRecord {
  /// Unavailable: use `SELECT` with `WHERE`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchAll(db, sql:)")
  public static func filter(_ predicate: some SQLSpecificExpressible) -> RecordRequest<Self> {
    RecordRequest()
  }

  /// Unavailable: use `SELECT`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchAll(db, sql:)")
  public static func all() -> RecordRequest<Self> { RecordRequest() }

  /// Unavailable: use `SELECT` with `ORDER BY`.
  @available(*, unavailable, message: "Migrations use SQL, not records: Row.fetchAll(db, sql:)")
  public static func order(_ orderings: any SQLExpressible...) -> RecordRequest<Self> {
    RecordRequest()
  }

  /// Unavailable: use `SELECT count(*)`.
  @available(
    *, unavailable,
    message: "Migrations use SQL, not records: Int.fetchOne(db, sql: \"SELECT count(*) FROM …\")"
  )
  public static func fetchCount(_ db: Database) throws -> Int { 0 }

  /// Unavailable: use `DELETE`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"DELETE FROM …\")"
  )
  @discardableResult
  public static func deleteAll(_ db: Database) throws -> Int { 0 }

  /// Unavailable: use `DELETE` with `WHERE`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"DELETE FROM …\")"
  )
  @discardableResult
  public static func deleteOne(_ db: Database, key: Any) throws -> Bool { false }
}

/// The result of an unavailable method, so that the message about it is the only error.
public struct RecordRequest<Record>: Sendable {
  /// Returns the same request.
  public func filter(_ predicate: some SQLSpecificExpressible) -> Self { self }
  /// Returns the same request.
  public func order(_ orderings: any SQLExpressible...) -> Self { self }
  /// Returns the same request.
  public func limit(_ limit: Int, offset: Int? = nil) -> Self { self }
  /// Returns nothing.
  public func fetchAll(_ db: Database) throws -> [Record] { [] }
  /// Returns nothing.
  public func fetchOne(_ db: Database) throws -> Record? { nil }
  /// Returns nothing.
  public func fetchCount(_ db: Database) throws -> Int { 0 }
  /// Deletes nothing.
  @discardableResult
  public func deleteAll(_ db: Database) throws -> Int { 0 }
}
