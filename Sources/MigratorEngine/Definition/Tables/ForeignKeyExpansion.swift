internal import MigratorSQLite

/// The columns that `belongsTo` adds, with the constraint and index of a composite key.
struct ForeignKeyExpansion {
  let columns: [ColumnDefinition]
  var constraint: ForeignKeyConstraint?
  var index: IndexDefinition?

  init(_ foreignKey: ForeignKeyDefinition, parent: ParentKey, child: String) throws {
    guard let names = parent.columnNames,
      let parts = parent.childColumns(named: foreignKey.name)
    else {
      throw SchemaDefinitionError(.unknownPrimaryKey, table: child)
    }
    columns = parts.map { part in
      let column = ColumnDefinition(
        name: part.name, type: part.type)
      if let conflict = foreignKey.notNullConflict { column.notNull(onConflict: conflict) }
      return column
    }
    let clause = ForeignKeyClause(
      table: parent.table, columns: names, onDelete: foreignKey.onDelete,
      onUpdate: foreignKey.onUpdate, isDeferred: foreignKey.isDeferred)
    if let only = columns.first, columns.count == 1 {
      only.references.append(clause)
      switch foreignKey.indexing {
      case .index: only.indexed()
      case .unique: only.unique()
      case nil: break
      }
    } else {
      let own = columns.map(\.name)
      constraint = ForeignKeyConstraint(columns: own, clause: clause)
      index = foreignKey.indexing.map { indexing in
        IndexDefinition(
          name: IndexDefinition.defaultName(on: child, columns: own), table: child,
          expressions: own.map { Column($0).sqlExpression },
          options: indexing == .unique ? [.unique] : [])
      }
    }
  }
}
