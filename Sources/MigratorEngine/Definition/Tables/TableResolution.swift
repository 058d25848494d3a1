internal import MigratorSQLite

/// A definition in which every `belongsTo` is expanded to columns and constraints.
struct TableResolution {
  enum Item {
    case definition(ColumnDefinition)
    case literal(SQL)
  }

  private(set) var columns: [Item] = []
  private(set) var foreignKeys: [ForeignKeyConstraint] = []
  private(set) var indexes: [IndexDefinition] = []
  /// The table's own primary key, for foreign keys to itself.
  let ownKey: ParentKey
  private var expansions: [ObjectIdentifier: ForeignKeyExpansion] = [:]

  init(_ definition: TableDefinition, _ db: Database) throws {
    ownKey = try Self.ownKey(of: definition, db)
    for component in definition.components {
      switch component {
      case .column(let column): columns.append(.definition(column))
      case .literal(let literal): columns.append(.literal(literal))
      case .foreignKey(let constraint): foreignKeys.append(constraint)
      case .belongsTo(let foreignKey):
        let expansion = try ForeignKeyExpansion(
          foreignKey,
          parent: try foreignKey.parentKey(child: definition.name, ownKey: ownKey, db),
          child: definition.name)
        expansions[ObjectIdentifier(foreignKey)] = expansion
        columns += expansion.columns.map { .definition($0) }
        if let constraint = expansion.constraint { foreignKeys.append(constraint) }
        if let index = expansion.index { indexes.append(index) }
      }
    }
  }

  func sql(_ keyword: String, _ key: TableDefinition.Key) -> String {
    let names = key.parts.flatMap { part -> [String] in
      switch part {
      case .name(let name): [name]
      case .column(let column): [column.name]
      case .belongsTo(let foreignKey):
        expansions[ObjectIdentifier(foreignKey)]?.columns.map(\.name) ?? []
      }
    }
    let conflict = key.conflict.map { " ON CONFLICT \($0.rawValue)" } ?? ""
    return "\(keyword) (\(names.identifierList))\(conflict)"
  }

  private static func ownKey(of definition: TableDefinition, _ db: Database) throws -> ParentKey {
    var parts: [ParentKey.Part]? = []
    if let key = definition.primaryKey {
      parts = try key.parts.flatMap { part -> [ParentKey.Part] in
        switch part {
        case .name(let name): return [.init(name: name)]
        case .column(let column): return [.init(name: column.name, type: column.type)]
        case .belongsTo(let foreignKey):
          // A foreign key in the table's own primary key cannot refer to that key.
          let parent = try foreignKey.parentKey(child: definition.name, ownKey: nil, db)
          return try ForeignKeyExpansion(foreignKey, parent: parent, child: definition.name)
            .columns.map { .init(name: $0.name, type: $0.type) }
        }
      }
    } else if let column = definition.keyColumn {
      parts = [.init(name: column.name, type: column.type)]
    } else if definition.hasPrimaryKeyInSQL {
      parts = nil
    }
    return ParentKey(table: definition.name, parts: parts)
  }
}

extension TableDefinition {
  fileprivate var keyColumn: ColumnDefinition? {
    for case .column(let column) in components where column.primaryKey != nil { return column }
    return nil
  }

  fileprivate var hasPrimaryKeyInSQL: Bool {
    var literals = constraints
    for case .literal(let literal) in components { literals.append(literal) }
    return literals.contains { literal in
      SQLTokenizer.tokens(of: literal.literalText).contains {
        $0.isWord("PRIMARY")
      }
    }
  }
}

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
