public import SQLSyntax

/// The shadow tables in which virtual tables store their content.
///
/// The name of a shadow table is the name of the virtual table, an underscore and a suffix. SQLite
/// splits the name at the last underscore and asks the module:
/// <https://www.sqlite.org/vtab.html#xshadowname>. If the module is not available in this program,
/// the suffixes of SQLite's own modules are used.
public struct ShadowTables: Sendable, Hashable {
  private struct Module {
    let suffixes: Set<SQLName>
    /// The shadow table with one row for each row of the virtual table.
    let rows: SQLName
    /// The shadow table that serves this purpose for a contentless table.
    var rowsWithoutContent: SQLName?
  }

  private static let fts3 = Module(
    suffixes: ["content", "docsize", "segdir", "segments", "stat"], rows: "content",
    rowsWithoutContent: "docsize")
  private static let tree = Module(suffixes: ["node", "parent", "rowid"], rows: "rowid")
  // Sources: xShadowName in ext/fts3/fts3.c, ext/fts5/fts5_main.c and ext/rtree/rtree.c.
  private static let known: [SQLName: Module] = [
    "fts3": fts3, "fts4": fts3,
    "fts5": Module(
      suffixes: ["config", "content", "data", "docsize", "idx"], rows: "content",
      rowsWithoutContent: "docsize"),
    "rtree": tree, "rtree_i32": tree, "geopoly": tree,
  ]

  /// The virtual tables and their modules.
  private var modules: [SQLName: SQLName] = [:]
  /// The content tables or views of full-text indexes.
  ///
  /// The name is empty for a contentless index, which cannot be rebuilt.
  private var contents: [SQLName: SQLName] = [:]
  private var owners: [SQLName: SQLName] = [:]

  /// Finds the shadow tables among the tables of a schema.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables with their SQL in `sqlite_master`.
  ///   - marked: Returns the tables that SQLite considers shadow tables; called only if there is a
  ///     virtual table.
  /// - Throws: Errors of `marked`.
  /// - Complexity: O(*n*) for *n* tables.
  public init(
    tables: [(name: SQLName, sql: String?)], marked: () throws -> Set<SQLName> = { [] }
  ) rethrows {
    for (name, sql) in tables {
      guard let sql, let module = Self.module(of: sql) else { continue }
      modules[name] = module
      if Self.known[module]?.rowsWithoutContent != nil { contents[name] = Self.content(of: sql) }
    }
    if modules.isEmpty { return }
    let marked = try marked()
    for (name, _) in tables {
      guard let end = name.text.lastIndex(of: "_") else { continue }
      let owner = SQLName(String(name.text[..<end]))
      let suffix = SQLName(String(name.text[end...].dropFirst()))
      guard let module = modules[owner] else { continue }
      let isKnown = Self.known[module]?.suffixes.contains(suffix) ?? false
      if isKnown || marked.contains(name) { owners[name] = owner }
    }
  }

  /// Returns the virtual table that a shadow table belongs to.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: The virtual table, or `nil` if the table is not a shadow table.
  public func owner(of table: SQLName) -> SQLName? { owners[table] }

  /// Returns an object with its virtual table set as the owner, if it belongs to one.
  package func assigned(_ object: SchemaObject) -> SchemaObject {
    guard object.kind == .table || object.kind == .index,
      let owner = owner(of: SQLName(object.tableName))
    else { return object }
    return SchemaObject(
      kind: object.kind, name: object.name, tableName: object.tableName, sql: object.sql,
      owner: owner.text)
  }

  package var isEmpty: Bool { owners.isEmpty }

  /// The virtual tables.
  public var virtualTables: Set<SQLName> { Set(modules.keys) }

  package func module(of table: SQLName) -> SQLName? { modules[table] }

  /// Returns the shadow table with one row for each row that a virtual table stores.
  ///
  /// - Parameter table: The virtual table.
  /// - Returns: The table; `nil` for unknown modules, and for an external-content full-text index,
  ///   which can be rebuilt.
  public func rowTable(of table: SQLName) -> SQLName? {
    guard let module = modules[table].flatMap({ Self.known[$0] }) else { return nil }
    let rows = contents[table]?.text == "" ? module.rowsWithoutContent ?? module.rows : module.rows
    let name = SQLName("\(table.text)_\(rows.text)")
    return owners[name] == nil ? nil : name
  }

