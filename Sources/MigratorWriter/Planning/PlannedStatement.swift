package import MigratorEngine
package import SQLSyntax

/// A statement of a new migration.
package struct PlannedStatement: Sendable, Hashable {
  /// Why a statement is needed.
  package enum Reason: Sendable, Hashable {
    /// Foreign keys are checked at the end, because rows are temporarily missing.
    case deferForeignKeys
    case renameTable(SQLName, to: SQLName)
    case renameColumn(ColumnName, to: SQLName)
    case createObject(SchemaObjectKind, SQLName)
    case dropObject(SchemaObjectKind, SQLName)
    /// An index, trigger or view is re-created with a different definition.
    case changeObject(SchemaObjectKind, SQLName)
    /// An index, trigger or view is re-created, because another change had to drop it.
    case restoreObject(SchemaObjectKind, SQLName)
    case addColumn(ColumnName)
    case dropColumn(ColumnName)
    case rebuild(SQLName, TableRebuild.Purpose)
    /// The content of a full-text index is computed from its table.
    case fillIndex(SQLName)
    /// The rows of a virtual table are kept.
    case copyVirtual(SQLName)
  }

  /// The SQL, without a semicolon.
  package let sql: String
  /// Why it is needed.
  package let reason: Reason

  /// The statement with `IF EXISTS` or `IF NOT EXISTS`, if it drops or creates an index, trigger or
  /// view.
  var tolerant: PlannedStatement {
    switch reason {
    case .createObject(.table, _), .dropObject(.table, _), .changeObject(.table, _): return self
    case .createObject, .dropObject, .changeObject: break
    default: return self
    }
    let tokens = SQLTokenizer.tokens(of: sql)
    let kinds: [SQLName] = ["INDEX", "TRIGGER", "VIEW"]
    guard let place = tokens.firstIndex(where: { token in kinds.contains { token.isWord($0) } }),
      !tokens[(place + 1)...].prefix(2).contains(where: { $0.isWord("IF") })
    else { return self }
    let isDrop = tokens.first { !$0.isTrivia }?.isWord("DROP") == true
    let words = isDrop ? " IF EXISTS" : " IF NOT EXISTS"
    let texts = tokens.map(\.text)
    return PlannedStatement(
      sql: texts[...place].joined() + words + texts[(place + 1)...].joined(), reason: reason)
  }
}

/// Data that a migration drops on purpose.
package enum PlannedLoss: Sendable, Hashable {
  case table(SQLName)
  case column(ColumnName)
}

/// Something that the user should know about a plan.
package enum PlanNote: Sendable, Hashable {
  /// A table is rebuilt, for these reasons.
  case rebuild(SQLName, [RebuildReason])
  /// A column is added at the end, although it has another position in the wanted schema.
  case columnAtEnd(ColumnName)
  /// NULL is replaced by the value of an expression.
  case filled(ColumnName, with: String, isDefault: Bool)
  /// The values of a column are converted to another type.
  case converted(ColumnName, from: String, to: String)
  /// The rowids cannot be kept, because columns use all three names of the rowid.
  case rowIDs(SQLName)
}

/// Why `ALTER TABLE` cannot make a change.
package enum RebuildReason: Sendable, Hashable {
  case type(SQLName, from: String, to: String)
  case definition(SQLName)
  case constraints
  case order
  /// The columns have a different order, and a view or trigger uses them by position.
  case position
  /// `ADD COLUMN` does not accept the definition of a column.
  case added(SQLName)
  /// `DROP COLUMN` does not accept the column.
  case dropped(SQLName)
}

/// The statements that convert one schema to another.
package struct SchemaPlan: Sendable, Hashable {
  /// The statements, in order; empty if the schemas are the same.
  package internal(set) var statements: [PlannedStatement] = []
  /// The data that is dropped on purpose.
  package internal(set) var losses: [PlannedLoss] = []
  /// Other facts for the user.
  package internal(set) var notes: [PlanNote] = []
  /// The new names of the tables that remain, by their old names.
  package internal(set) var tables: [SQLName: SQLName] = [:]
  /// The new names of the columns that remain, by their old names.
  package internal(set) var columns: [ColumnName: SQLName] = [:]
}
