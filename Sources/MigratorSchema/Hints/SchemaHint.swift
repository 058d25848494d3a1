internal import SQLSyntax

/// A property of a schema that is valid but often not intended.
public enum SchemaHint: Sendable, Hashable {
  /// No index begins with the columns of a foreign key.
  case foreignKeyWithoutIndex(table: String, columns: [String], parent: String)
  /// Another index, or a key of the table if `within` is `nil`, begins with the columns of an
  /// index.
  case redundantIndex(String, table: String, columns: [String], within: String?)
  /// An integer primary key is not the rowid, because of its type or order.
  case keyBesideRowID(table: String, column: String, declaration: String)
  /// AUTOINCREMENT is used, although no column without a foreign key refers to the table.
  case autoincrement(table: String, column: String)
  /// A type has a different affinity than its name suggests.
  ///
  /// `suggested` is `nil` if the name suggests none.
  case typeName(table: String, column: String, type: String, affinity: String, suggested: String?)
}

extension SchemaHint {
  /// Returns the hints of a schema, in the order of its tables and columns.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The hints; tables that cannot be parsed, and virtual ones, have none.
  /// - Complexity: O(*n*) for *n* bytes of SQL, and O(*m*²) for *m* indexes of a table.
  public static func all(in schema: SchemaSnapshot) -> [SchemaHint] {
    let tables = schema.objects.filter { $0.kind == .table && $0.owner == nil }.compactMap {
      table in table.sql.flatMap(ParsedTable.parse).map { (name: table.name, table: $0) }
    }
    let indexes = Dictionary(
      grouping: schema.objects.filter { $0.kind == .index && $0.sql != nil }
    ) { SQLName($0.tableName) }
    let references = SoftReferences(tables, schema)
    return tables.flatMap { name, table -> [SchemaHint] in
      let keys = IndexedKey.all(of: table, indexes[SQLName(name)] ?? [])
      return foreignKeys(of: name, table, keys) + redundantIndexes(of: name, keys)
        + primaryKey(of: name, table, references) + typeNames(of: name, table)
    }
  }

  // MARK: Keys

  private static func foreignKeys(
    of name: String, _ table: ParsedTable, _ keys: [IndexedKey]
  ) -> [SchemaHint] {
    table.foreignKeys.filter { foreignKey in
      let columns = Set(foreignKey.columns.map(SQLName.init(_:)))
      return !keys.contains { $0.finds(columns) }
    }.map {
      .foreignKeyWithoutIndex(table: name, columns: $0.columns, parent: $0.destination)
    }
  }

  private static func redundantIndexes(of name: String, _ keys: [IndexedKey]) -> [SchemaHint] {
    keys.compactMap { key in
      guard let index = key.index else { return nil }
      return keys.first { $0.index != index && $0.replaces(key) }.map { other in
        .redundantIndex(
          index, table: name, columns: key.columns.map(\.fragment.readable), within: other.index)
      }
    }
  }

  private static func primaryKey(
    of name: String, _ table: ParsedTable, _ references: SoftReferences
  ) -> [SchemaHint] {
    guard let key = table.integerKey, !table.isWithoutRowID else { return [] }
    if !key.isRowID {
      return [.keyBesideRowID(table: name, column: key.column, declaration: key.declaration)]
    }
    guard key.isAutoincrement, !references.contain(SQLName(name)) else { return [] }
    return [.autoincrement(table: name, column: key.column)]
  }

  private static func typeNames(of name: String, _ table: ParsedTable) -> [SchemaHint] {
    if table.isStrict { return [] }
    return table.columns.compactMap { column in
      guard let type = column.type, let meaning = TypeName(type).misreading else { return nil }
      return .typeName(
        table: name, column: column.name, type: type,
        affinity: ColumnAffinity(type: type).rawValue, suggested: meaning.suggested?.rawValue)
    }
  }

  // MARK: Places

  /// The tables or indexes whose creation causes the hint; the hint is about the last of them.
  public var objects: [String] {
    switch self {
    case .foreignKeyWithoutIndex(let table, _, _), .keyBesideRowID(let table, _, _),
      .autoincrement(let table, _), .typeName(let table, _, _, _, _):
      [table]
    case .redundantIndex(let index, _, _, let other): [index] + [other].compactMap(\.self)
    }
  }

  /// The columns of ``objects`` whose creation causes the hint; empty if those do not matter.
  public var columns: [String] {
    switch self {
    case .foreignKeyWithoutIndex(_, let columns, _): columns
    case .keyBesideRowID(_, let column, _), .autoincrement(_, let column),
      .typeName(_, let column, _, _, _):
      [column]
    case .redundantIndex: []
    }
  }
}
