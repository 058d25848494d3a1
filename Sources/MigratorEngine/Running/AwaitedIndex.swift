internal import MigratorSQLite
internal import MigratorSchema

/// The unique index or key of a later migration without which SQLite cannot check a foreign key.
///
/// SQLite accepts the declaration. Only statements that use the key fail until the index exists:
/// <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
struct AwaitedIndex {
  /// The name of the index; `nil` for a key of the table, which is rebuilt.
  let name: String?
  /// The migration that creates it.
  let migration: String
  let foreignKey: ForeignKeyInfo

  var warning: String {
    let key = "\(foreignKey.originTable) (\(foreignKey.originColumns.joined(separator: ", ")))"
    let (child, parent) = (foreignKey.originTable, foreignKey.destinationTable)
    let repair =
      name.map { "creates the unique index \($0) on \(parent)" }
      ?? "rebuilds \(parent) with a key on \(foreignKey.destinationColumns.joined(separator: ", "))"
    return "SQLite cannot check the foreign key of \(key) until \(migration) \(repair). "
      + "Until then, writes to \(child) and \(parent) can fail with "
      + "\"foreign key mismatch\" if foreign keys are on."
  }
}

/// Searches the pending migrations for the unique index or key of a parent table.
struct AwaitedIndexSearch {
  private let current: Migration
  private let pending: [Migration]
  /// True if the tool enforces foreign keys, so that statements that use the key fail.
  private let isEnforced: Bool
  private let db: Database
  private let catalog: ForeignKeyCatalog

  /// Creates a search in the migrations that follow `migration` and are not applied.
  init(
    after migration: Migration, in list: MigrationList, _ state: LedgerState, _ db: Database
  ) {
    let applied = Set(state.appliedIdentifiers)
    current = migration
    pending = list.migrations.drop { $0.identifier != migration.identifier }.dropFirst().filter {
      !applied.contains($0.identifier) && state.exceptions[$0.identifier] == nil
    }
    isEnforced = list.enforcingTool != nil
    self.db = db
    catalog = ForeignKeyCatalog(db)
  }

  /// Returns the index, or `nil` if the foreign key must not wait for it.
  ///
  /// The key may wait only if no statement fails without the index, and if each child row has a
  /// parent with equal values. The migration with the index checks the rows again.
  func index(for key: ForeignKeyInfo) throws -> AwaitedIndex? {
    guard try key.foundKey(catalog, db) == nil, !key.destinationColumns.isEmpty,
      !isEnforced || current.script.map({ !Self.writes(to: key, $0) }) == true,
      let (name, migration) = laterIndex(for: key), try !mayHaveOrphans(key)
    else { return nil }
    return AwaitedIndex(name: name, migration: migration, foreignKey: key)
  }

  private func laterIndex(for key: ForeignKeyInfo) -> (name: String?, migration: String)? {
    let parent = SQLName(key.destinationTable)
    let tables: Set = [SQLName(key.originTable), parent]
    for migration in pending {
      guard let statements = try? migration.script?.statements() else { return nil }
      // The tables with the key, one of which may replace the parent.
      var replacements: Set<SQLName> = []
      var isDropped = false
      for statement in statements {
        let tokens = SQLTokenizer.tokens(of: statement.sql).filter { !$0.isTrivia }
        if !isDropped, let name = Self.uniqueIndex(tokens, for: key) {
          return (name, migration.identifier)
        }
        if let table = Self.table(withKeyOf: key, statement.sql) { replacements.insert(table) }
        guard tokens.contains(where: { $0.name.map(tables.contains) ?? false }) else { continue }
        switch SchemaStatement(statement.sql) {
        case .change(.created(.table, parent), schema: _) where isDropped:
          return replacements.contains(parent) ? (nil, migration.identifier) : nil
        case .change(.created, schema: _): replacements.remove(parent)
        case .change(.dropped(.table, parent), schema: _): isDropped = true
        case .change(.tableRenamed(let new, to: parent), schema: _)
        where isDropped && replacements.contains(new):
          return (nil, migration.identifier)
        case nil:
          let isOther = Self.writtenTable(tokens).map { !tables.contains($0) } ?? false
          if isEnforced, Self.isWrite(tokens), !isOther { return nil }
        // The key or its columns may differ afterwards.
        default: return nil
        }
      }
      if isDropped { return nil }
    }
    return nil
  }

