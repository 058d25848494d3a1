public import MigratorSQLite

/// A foreign key that is being defined by ``TableDefinition/belongsTo(_:inTable:onDelete:onUpdate:deferred:indexed:)``.
public final class ForeignKeyDefinition {
  /// Whether there is an index, and which.
  enum Indexing {
    case index
    case unique
  }

  let name: String
  let table: String?
  let clauses: ForeignKeyClauses
  var indexing: Indexing?
  var notNullConflict: Database.ConflictResolution?

  init(name: String, table: String?, clauses: ForeignKeyClauses, isIndexed: Bool) {
    self.name = name
    self.table = table
    self.clauses = clauses
    indexing = isIndexed ? .index : nil
  }

  /// Refuses rows that refer to nothing.
  ///
  /// - Parameter conflictResolution: What SQLite does with a NULL.
  /// - Returns: The foreign key.
  @discardableResult
  public func notNull(onConflict conflictResolution: Database.ConflictResolution? = nil) -> Self {
    notNullConflict = conflictResolution ?? .abort
    return self
  }

  /// Refuses two rows that refer to the same.
  ///
  /// - Returns: The foreign key.
  @discardableResult
  public func unique() -> Self {
    indexing = .unique
    return self
  }
}

// A definition belongs to the closure that it is given to.
@available(*, unavailable)
extension ForeignKeyDefinition: Sendable {}

/// What follows the columns of a foreign key.
struct ForeignKeyClauses {
  var onDelete: Database.ForeignKeyAction?
  var onUpdate: Database.ForeignKeyAction?
  var isDeferred = false

  /// The SQL, with a space before each clause.
  var sql: String {
    var sql = ""
    if let onDelete { sql += " ON DELETE \(onDelete.rawValue)" }
    if let onUpdate { sql += " ON UPDATE \(onUpdate.rawValue)" }
    if isDeferred { sql += " DEFERRABLE INITIALLY DEFERRED" }
    return sql
  }
}

/// A `REFERENCES` clause; columns are those of the parent's primary key when there are none.
struct ColumnReference {
  var table: String
  var columns: [String]?
  var clauses: ForeignKeyClauses
}

/// A `FOREIGN KEY` constraint of a table.
struct ForeignKeyConstraint {
  var columns: [String]
  var reference: ColumnReference
}
