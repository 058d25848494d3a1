public import MigratorSQLite

/// A foreign key that is being defined by
/// ``TableDefinition/belongsTo(_:inTable:onDelete:onUpdate:deferred:indexed:)``.
public final class ForeignKeyDefinition {
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

  /// Rejects rows without a reference.
  ///
  /// - Parameter conflictResolution: The action for a NULL.
  /// - Returns: The foreign key.
  @discardableResult
  public func notNull(onConflict conflictResolution: Database.ConflictResolution? = nil) -> Self {
    notNullConflict = conflictResolution ?? .abort
    return self
  }

  /// Rejects two rows that refer to the same parent row.
  ///
  /// - Returns: The foreign key.
  @discardableResult
  public func unique() -> Self {
    indexing = .unique
    return self
  }
}

// A definition is valid only in the closure that receives it.
@available(*, unavailable)
extension ForeignKeyDefinition: Sendable {}

/// The clauses that follow the columns of a foreign key.
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

/// A `REFERENCES` clause; without columns it refers to the primary key of the parent.
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
