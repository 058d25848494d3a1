internal import MigratorSQLite
internal import MigratorSchema

/// What the statements of a migration did to the tables and their rows, in the order they did it.
///
/// Rows are told apart by the table they were in and not by its name, which another may have had.
/// What a savepoint or a transaction took back is forgotten.
final class SchemaTrace {
  /// A table that was dropped.
  struct Drop {
    /// The name it had then.
    let table: SQLName
    /// Whether a tool that enforces foreign keys would have enforced them then.
    let isEnforced: Bool
  }

  /// What is taken back together.
  private struct State {
    var events: [SchemaEvent] = []
    /// Rows of tables that are there, under their present names.
    var rows: [SQLName: RowChangeCounter.Counts] = [:]
    /// The virtual tables under their present names.
    var virtualTables: Set<SQLName>
    /// The tables that were dropped, in that order, under the names they had then.
    var drops: [Drop] = []
    /// The full-text indexes that were emptied by a command of theirs.
    var emptiedIndexes: Set<SQLName> = []
  }

  private var state: State
  private var marks: [(name: SQLName?, state: State)] = []
  /// The schemas that SQLite found names in, for statements that do not say.
  private var schemas: [SQLName: SQLName] = [:]
  /// Names that virtual tables were made under.
  private var virtualNames: Set<SQLName> = []
  private let counter: RowChangeCounter?
  /// The rows that were changed since somebody asked, under the names of that time.
  private var recent: [SQLName: RowChangeCounter.Counts] = [:]
  /// The columns that statements read, under the names that they and their tables had then.
  private var readColumns: [SQLName: Set<SQLName>] = [:]
  /// The tables of which all columns were copied at once.
  private var copiedTables: Set<SQLName> = []
  /// Whether the statements switched foreign keys off where that has an effect.
  private var hasSwitchedOff = false
  private let isInTransaction: () -> Bool
  /// Whether a statement that fails ends it all; otherwise what it did is taken back, and nobody tells.
  private let endsAtFailure: Bool

