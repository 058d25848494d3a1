public import SQLSyntax

/// The tables in which virtual tables keep their content, and which are no tables of their own.
///
/// > The shadow tables of an fts table have names that begin with the name of the virtual table,
/// > followed by an underscore. SQLite goes by the last underscore and asks the module.
/// <https://www.sqlite.org/vtab.html#xshadowname>. Where the module is not there to be asked, as with a
/// file from a library with more modules, the suffixes of SQLite's own modules stand in for it.
public struct ShadowTables: Sendable, Hashable {
  /// What a module keeps in which table.
  private struct Module {
    let suffixes: Set<SQLName>
    /// The table with one row for each row of the virtual table.
    let rows: SQLName
    /// The same where the content is kept nowhere.
    var rowsWithoutContent: SQLName?
  }

  private static let fts3 = Module(
    suffixes: ["content", "docsize", "segdir", "segments", "stat"], rows: "content",
    rowsWithoutContent: "docsize")
  private static let tree = Module(suffixes: ["node", "parent", "rowid"], rows: "rowid")
  // > xShadowName of ext/fts3/fts3.c, ext/fts5/fts5_main.c and ext/rtree/rtree.c.
  private static let known: [SQLName: Module] = [
    "fts3": fts3, "fts4": fts3,
    "fts5": Module(
      suffixes: ["config", "content", "data", "docsize", "idx"], rows: "content",
      rowsWithoutContent: "docsize"),
    "rtree": tree, "rtree_i32": tree, "geopoly": tree,
  ]

  /// The virtual tables and their modules.
  private var modules: [SQLName: SQLName] = [:]
  /// The tables or views from which full-text indexes have their texts; an empty name where these are kept
  /// nowhere, so that what they lose cannot be made again.
  private var contents: [SQLName: SQLName] = [:]
  private var owners: [SQLName: SQLName] = [:]

  /// Finds the shadow tables among the tables of a schema.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables, and their texts in `sqlite_master`.
  ///   - marked: The tables that SQLite holds for shadow tables; asked for only where there is a
  ///     virtual one.
  /// - Throws: What `marked` throws.
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

  /// Returns the virtual table that a table belongs to.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: The virtual table, or `nil` for a table of its own.
  public func owner(of table: SQLName) -> SQLName? { owners[table] }

  /// Returns an object with the virtual table that it belongs to; the same where it belongs to
  /// none.
  package func assigned(_ object: SchemaObject) -> SchemaObject {
    guard object.kind == .table || object.kind == .index,
      let owner = owner(of: SQLName(object.tableName))
    else { return object }
    return SchemaObject(
      kind: object.kind, name: object.name, tableName: object.tableName, sql: object.sql,
      owner: owner.text)
  }

  /// Whether there are none.
  package var isEmpty: Bool { owners.isEmpty }

  /// The virtual tables.
  public var virtualTables: Set<SQLName> { Set(modules.keys) }

  /// Returns the table that has one row for each row that a virtual table stores itself.
  ///
  /// - Parameter table: The virtual table.
  /// - Returns: The table; `nil` for modules that are not known, and for a full-text index over another
  ///   table, from which it can be made again.
  public func rowTable(of table: SQLName) -> SQLName? {
    guard let module = modules[table].flatMap({ Self.known[$0] }) else { return nil }
    let rows = contents[table]?.text == "" ? module.rowsWithoutContent ?? module.rows : module.rows
    let name = SQLName("\(table.text)_\(rows.text)")
    return owners[name] == nil ? nil : name
  }

  /// The full-text indexes over other tables that keep a row of their own for each row of theirs, and so are
  /// seen to be written; with the names of these tables, in the order of the indexes.
  package var externalIndexes: [(index: SQLName, table: SQLName)] {
    contents.filter { !$1.text.isEmpty && owners[SQLName("\($0.text)_docsize")] == $0 }
      .map { (index: $0, table: $1) }.sorted { $0.index < $1.index }
  }

  /// Returns the names that tables have in which rows of a virtual table are stored.
  ///
  /// - Parameter table: The virtual table.
  /// - Returns: The names; which of them there is depends on the module.
  public static func rowTables(of table: SQLName) -> [SQLName] {
    Set(known.values.flatMap { [$0.rows] + ($0.rowsWithoutContent.map { [$0] } ?? []) }).map {
      SQLName("\(table.text)_\($0.text)")
    }
  }

  /// The module of `CREATE VIRTUAL TABLE … USING module(…)`, or `nil` for any other text.
  private static func module(of sql: String) -> SQLName? {
    guard isVirtual(sql) else { return nil }
    var reader = TokenReader(sql)
    guard reader.skip("CREATE", "VIRTUAL", "TABLE"), reader.take() != nil else { return nil }
    return reader.skip("USING") ? reader.take().map { SQLName($0.unquoted) } : nil
  }
}

extension ShadowTables {
  /// Whether a text in `sqlite_master` is that of a virtual table.
  fileprivate static func isVirtual(_ sql: String?) -> Bool {
    // SQLite writes these words itself, and the name after them without a schema.
    sql?.utf8.starts(with: "CREATE VIRTUAL TABLE ".utf8) ?? false
  }

  /// What the arguments of a module have as `content=`; `nil` where they have it not.
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
  /// The virtual tables, and what belongs to them.
  public var shadows: ShadowTables {
    // Nearly all schemas have none.
    if virtualCount == 0 { return ShadowTables(tables: []) { [] } }
    let tables = objects.filter { $0.kind == .table }
    return ShadowTables(tables: tables.map { (SQLName($0.name), $0.sql) }) {
      Set(tables.filter { $0.owner != nil }.map { SQLName($0.name) })
    }
  }
}

extension SchemaObject {
  /// Whether it is a virtual table.
  var isVirtual: Bool { kind == .table && ShadowTables.isVirtual(sql) }
}
