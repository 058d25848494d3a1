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
          // The table's own key cannot be a part of itself.
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
