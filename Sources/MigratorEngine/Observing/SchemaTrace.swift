internal import MigratorSQLite
internal import MigratorSchema

/// The changes of a migration's statements to tables and their rows, in order.
///
/// Row changes belong to a table, not to its name, which another table may have had. Changes that a
/// savepoint or transaction rolled back are discarded.
final class SchemaTrace {
  struct Drop {
    let table: SQLName
    /// True if foreign keys were not turned off when the table was dropped.
    let isEnforced: Bool
    /// True if, with enforced foreign keys, rows that refer to the table would make the drop or the
    /// commit fail.
    fileprivate(set) var requiresParents = true
  }

  /// The state that a rollback restores.
  private struct State {
    var events: [SchemaEvent] = []
    /// The row changes of existing tables, by current name.
    var rows: [SQLName: RowChangeCounter.Counts] = [:]
    var virtualTables: Set<SQLName>
    /// The dropped tables in order, with their names at that time.
    var drops: [Drop] = []
    var emptiedIndexes: Set<SQLName> = []
    var columnCopies = ColumnCopies()
    var keyAssignments = KeyAssignments()
  }

  private var state: State
  private var marks: [(name: SQLName?, state: State)] = []
  /// The schema of each name according to SQLite, for statements that do not specify it.
  private var schemas: [SQLName: SQLName] = [:]
  private var virtualNames: Set<SQLName> = []
  private let counter: RowChangeCounter?
  /// The row changes since the last ``takeRecent()``, by the table's name at that time.
  private var recent: [SQLName: RowChangeCounter.Counts] = [:]
  /// The row changes since the last ``takeRowsOfStatement()``; `nil` if they are not needed.
  private var rowsOfStatement: [SQLName: StatementLog.Rows]?
  /// The columns that statements read, by the names at that time.
  private var readColumns: [SQLName: Set<SQLName>] = [:]
  /// The tables that were copied with `INSERT … SELECT *`.
  private var copiedTables: Set<SQLName> = []
  /// True if the statements switched foreign keys off outside a transaction, where that has an
  /// effect.
  private var foreignKeysAreOff = false
  /// The number of drops before foreign keys were deferred, or `nil` if they are not deferred.
  private var dropsBeforeDeferral: Int?
  private let isInTransaction: () -> Bool
  /// True if a failed statement ends the migration; otherwise code may continue after it.
  private let endsAtFailure: Bool

  /// Creates an empty trace.
  ///
  /// - Parameters:
  ///   - shadows: The existing virtual tables and their shadow tables.
  ///   - counter: Counts row changes while the statements run; `nil` if they are not needed.
  ///   - notesReads: True if rows may be compared without a counter.
  ///   - endsAtFailure: True if no statement runs after a failed one; in code it may.
  ///   - isInTransaction: Returns whether the connection is in a transaction.
  init(
    shadows: ShadowTables, counter: RowChangeCounter?, notesReads: Bool = false,
    endsAtFailure: Bool = false,
    isInTransaction: @escaping () -> Bool
  ) {
    self.endsAtFailure = endsAtFailure
    self.counter = counter
    self.notesReads = notesReads || counter != nil
    self.isInTransaction = isInTransaction
    state = State(virtualTables: shadows.virtualTables)
    // A migration can roll back the transaction that the migrator began.
    marks = [(nil, state)]
    watchRows()
  }

  /// True if reads are recorded, because rows may be compared.
  let notesReads: Bool

  var events: [SchemaEvent] { state.events }

  /// The tables whose rows may have changed, or whose name belonged to another table.
  var touchedTables: Set<SQLName> {
    events.reduce(into: Set(rows.keys)) { names, event in
      switch event {
      // SQLite reuses free pages: a re-created table may have the root page of its predecessor, and
      // so may the table that stores a virtual table's rows.
      case .created(.table, let name), .dropped(.table, let name), .tableRenamed(_, to: let name):
        names.formUnion([name] + ShadowTables.rowTables(of: name))
      default: break
      }
    }
  }

  /// The tables to which rows were only added.
  ///
  /// Their other rows, their names and their columns are unchanged.
  var insertOnlyTables: Set<SQLName> {
    if !endsAtFailure { return [] }
    var names = Set(rows.filter(\.value.hasOnlyInserted).keys)
    for event in events {
      names.remove(event.subject)
      if case .tableRenamed(_, to: let name) = event { names.remove(name) }
    }
    return names
  }

