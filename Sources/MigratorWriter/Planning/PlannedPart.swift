internal import MigratorEngine
internal import MigratorPlatform
internal import MigratorRows
internal import MigratorSchema
internal import SQLSyntax

/// The part of two schemas that determines the statements between them.
///
/// Creating and reading a thousand tables takes a second, but most migrations change one. A table
/// is left out if it is the same in both schemas and no changed object, view, trigger or virtual
/// table reaches it, also not through foreign keys. No statement of a plan can name such a table,
/// and SQLite does not read it for any statement of a plan.
struct PlannedPart {
  /// The objects of the current schema.
  let present: StoredSchema
  /// The objects of the wanted schema.
  let wanted: StoredSchema
  /// The tables that are left out.
  private let others: [SchemaObject]

  init(_ present: StoredSchema, _ wanted: StoredSchema, _ answers: WriterAnswers) {
    let graphs = [present, wanted].map { RelevantTables(of: $0.snapshot) }
    var names = answers.tables
    for (schema, other) in [(present, wanted), (wanted, present)] {
      for object in schema.objects where Self.isRelevant(object, otherwise: other) {
        names.formUnion([SQLName(object.name), SQLName(object.tableName)])
        names.formUnion(graphs.flatMap { $0.names(in: object.definition) })
      }
    }
    var count = -1
    while names.count > count {
      count = names.count
      names = graphs.reduce(names) { $1.reached(from: $0, changesKeys: true) }
    }
    self.present = StoredSchema(present.objects.filter { names.contains(SQLName($0.tableName)) })
    self.wanted = StoredSchema(wanted.objects.filter { names.contains(SQLName($0.tableName)) })
    others = present.all(.table).filter { !names.contains(SQLName($0.name)) }
  }

  /// True for an object that can affect a statement by itself.
  private static func isRelevant(_ object: SchemaObject, otherwise other: StoredSchema) -> Bool {
    guard other.object(object.kind, SQLName(object.name)) == object else { return true }
    switch object.kind {
    // To rename or drop a column, SQLite compiles all views and triggers.
    case .view, .trigger: return true
    case .table where object.isVirtual || ObjectText(object).columns.isEmpty: return true
    // A helper object or a temporary name could be the same.
    case .table, .index:
      return object.name.hasPrefix(ProgramName.text) || object.name.hasSuffix("_")
    }
  }

  /// Adds the tables that are left out to those that a plan keeps.
  func completing(_ plan: SchemaPlan) -> SchemaPlan {
    var plan = plan
    for object in others {
      let table = SQLName(object.name)
      plan.tables[table] = table
      for column in ObjectText(object).columns.map(SQLName.init(_:)) {
        plan.columns[ColumnName(table, column)] = column
      }
    }
    return plan
  }
}

extension WriterAnswers {
  /// The names that can be those of tables.
  fileprivate var tables: Set<SQLName> {
    Set(renames.flatMap { $0.table.map { [$0] } ?? [$0.old, $0.new] })
      .union(fills.map(\.column.table)).union(dropped.map { $0.table ?? $0.name })
  }
}