  /// External-content full-text indexes with a row for each row of their content table.
  ///
  /// Writes to them can therefore be detected. Returns them with their content tables, in the order
  /// of the index names.
  package var externalIndexes: [(index: SQLName, table: SQLName)] {
    contentIndexes.filter { owners[SQLName("\($0.index.text)_docsize")] == $0.index }
  }

  /// External-content full-text indexes, which store nothing of their own.
  ///
  /// Returns them with their content tables or views, in the order of the index names.
  package var contentIndexes: [(index: SQLName, table: SQLName)] {
    contents.filter { !$1.text.isEmpty }.map { (index: $0, table: $1) }
      .sorted { $0.index < $1.index }
  }

  /// Returns true for a full-text index that stores neither its text nor the name of another table.
  package func isContentless(_ table: SQLName) -> Bool { contents[table]?.text == "" }

  /// Returns whether a name ends like that of a shadow table of SQLite's own modules.
  ///
  /// Unlike ``owner(of:)``, it requires no schema, but the table may be an ordinary one.
  package static func hasSuffix(_ name: SQLName) -> Bool {
    guard let end = name.text.lastIndex(of: "_") else { return false }
    let suffix = SQLName(String(name.text[end...].dropFirst()))
    return known.values.contains { $0.suffixes.contains(suffix) }
  }

  /// Returns the possible names of shadow tables that store the rows of a virtual table.
  ///
  /// - Parameter table: The virtual table.
  /// - Returns: The names; the module determines which of them exist.
  public static func rowTables(of table: SQLName) -> [SQLName] {
    Set(known.values.flatMap { [$0.rows] + ($0.rowsWithoutContent.map { [$0] } ?? []) }).map {
      SQLName("\(table.text)_\($0.text)")
    }
  }

  /// The module of `CREATE VIRTUAL TABLE … USING module(…)`, or `nil` for any other SQL.
  private static func module(of sql: String) -> SQLName? {
    guard isVirtual(sql) else { return nil }
    var reader = TokenReader(sql)
    guard reader.skip("CREATE", "VIRTUAL", "TABLE"), reader.take() != nil else { return nil }
    return reader.skip("USING") ? reader.take().map { SQLName($0.unquoted) } : nil
  }
}

extension ShadowTables {
  /// True for the SQL of a full-text table that stores its text itself.
  package static func storesText(_ sql: String) -> Bool {
    module(of: sql).map { ["fts3", "fts4", "fts5"].contains($0) } ?? false
      && content(of: sql) == nil
  }

  fileprivate static func isVirtual(_ sql: String?) -> Bool {
    // SQLite writes these keywords itself, and the name without a schema.
    sql?.utf8.starts(with: "CREATE VIRTUAL TABLE ".utf8) ?? false
  }

  /// The `content=` argument of a module, or `nil` without one.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#external_content_and_contentless_tables>.
  private static func content(of sql: String) -> SQLName? {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    return tokens.indices.dropLast(2).first {
      tokens[$0].isWord("CONTENT") && tokens[$0 + 1].isWord("=")
    }.map { SQLName(tokens[$0 + 2].unquoted) }
  }
}

extension SchemaSnapshot {
  /// The virtual tables and their shadow tables.
  public var shadows: ShadowTables {
    // Fast path: most schemas have no virtual tables.
    if virtualCount == 0 { return ShadowTables(tables: []) { [] } }
    let tables = objects.filter { $0.kind == .table }
    return ShadowTables(tables: tables.map { (SQLName($0.name), $0.sql) }) {
      Set(tables.filter { $0.owner != nil }.map { SQLName($0.name) })
    }
  }
}

extension SchemaObject {
  /// True for a virtual table.
  package var isVirtual: Bool { kind == .table && ShadowTables.isVirtual(sql) }

  /// True for a full-text table that stores its text itself, not in another table.
  package var storesText: Bool { isVirtual && sql.map(ShadowTables.storesText) ?? false }
}
