package import MigratorEngine
package import MigratorSQLite
internal import MigratorSchema
package import SQLSyntax

/// Plans the statements that convert one schema to another.
///
/// The statements are run on a scratch database while they are planned, because SQLite itself
/// determines the definition that `ALTER TABLE` produces.
package struct SchemaPlanner {
  /// How to plan.
  package struct Options: Sendable, Hashable {
    /// The decisions of the user.
    package var answers = WriterAnswers()
    /// True to keep the exact column order of the wanted schema.
    package var keepsOrder = false
    /// How rows are kept when a table is rebuilt.
    package var form = TableRebuild.Form.guarded
    /// True to use 0 or an empty value if a column may not be NULL and has no other value.
    package var fillsMissing = false
    /// True if indexes, triggers and views may already have been dropped or created in some
    /// databases.
    package var toleratesDrift = false
    /// False if the tool's connection rejects strings in double quotes.
    package var acceptsDoubleQuotedStringLiterals = true
    /// The tables of ledgers, which are not compared.
    package var ledgers: Set<SQLName> = []

    /// Creates the default options.
    package init() {}
  }

  /// The result of planning.
  package enum Result: Sendable, Hashable {
    /// The statements.
    case plan(SchemaPlan)
    /// The decisions that the user must make first.
    case questions([WriterQuestion])
  }

  let db: Database
  let wantedDB: Database
  let options: Options
  let wanted: StoredSchema
  let wantedTables: [TableFacts]
  /// The schema before the plan.
  let former: StoredSchema
  let formerTables: [TableFacts]
  let match: SchemaMatch
  private let wantedPlaces: [SQLName: Int]
  private let formerPlaces: [SQLName: Int]
  /// The tables whose columns a wanted view or trigger uses by position.
  private let positional: Set<SQLName>
  var plan = SchemaPlan()
  /// The current names of tables that are dropped later, because another table gets their name.
  private var displacedTables: [SQLName: SQLName] = [:]
  /// The former names of columns that are dropped later, because another column gets their name.
  var displacedColumns: [ColumnName: SQLName] = [:]
  /// The schema that the statements so far have produced, if it was read.
  private var made: StoredSchema?

  /// Plans the statements.
  ///
  /// - Parameters:
  ///   - db: A scratch database with the current schema. Afterwards, it has the wanted one.
  ///   - wanted: A scratch database with the wanted schema.
  ///   - options: How to plan.
  /// - Returns: The plan or questions.
  /// - Throws: ``WriterRefusal``; ``DatabaseError``.
  /// - Complexity: O(*n*) statements for *n* differences, each of which reads the schema.
  package static func plan(
    from db: Database, to wanted: Database, _ options: Options
  ) throws -> Result {
    var planner = try SchemaPlanner(db, wanted, options)
    try planner.checkFills()
    let questions = planner.match.questions + planner.missingValues()
    if !questions.isEmpty { return .questions(questions) }
    try db.execute(sql: "PRAGMA foreign_keys = \(options.form == .guarded ? "ON" : "OFF")")
    try db.inTransaction(.immediate) {
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try planner.run()
      return .commit
    }
    return .plan(planner.plan)
  }

  private init(_ db: Database, _ wantedDB: Database, _ options: Options) throws {
    (self.db, self.wantedDB, self.options) = (db, wantedDB, options)
    wanted = try StoredSchema(wantedDB, besides: options.ledgers)
    wantedTables = try TableFacts.all(wantedDB, wanted)
    wantedPlaces = Self.places(wantedTables)
    former = try StoredSchema(db, besides: options.ledgers)
    formerTables = try TableFacts.all(db, former)
    formerPlaces = Self.places(formerTables)
    positional = PositionalUse.tables(in: wanted)
    match = try SchemaMatch(formerTables, wantedTables, options.answers)
    (plan.tables, plan.columns) = (match.tables, match.columns)
  }

  private static func places(_ tables: [TableFacts]) -> [SQLName: Int] {
    Dictionary(tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the wanted table of a name, or `nil`.
  func wantedTable(_ name: SQLName) -> TableFacts? { wantedPlaces[name].map { wantedTables[$0] } }

  /// Returns the former state of a wanted table, or `nil` for a new one.
  func formerTable(of name: SQLName) -> TableFacts? {
    match.formerTable(of: name).flatMap { formerPlaces[$0] }.map { formerTables[$0] }
  }

  private mutating func run() throws {
    try renameAll()
    try dropUnwanted()
    var doomed = former.all(.table).map { SQLName($0.name) }.filter { match.tables[$0] == nil }
      .map { displacedTables[$0] ?? $0 }
    try dropTables(&doomed)
    try createTables()
    try changeTables()
    try dropTables(&doomed, isLast: true)
    try createRest()
    try fillIndexes()
    try check()
    if options.form == .guarded, plan.statements.contains(where: \.reason.removesRows) {
      plan.statements.insert(
        PlannedStatement(sql: "PRAGMA defer_foreign_keys = ON", reason: .deferForeignKeys), at: 0)
    }
  }

  /// Why the columns of a table must have the wanted order; `nil` if any order is acceptable.
  func orderReason(of table: SQLName) -> RebuildReason? {
    if options.keepsOrder { return .order }
    return positional.contains(table) ? .position : nil
  }

  // MARK: - Running

  /// Reads the schema that the statements so far have produced.
  mutating func present() throws -> StoredSchema {
    if let made { return made }
    let schema = try StoredSchema(db, besides: options.ledgers)
    made = schema
    return schema
  }

  /// Runs a statement on the scratch database and adds it to the plan.
  mutating func run(_ sql: String, _ reason: PlannedStatement.Reason) throws {
    made = nil
    // ALTER TABLE reads all views and triggers; CREATE accepts them unread.
    let isLenient = options.acceptsDoubleQuotedStringLiterals || !sql.hasPrefix("ALTER TABLE")
    do {
      try db.withDoubleQuotedStringLiterals(accepted: isLenient) { try db.execute(sql: sql) }
    } catch let error as DatabaseError {
      let message = error.message ?? error.description
      // A missing table must be a parent, which SQLite looks up when rows change: the planner's own
      // tables exist.
      let isAboutKey =
        message.hasPrefix("foreign key mismatch")
        || (message.hasPrefix("no such table: main.") && sql.hasPrefix("INSERT"))
      throw isAboutKey
        ? WriterRefusal.foreignKey(message: message) : .statement(sql, message: message)
    }
    let statement = PlannedStatement(sql: sql, reason: reason)
    plan.statements.append(options.toleratesDrift ? statement.tolerant : statement)
  }

  /// Runs statements, and rolls all of them back if one fails or the closure returns false.
  ///
  /// Returns true if their changes are kept.
  mutating func attempt(_ body: (inout SchemaPlanner) throws -> Bool) throws -> Bool {
    var trial = self
    var isKept = false
    try db.inSavepoint {
      do {
        isKept = try body(&trial)
      } catch is WriterRefusal {
        isKept = false
      }
      return isKept ? .commit : .rollback
    }
    if isKept { self = trial }
    return isKept
  }

  // MARK: - Renaming

  private mutating func renameAll() throws {
    let renames = try attempt { planner in
      try planner.renameTables()
      try planner.renameColumns()
      return true
    }
    if renames { return }
    // A view or trigger that SQLite cannot rewrite prevents every rename.
    for object in try present().objects.reversed() where [.view, .trigger].contains(object.kind) {
      try drop(object)
    }
    try renameTables()
    try renameColumns()
  }

  private mutating func renameTables() throws {
    var pending = former.all(.table).compactMap { object in
      let name = SQLName(object.name)
      return match.tables[name].flatMap { wanted.table($0)?.name }.map {
        (old: object.name, new: $0)
      }
    }.filter { !$0.old.hasSameBytes(as: $0.new) }
    for (_, new) in pending {
      let blocking = try present().objects.first { object in
        object.kind != .trigger && SQLName(object.name) == SQLName(new)
          && match.tables[SQLName(object.name)] == nil
      }
      if let blocking { try moveAway(blocking) }
    }
    while let next = pending.first {
      pending.removeFirst()
      let taken = try names()
      var (old, new) = next
      if SQLName(old) == SQLName(new) || taken.contains(SQLName(new)) {
        // A temporary name is needed for a rename that changes only the case, which SQLite rejects,
        // and for names that are exchanged.
        let other = free("\(new)_", besides: taken)
        try rename(old, to: other)
        old = other
        if SQLName(next.old) != SQLName(new) {
          pending.append((old, new))
          continue
        }
      }
      try rename(old, to: new)
    }
  }

  /// Frees the name of an object that is dropped later.
  private mutating func moveAway(_ object: SchemaObject) throws {
    guard object.kind == .table else { return try drop(object) }
    let name = free("\(object.name)_", besides: try names())
    try rename(object.name, to: name)
    displacedTables[SQLName(object.name)] = SQLName(name)
  }

  private mutating func names() throws -> Set<SQLName> {
    Set(try present().objects.filter { $0.kind != .trigger }.map { SQLName($0.name) })
  }

  private mutating func rename(_ old: String, to new: String) throws {
    try run(
      "ALTER TABLE \(old.plainIdentifier) RENAME TO \(new.plainIdentifier)",
      .renameTable(SQLName(old), to: SQLName(new)))
  }

  private mutating func renameColumns() throws {
    for table in former.all(.table) {
      guard let name = match.tables[SQLName(table.name)],
        let target = wantedTable(name), !target.object.isVirtual
      else { continue }
      let own = target.columns.compactMap { column in
        match.source(of: SQLName(column.name), in: SQLName(table.name)).map {
          (old: $0, new: column.name)
        }
      }
      var pending = own.map { (old: $0.old.text, new: $0.new) }.filter {
        !$0.old.hasSameBytes(as: $0.new)
      }.sorted { $0.old < $1.old }
      if pending.isEmpty { continue }
      let doomed = try columnNames(of: name).subtracting(own.map(\.old))
      for (_, new) in pending where doomed.contains(SQLName(new)) {
        let other = free("\(new)_", besides: try columnNames(of: name))
        try renameColumn(new, to: other, of: target)
        displacedColumns[ColumnName(name, SQLName(other))] = SQLName(new)
      }
      while let next = pending.first {
        pending.removeFirst()
        let taken = try columnNames(of: name)
        if SQLName(next.old) != SQLName(next.new), taken.contains(SQLName(next.new)) {
          let other = free("\(next.new)_", besides: taken)
          try renameColumn(next.old, to: other, of: target)
          pending.append((other, next.new))
        } else {
          try renameColumn(next.old, to: next.new, of: target)
        }
      }
    }
  }

  private func columnNames(of table: SQLName) throws -> Set<SQLName> {
    Set(try db.allColumns(of: table.text, in: "main").map { SQLName($0.name) })
  }

  private mutating func renameColumn(_ old: String, to new: String, of table: TableFacts) throws {
    try run(
      "ALTER TABLE \(table.name.plain) RENAME COLUMN \(old.plainIdentifier) "
        + "TO \(new.plainIdentifier)",
      .renameColumn(ColumnName(table.name, SQLName(old)), to: SQLName(new)))
  }

  private func free(_ name: String, besides taken: Set<SQLName>) -> String {
    var name = name
    while taken.contains(SQLName(name)) { name += "_" }
    return name
  }

  // MARK: - Dropping

  /// Drops the indexes, views and triggers that are missing or different in the wanted schema.
  private mutating func dropUnwanted() throws {
    let kept = Set(match.tables.values)
    let keys = try db.declaredForeignKeys(in: "main")
    for object in try present().objects.reversed() where object.kind != .table {
      // SQLite drops the objects of a table with it.
      let isOfView = try present().object(.view, SQLName(object.tableName)) != nil
      if object.kind != .view, !isOfView, !kept.contains(SQLName(object.tableName)) { continue }
      // Until the tables are changed, statements on children may need a key of their parent.
      if isWanted(object) || isParentKey(object, of: keys) { continue }
      // Dropping a view also drops its triggers.
      guard try present().object(object.kind, SQLName(object.name)) != nil else { continue }
      try drop(object)
    }
  }

  /// True if the wanted schema has the same object.
  func isWanted(_ object: SchemaObject) -> Bool {
    wanted.object(object.kind, SQLName(object.name)).map {
      $0.name.hasSameBytes(as: object.name) && ObjectText.areSame($0, object)
    } ?? false
  }

  mutating func drop(_ object: SchemaObject) throws {
    let name = SQLName(object.name)
    let isWanted = wanted.object(object.kind, name) != nil
    try run(
      "DROP \(object.kind.rawValue.asciiUppercased) \(name.plain)",
      isWanted ? .changeObject(object.kind, name) : .dropObject(object.kind, name))
  }

  /// Drops tables to which no other table refers, children first.
  private mutating func dropTables(_ doomed: inout [SQLName], isLast: Bool = false) throws {
    while !doomed.isEmpty {
      let keys = try db.declaredForeignKeys(in: "main")
      func children(_ table: SQLName) -> Set<SQLName> {
        Set(keys.filter { SQLName($0.destinationTable) == table }.map { SQLName($0.originTable) })
          .subtracting([table])
      }
      let free =
        doomed.first { children($0).isEmpty } ?? doomed.first { children($0).isSubset(of: doomed) }
      guard let table = free else {
        guard isLast, let parent = doomed.first,
          let child = children(parent).subtracting(doomed).min()
        else { return }
        throw WriterRefusal.droppedParent(parent, child: child)
      }
      doomed.removeAll { $0 == table }
      // Dropping a virtual table also drops its shadow tables.
      guard try db.hasSchemaRow(where: [.kind(.table), .name(table.text)]) else { continue }
      let name = displacedTables.first { $0.value == table }?.key ?? table
      try run("DROP TABLE \(table.plain)", .dropObject(.table, name))
      plan.losses.append(.table(name))
    }
  }

  // MARK: - Checking

  /// Throws if the result is not the wanted schema.
  private mutating func check() throws {
    let result = try present()
    for object in wanted.objects {
      guard let made = result.object(object.kind, SQLName(object.name)),
        made.name.hasSameBytes(as: object.name),
        ObjectText.areSame(
          made, object, keepingOrder: orderReason(of: SQLName(object.name)) != nil)
      else { throw WriterRefusal.differs("\(object.kind.rawValue) \(object.name)") }
    }
    for object in result.objects where wanted.object(object.kind, SQLName(object.name)) == nil {
      throw WriterRefusal.differs("\(object.kind.rawValue) \(object.name)")
    }
  }
}

extension PlannedStatement.Reason {
  /// True if rows are missing temporarily or permanently.
  fileprivate var removesRows: Bool {
    switch self {
    case .rebuild, .dropObject(.table, _): true
    default: false
    }
  }
}
