public import MigratorSQLite

/// A type whose columns GRDB stores.
public protocol EncodableRecord: SendableMetatype {
  /// Stores the columns in a container.
  func encode(to container: inout PersistenceContainer) throws
}

extension EncodableRecord where Self: Encodable {
  /// Throws, because this engine encodes no records.
  public func encode(to container: inout PersistenceContainer) throws {
    throw DatabaseError(
      resultCode: .SQLITE_MISUSE,
      message:
        "\(Self.self) cannot be encoded: this engine does not support records. Pass the values as "
        + "arguments of a statement")
  }
}

/// A type that GRDB stores in a table, and that may change when it is stored.
public protocol MutablePersistableRecord: EncodableRecord, TableRecord {
  /// How GRDB resolves conflicts.
  static var persistenceConflictPolicy: PersistenceConflictPolicy { get }
}

extension MutablePersistableRecord {
  /// The default of SQLite.
  public static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy()
  }
}

/// A type that GRDB stores in a table.
public protocol PersistableRecord: MutablePersistableRecord {}

extension MutablePersistableRecord {
  /// Unavailable: use `INSERT`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"INSERT INTO …\")"
  )
  public func insert(
    _ db: Database, onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {}

  /// Unavailable: use `INSERT`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"INSERT INTO …\")"
  )
  public func inserted(
    _ db: Database, onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self { self }

  /// Unavailable: use `INSERT` or `UPDATE`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"INSERT INTO …\")"
  )
  public func save(
    _ db: Database, onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {}

  /// Unavailable: use `INSERT … ON CONFLICT`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"INSERT INTO …\")"
  )
  public func upsert(_ db: Database) throws {}

  /// Unavailable: use `UPDATE`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"UPDATE …\")"
  )
  public func update(
    _ db: Database, onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {}

  /// Unavailable: use `DELETE`.
  @available(
    *, unavailable, message: "Migrations use SQL, not records: db.execute(sql: \"DELETE FROM …\")"
  )
  @discardableResult
  public func delete(_ db: Database) throws -> Bool { false }
}

/// How GRDB resolves conflicts when it stores a record.
public struct PersistenceConflictPolicy: Sendable {
  /// The resolution of `INSERT`.
  public let conflictResolutionForInsert: Database.ConflictResolution
  /// The resolution of `UPDATE`.
  public let conflictResolutionForUpdate: Database.ConflictResolution

  /// Creates a policy.
  public init(
    insert: Database.ConflictResolution = .abort, update: Database.ConflictResolution = .abort
  ) {
    conflictResolutionForInsert = insert
    conflictResolutionForUpdate = update
  }
}

/// The columns of a record.
public struct PersistenceContainer: Sendable {
  private var values: [SQLName: DatabaseValue] = [:]

  /// The value of a column.
  public subscript(_ column: String) -> (any DatabaseValueConvertible)? {
    get { values[SQLName(column)] }
    set { values[SQLName(column)] = newValue?.databaseValue ?? .null }
  }

  /// The value of a column.
  public subscript(_ column: some ColumnExpression) -> (any DatabaseValueConvertible)? {
    get { self[column.name] }
    set { self[column.name] = newValue }
  }
}

/// What GRDB passes to `didInsert`.
public struct InsertionSuccess: Sendable {
  /// The rowid of the new row.
  public var rowID: Int64
  /// The column that is the rowid, or `nil`.
  public var rowIDColumn: String?
  /// The stored columns.
  public var persistenceContainer: PersistenceContainer
}

/// What GRDB passes to `didUpdate` and `didSave`.
public struct PersistenceSuccess: Sendable {
  /// The stored columns.
  public var persistenceContainer: PersistenceContainer
}
