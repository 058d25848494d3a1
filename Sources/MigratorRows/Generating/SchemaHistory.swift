package import MigratorSchema
internal import MigratorSQLite

/// The facts that all versions of a schema and its migrations state about values.
package struct SchemaHistory: Sendable {
  /// A table at one version.
  struct TableVersion: Sendable {
    let sql: String
    let notNull: Set<SQLName>
    let columns: Set<SQLName>
    let foreignKeys: [ParsedTable.ForeignKey]
  }

  /// The facts about columns, by table; those under an empty name hold for any table.
  private var facts: [SQLName: [SQLName: ColumnFacts]] = [:]
  /// The versions of each table, in order; the SQL of each differs from that of the previous one.
  private var versions: [SQLName: [TableVersion]] = [:]
  private var copies: [ColumnCopy] = []
  /// The columns that refer to the columns of a table.
  private var references: [SQLName: [(column: SQLName, child: SQLName, childColumn: SQLName)]] = [:]
  /// Full-text tables into which triggers or queries copy the rows of other tables.
  private(set) var fedTextTables: Set<SQLName> = []
  /// The other names that a table has in the history.
  private var aliases: [SQLName: Set<SQLName>] = [:]

  /// Reads a history.
  ///
  /// - Parameters:
  ///   - scripts: The SQL of all migrations, in order.
  ///   - schemas: The schema after each of them, as far as known, in order.
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  package init(scripts: [String], schemas: [SchemaSnapshot]) {
    var columns: Set<SQLName> = []
    var objects: Set<SchemaObject> = []
    var statements: [String] = []
    var texts: Set<SQLName> = []
    var former = SchemaSnapshot.empty
    for schema in schemas {
      defer { former = schema }
      for object in schema.delta(since: former).new where objects.insert(object).inserted {
        guard let sql = object.sql else { continue }
        statements.append(sql)
        if object.storesText { texts.insert(SQLName(object.name)) }
        guard object.kind == .table, let table = ParsedTable.parse(sql) else { continue }
        let names = table.columns.map { SQLName($0.name) }
        columns.formUnion(names)
        let version = TableVersion(
          sql: sql,
          notNull: Set(table.columns.filter(\.isNotNull).map { SQLName($0.name) }),
          columns: Set(names), foreignKeys: table.foreignKeys)
        versions[SQLName(object.name), default: []].append(version)
        for key in table.foreignKeys {
          for (column, parent) in zip(key.columns, key.destinationColumns) {
            references[SQLName(key.destination), default: []].append(
              (SQLName(parent), SQLName(object.name), SQLName(column)))
          }
        }
      }
    }
    let tables = Set(versions.keys)
    for text in statements + scripts { read(text, tables: tables, columns: columns) }
    if !texts.isEmpty {
      for text in statements + scripts { noteFed(texts, by: text) }
    }
  }

  private mutating func read(_ text: String, tables: Set<SQLName>, columns: Set<SQLName>) {
    let tokens = SQLTokenizer.tokens(of: text).filter { !$0.isTrivia }
    for statement in tokens.split(separator: SQLToken(kind: .punctuation, text: ";")) {
      noteRename(statement)
      let mentioned = Set(statement.compactMap(\.name)).intersection(tables)
      copies += ColumnCopy.all(in: Array(statement), tables: mentioned)
      let scanner = FactScanner(Array(statement)) { name in
        columns.isEmpty || columns.contains(name)
      }
      if scanner.facts.isEmpty { continue }
      for table in mentioned.isEmpty ? ["" as SQLName] : Array(mentioned) {
        for (column, found) in scanner.facts {
          facts[table, default: [:]][column, default: ColumnFacts()].add(found)
        }
      }
    }
  }

  /// Records the full-text tables into which a script copies rows of other tables.
  private mutating func noteFed(_ texts: Set<SQLName>, by script: String) {
    let tokens = SQLTokenizer.tokens(of: script).filter { !$0.isTrivia }
    for statement in tokens.split(separator: SQLToken(kind: .punctuation, text: ";")) {
      guard let into = statement.firstIndex(where: { $0.isWord("INTO") }),
        let target = statement[into...].dropFirst().first?.name, texts.contains(target)
      else { continue }
      let source = statement[into...].dropFirst(2)
      let names = Set(source.compactMap(\.name))
      let isQuery = source.contains { $0.isWord("SELECT") } && names.isDisjoint(with: texts)
      let isTrigger = source.contains { $0.isWord("NEW") || $0.isWord("OLD") }
      if isQuery || isTrigger { fedTextTables.insert(target) }
    }
  }

  /// Records a rename by `ALTER TABLE a RENAME TO b`.
  private mutating func noteRename(_ tokens: ArraySlice<SQLToken>) {
    let tokens = Array(tokens.prefix(8))
    guard tokens.count >= 6, tokens[0].isWord("ALTER"), tokens[1].isWord("TABLE"),
      let place = tokens.firstIndex(where: { $0.isWord("RENAME") }), place + 2 < tokens.count,
      tokens[place + 1].isWord("TO"), let old = tokens[place - 1].name,
      let new = tokens[place + 2].name
    else { return }
    let all = aliases[old, default: [old]].union(aliases[new, default: [new]])
    for name in all { aliases[name] = all }
  }

  /// The facts that the history states about a column.
  func facts(of column: SQLName, in table: SQLName) -> ColumnFacts {
    var result = facts[""]?[column] ?? ColumnFacts()
    for name in (aliases[table] ?? [table]).sorted() {
      if let found = facts[name]?[column] { result.add(found) }
      // A value that a child must have is plausible for its parent.
      for reference in references[name] ?? [] where reference.column == column {
        if let found = facts[reference.child]?[reference.childColumn] { result.add(found) }
      }
    }
    return result
  }

  /// The foreign keys of columns to which migrations copy columns of a table.
  ///
  /// A key to the copied column itself says nothing about the values of that column.
  func foreignKeys(ofCopiesFrom table: SQLName) -> [(column: SQLName, key: ParsedTable.ForeignKey)]
  {
    let names = aliases[table] ?? [table]
    return copies.filter { !$0.sources.isDisjoint(with: names) }.flatMap { copy in
      (versions[copy.destination]?.last?.foreignKeys ?? []).filter {
        $0.columns.map(SQLName.init(_:)) == [copy.destinationColumn]
          && !(names.contains(SQLName($0.destination))
            && $0.destinationColumns.map(SQLName.init(_:)) == [copy.column])
      }.map { (copy.column, $0) }
    }
  }

  /// The versions of a table that follow the one with this SQL; empty if that version is unknown.
  func versions(of table: SQLName, after sql: String) -> ArraySlice<TableVersion> {
    guard let all = versions[table],
      let place = all.lastIndex(where: { $0.sql.hasSameBytes(as: sql) })
    else { return [] }
    return all[(place + 1)...]
  }

  /// True if the table gained the column after its first version.
  func isAddedLater(_ column: SQLName, to table: SQLName) -> Bool {
    versions[table]?.first.map { !$0.columns.contains(column) } ?? false
  }
}