  /// The table that a statement creates with exactly the columns of the parent as a key.
  private static func table(withKeyOf key: ForeignKeyInfo, _ sql: String) -> SQLName? {
    guard case .change(.created(.table, let name), schema: nil)? = SchemaStatement(sql),
      let table = ParsedTable.parse(sql)
    else { return nil }
    let columns = Set(key.destinationColumns.map(SQLName.init(_:)))
    return table.uniqueKeys.contains { Set($0.map(SQLName.init(_:))) == columns } ? name : nil
  }

  /// The table that a statement writes to; `nil` if that is not certain.
  private static func writtenTable(_ tokens: [SQLToken]) -> SQLName? {
    guard let place = tokens.firstIndex(where: { $0.isWord("INTO") }),
      tokens.first?.isWord("INSERT") == true || tokens.first?.isWord("REPLACE") == true,
      place + 1 < tokens.count
    else { return nil }
    return tokens[place + 1].name
  }

  private static func writes(to key: ForeignKeyInfo, _ script: SQLScript) -> Bool {
    guard let statements = try? script.statements() else { return true }
    let tables: Set = [SQLName(key.originTable), SQLName(key.destinationTable)]
    return statements.contains { statement in
      let tokens = SQLTokenizer.tokens(of: statement.sql).filter { !$0.isTrivia }
      return isWrite(tokens) && tokens.contains { $0.name.map(tables.contains) ?? false }
    }
  }

  private static func isWrite(_ tokens: [SQLToken]) -> Bool {
    let words: [SQLName] = ["INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"]
    return words.contains { tokens.first?.isWord($0) == true }
  }

  /// The name of the index that a statement creates on exactly the columns of the parent.
  private static func uniqueIndex(_ tokens: [SQLToken], for key: ForeignKeyInfo) -> String? {
    var reader = TokenReader(tokens)
    guard reader.skip("CREATE", "UNIQUE", "INDEX") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard var name = reader.take()?.name else { return nil }
    if reader.skip(".") {
      guard name == "main", let next = reader.take()?.name else { return nil }
      name = next
    }
    guard reader.skip("ON"), reader.take()?.name == SQLName(key.destinationTable), reader.skip("(")
    else {
      return nil
    }
    var columns: Set<SQLName> = []
    repeat {
      guard let column = reader.take()?.name, columns.insert(column).inserted else {
        return nil
      }
      _ = reader.skip("ASC") || reader.skip("DESC")
    } while reader.skip(",")
    guard reader.skip(")"), reader.isAtEnd,
      columns == Set(key.destinationColumns.map(SQLName.init(_:)))
    else { return nil }
    return name.text
  }

  /// True if a child row may have no parent, because no parent row has exactly its values.
  private func mayHaveOrphans(_ key: ForeignKeyInfo) throws -> Bool {
    func list(_ columns: [String], of table: String) -> String {
      columns.map { "\(table).\($0.quotedDatabaseIdentifier) COLLATE BINARY" }.joined(
        separator: ", ")
    }
    let present = key.originColumns.map { "c.\($0.quotedDatabaseIdentifier) IS NOT NULL" }
    let (child, parent) = (
      try catalog.table(key.originTable).quotedName,
      try catalog.table(key.destinationTable).quotedName
    )
    do {
      return try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (
            SELECT \(list(key.originColumns, of: "c")) FROM \(child) AS c
            WHERE \(present.joined(separator: " AND "))
            EXCEPT SELECT \(list(key.destinationColumns, of: "p")) FROM \(parent) AS p)
          """) ?? true
    } catch let error as DatabaseError where !error.isInterruption {
      return true
    }
  }
}