  var drops: [Drop] { state.drops }

  var emptiedIndexes: Set<SQLName> { state.emptiedIndexes }

  /// The dropped columns that statements had copied completely, as events.
  ///
  /// Code may run a statement long after it was compiled, so only scripts prove copies.
  var keptColumns: [SchemaEvent] { endsAtFailure ? state.columnCopies.keptColumns : [] }

  /// True if a script filled a table so that SQLite assigned the integer primary keys.
  func assigns(_ key: SQLName, of table: SQLName) -> Bool {
    endsAtFailure && state.keyAssignments.assigns(key, of: table)
  }

  var rows: [SQLName: RowChangeCounter.Counts] {
    take()
    return state.rows
  }

  /// Returns the row changes since the last call, by the table's name at that time.
  func takeRecent() -> [SQLName: RowChangeCounter.Counts] {
    take()
    defer { recent = [:] }
    return recent
  }

  /// Returns the numbers of changed rows since the last call; the first call only starts counting.
  func takeRowsOfStatement() -> [SQLName: StatementLog.Rows] {
    take()
    defer { rowsOfStatement = [:] }
    return rowsOfStatement ?? [:]
  }

  /// True if no row was updated or deleted since the last ``takeRowsOfStatement()``.
  var hasOnlyInserted: Bool {
    counter?.hasOnlyInserted != false
      && rowsOfStatement?.values.allSatisfy { $0.updated == 0 && $0.deleted == 0 } != false
  }

  var isInSavepoint: Bool { marks.count > 1 }

  /// True if statements read a table or one of its columns, under any of its names.
  ///
  /// Only then can its values have been copied. Both names are the ones before the migration.
  func hasRead(_ column: SQLName?, of table: SQLName) -> Bool {
    var (tables, columns) = ([table], column.map { [$0] })
    for event in events {
      switch event {
      case .tableRenamed(let old, let new) where tables.contains(old): tables.append(new)
      case .columnRenamed(let old, let new, let table)
      where tables.contains(table) && columns?.contains(old) == true:
        columns?.append(new)
      default: break
      }
    }
    return tables.contains { name in
      copiedTables.contains(name)
        || readColumns[name].map { read in columns.map { !read.isDisjoint(with: $0) } ?? true }
          ?? false
    }
  }

  /// The first words of the statements that ``follow(_:)`` needs.
  static let openings = SchemaStatement.openings.union(["INSERT", "REPLACE", "UPDATE"])

  /// Records the table of `INSERT … SELECT * FROM table`.
  ///
  /// SQLite may copy it page by page without an authorizer callback for reads: "xferOptimization"
  /// in <https://www.sqlite.org/src/file/src/insert.c>.
  private func noteCopy(_ sql: String) {
    guard notesReads, sql.utf8.count < 10_000, sql.containsIgnoringASCIICase("*") else { return }
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard let star = tokens.firstIndex(where: { $0.isWord("*") }), star > 0,
      tokens[star - 1].isWord("SELECT"), tokens.count > star + 2, tokens[star + 1].isWord("FROM")
    else { return }
    let isQualified = tokens.count > star + 4 && tokens[star + 3].isWord(".")
    if let name = tokens[star + (isQualified ? 4 : 2)].name { copiedTables.insert(name) }
  }

  /// Records a command to a full-text index: a word inserted into the column with the index's name.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#special_insert_operations>.
  private func noteCommand(_ sql: String) {
    guard !state.virtualTables.isEmpty, sql.utf8.count < 10_000,
      sql.containsIgnoringASCIICase("delete-all") || sql.containsIgnoringASCIICase("rebuild")
    else { return }
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard let list = tokens.firstIndex(where: { $0.text == "(" }), list > 0,
      let index = tokens[list - 1].name, state.virtualTables.contains(index),
      tokens[(list + 1)...].first?.name == index
    else { return }
    for token in tokens where token.kind == .string {
      switch SQLName(token.unquoted) {
      case "delete-all": state.emptiedIndexes.insert(index)
      case "rebuild": state.emptiedIndexes.remove(index)
      default: break
      }
    }
  }