  /// Creates a trace that has seen nothing.
  ///
  /// - Parameters:
  ///   - shadows: The virtual tables that are there, and what belongs to them.
  ///   - counter: Counts the rows while the statements run; `nil` where they are not asked for.
  ///   - notesReads: Whether rows may be compared without a counter.
  ///   - endsAtFailure: Whether no statement runs after one that failed, as in code one may.
  ///   - isInTransaction: Tells whether the connection is in a transaction.
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
    // What the migrator itself began, a migration may take back.
    marks = [(nil, state)]
    watchRows()
  }

  /// Whether it has to be known what was read: rows may be compared.
  let notesReads: Bool

  /// What was done to the schema.
  var events: [SchemaEvent] { state.events }

  /// The tables whose rows are others than before, or whose name had another table.
  var touchedTables: Set<SQLName> {
    events.reduce(into: Set(rows.keys)) { names, event in
      switch event {
      // A page that is free is used again: a table made anew may lie where its namesake lay, and so may
      // the one that has the rows of a virtual table.
      case .created(.table, let name), .dropped(.table, let name), .tableRenamed(_, to: let name):
        names.formUnion([name] + ShadowTables.rowTables(of: name))
      default: break
      }
    }
  }

  /// The tables to which rows came, and nothing else: no other row is another or gone, and each is the table
  /// that had its name before, with the columns that it had.
  var grownTables: Set<SQLName> {
    if !endsAtFailure { return [] }
    var names = Set(rows.filter(\.value.hasOnlyInserted).keys)
    for event in events {
      names.remove(event.subject)
      if case .tableRenamed(_, to: let name) = event { names.remove(name) }
    }
    return names
  }

  /// The tables that were dropped, in that order, under the names they had then.
  var drops: [Drop] { state.drops }

  /// The full-text indexes that were emptied by a command of theirs, and not told to build themselves again.
  var emptiedIndexes: Set<SQLName> { state.emptiedIndexes }

  /// The rows that were changed of each table that is there, under its present name.
  var rows: [SQLName: RowChangeCounter.Counts] {
    take()
    return state.rows
  }

  /// The rows that were changed since the last call, under the names that their tables had then.
  func takeRecent() -> [SQLName: RowChangeCounter.Counts] {
    take()
    defer { recent = [:] }
    return recent
  }

  /// Whether something can be taken back without all being taken back.
  var isInSavepoint: Bool { marks.count > 1 }

  /// Whether statements read a table that was there before, or a column of it, under any name that
  /// they had: only then its values can have been copied.
  ///
  /// Both go by their names before.
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

  /// The words that statements begin with which it is to be told of.
  static let openings = SchemaStatement.openings.union(["INSERT", "REPLACE"])

  /// Notes the table of `INSERT … SELECT * FROM table`, which SQLite may copy page by page without telling
  /// that it is read: <https://www.sqlite.org/src/file/src/insert.c>, "xferOptimization".
  private func noteCopy(_ sql: String) {
    guard notesReads, sql.utf8.count < 10_000, sql.utf8.contains(UInt8(ascii: "*")) else {
      return
    }
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard let star = tokens.firstIndex(where: { $0.isWord("*") }), star > 0,
      tokens[star - 1].isWord("SELECT"), tokens.count > star + 2, tokens[star + 1].isWord("FROM")
    else { return }
    let isQualified = tokens.count > star + 4 && tokens[star + 3].isWord(".")
    if let name = tokens[star + (isQualified ? 4 : 2)].name { copiedTables.insert(name) }
  }

  /// Notes a command to a full-text index: a word that is inserted into the column of its own name.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#special_insert_operations>.
  private func noteCommand(_ sql: String) {
    guard sql.utf8.count < 10_000,
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

  /// Notes in which schema SQLite found a name, and what is read.
  func note(_ event: AuthorizerEvent) {
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

  /// Notes that the body begins: it cannot roll back what the ledger did before.
  func beginBody() {
    take()
    recent = [:]
    marks = [(nil, state)]
  }

  /// Notes a statement that has run.
  func follow(_ sql: String) {
    guard let statement = SchemaStatement(sql) else {
      noteCommand(sql)
      return noteCopy(sql)
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
    case .commit: marks = []
    case .rollbackTo(let name):
      guard let index = marks.lastIndex(where: { $0.name == name }) else { return }
      marks.removeSubrange((index + 1)...)
      takeBack(to: marks[index].state)
    case .rollback:
      if let first = marks.first?.state { takeBack(to: first) }
      marks = []
    case .foreignKeys(let isOn): if !isInTransaction() { hasSwitchedOff = !isOn }
    }
  }

  private func takeBack(to earlier: State) {
    counter?.reset()
    state = earlier
    watchRows()
  }

  private func apply(_ event: SchemaEvent) {
    state.events.append(event)
    switch event {
    case .created(.table, let name) where virtualNames.contains(name):
      state.virtualTables.insert(name)
      watchRows()
    case .dropped(.table, let name):
      state.drops.append(Drop(table: name, isEnforced: !hasSwitchedOff))
      state.rows[name] = nil
      state.virtualTables.remove(name)
      state.emptiedIndexes.remove(name)
    case .tableRenamed(let name, let new):
      state.rows[new] = state.rows.removeValue(forKey: name)
      guard state.virtualTables.remove(name) != nil else { return }
      state.virtualTables.insert(new)
      if state.emptiedIndexes.remove(name) != nil { state.emptiedIndexes.insert(new) }
      // Its shadow tables were renamed along with it.
      for shadow in ShadowTables.rowTables(of: name) {
        let renamed = SQLName(new.text + shadow.text.dropFirst(name.text.count))
        state.rows[renamed] = state.rows.removeValue(forKey: shadow)
      }
      watchRows()
    default: break
    }
  }

  /// Adds what was counted since the last time to the tables of that time.
  private func take() {
    guard let counter else { return }
    for (name, counts) in counter.tables {
      state.rows[name, default: RowChangeCounter.Counts()].add(counts)
      recent[name, default: RowChangeCounter.Counts()].add(counts)
    }
    counter.reset()
  }

  /// Rows of virtual tables are rewritten where they are changed: one that comes back is no lost one.
  private func watchRows() {
    counter?.watchedTables = Set(state.virtualTables.flatMap { ShadowTables.rowTables(of: $0) })
  }
}
