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
  let onDelete: Database.ForeignKeyAction?
  let onUpdate: Database.ForeignKeyAction?
  let isDeferred: Bool
  var indexing: Indexing?
  var notNullConflict: Database.ConflictResolution?

  init(
    name: String, table: String?, onDelete: Database.ForeignKeyAction?,
    onUpdate: Database.ForeignKeyAction?, isDeferred: Bool, isIndexed: Bool
  ) {
    self.name = name
    self.table = table
    self.onDelete = onDelete
    self.onUpdate = onUpdate
    self.isDeferred = isDeferred
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

/// A `REFERENCES` clause that a definition writes; without columns, it refers to the primary key.
///
/// Unlike `ForeignKeyInfo`, which describes a key that exists, it distinguishes unset actions from
/// `NO ACTION`, and includes the deferral, which SQLite does not report.
struct ForeignKeyClause {
  var table: String
  var columns: [String]?
  var onDelete: Database.ForeignKeyAction?
  var onUpdate: Database.ForeignKeyAction?
  var isDeferred = false

  /// The SQL of the actions and the deferral, with a space before each.
  var actions: String {
    var sql = ""
    if let onDelete { sql += " ON DELETE \(onDelete.rawValue)" }
    if let onUpdate { sql += " ON UPDATE \(onUpdate.rawValue)" }
    if isDeferred { sql += " DEFERRABLE INITIALLY DEFERRED" }
    return sql
  }
}

struct ForeignKeyConstraint {
  var columns: [String]
  var clause: ForeignKeyClause
}