  func note(_ event: AuthorizerEvent) {
    state.columnCopies.note(event)
    state.keyAssignments.note(event)
    switch event {
    case .alterTable(let name, let schema), .dropColumn(_, let name, let schema),
      .dropTable(let name, let schema), .dropVirtualTable(let name, _, let schema),
      .dropIndex(let name, _, let schema), .dropView(let name, let schema),
      .dropTrigger(let name, _, let schema):
      schemas[SQLName(name)] = SQLName(schema)
    case .createVirtualTable(let name, _, _): virtualNames.insert(SQLName(name))
    case .read(let table, let column, _):
      readColumns[SQLName(table), default: []].insert(SQLName(column))
    default: break
    }
  }

  /// Starts the body; a rollback in the body cannot undo the earlier changes to the ledger.
  func beginBody() {
    take()
    recent = [:]
    marks = [(nil, state)]
  }

  func follow(_ sql: String) {
    guard let statement = SchemaStatement(sql) else {
      noteCommand(sql)
      noteCopy(sql)
      state.keyAssignments.follow(sql)
      return state.columnCopies.follow(sql, after: events)
    }
    switch statement {
    case .change(let event, let schema):
      guard (schema ?? schemas[event.subject] ?? "main") == "main" else { return }
      take()
      apply(event)
    case .begin:
      take()
      marks = [(nil, state)]
    case .savepoint(let name):
      take()
      marks.append((name, state))
    case .release(let name):
      if let index = marks.lastIndex(where: { $0.name == name }) { marks.removeSubrange(index...) }
    case .commit:
      marks = []
      dropsBeforeDeferral = nil
    case .rollbackTo(let name):
      guard let index = marks.lastIndex(where: { $0.name == name }) else { return }
      marks.removeSubrange((index + 1)...)
      takeBack(to: marks[index].state)
    case .rollback:
      if let first = marks.first?.state { takeBack(to: first) }
      marks = []
      dropsBeforeDeferral = nil
    case .deferredForeignKeys(let isOn):
      if isOn {
        dropsBeforeDeferral = dropsBeforeDeferral ?? state.drops.count
      } else {
        forgiveDeferredDrops()
      }
    case .foreignKeys(let isOn): if !isInTransaction() { foreignKeysAreOff = !isOn }
    }
  }

  /// Records that SQLite has reset the count of violations that it kept since foreign keys were
  /// deferred.
  ///
  /// Turning `defer_foreign_keys` off sets the counter of deferred violations to 0: `PragTyp_FLAG` in
  /// <https://www.sqlite.org/src/file/src/pragma.c>.
  private func forgiveDeferredDrops() {
    guard let first = dropsBeforeDeferral else { return }
    for index in state.drops.indices.dropFirst(first) { state.drops[index].requiresParents = false }
    dropsBeforeDeferral = nil
  }

  private func takeBack(to earlier: State) {
    counter?.reset()
    state = earlier
    watchRows()
  }

  private func apply(_ event: SchemaEvent) {
    state.events.append(event)
    state.columnCopies.follow(event)
    state.keyAssignments.follow(event)
    switch event {
    case .created(.table, let name) where virtualNames.contains(name):
      state.virtualTables.insert(name)
      watchRows()
    case .dropped(.table, let name):
      state.drops.append(Drop(table: name, isEnforced: !foreignKeysAreOff))
      state.rows[name] = nil
      state.virtualTables.remove(name)
      state.emptiedIndexes.remove(name)
    case .tableRenamed(let name, let new):
      state.rows[new] = state.rows.removeValue(forKey: name)
      guard state.virtualTables.remove(name) != nil else { return }
      state.virtualTables.insert(new)
      if state.emptiedIndexes.remove(name) != nil { state.emptiedIndexes.insert(new) }
      // SQLite renames its shadow tables too.
      for shadow in ShadowTables.rowTables(of: name) {
        let renamed = SQLName(new.text + shadow.text.dropFirst(name.text.count))
        state.rows[renamed] = state.rows.removeValue(forKey: shadow)
      }
      watchRows()
    default: break
    }
  }

  /// Moves the counts since the last call to the tables' current names.
  private func take() {
    guard let counter else { return }
    for (name, counts) in counter.tables {
      state.rows[name, default: RowChangeCounter.Counts()].add(counts)
      recent[name, default: RowChangeCounter.Counts()].add(counts)
      rowsOfStatement?[name, default: StatementLog.Rows()].add(counts)
    }
    counter.reset()
  }

  /// Watches shadow tables: a virtual table rewrites rows on change, so a reinserted row is not
  /// lost.
  private func watchRows() {
    counter?.watchedTables = Set(state.virtualTables.flatMap { ShadowTables.rowTables(of: $0) })
  }
}
