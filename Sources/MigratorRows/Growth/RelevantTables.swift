package import MigratorEngine
package import MigratorSchema
internal import SQLSyntax

/// The tables whose rows scripts can read or change, and the parents of these rows.
///
/// They are the tables that the scripts name, and those that they reach through views, triggers and
/// foreign keys.
package struct RelevantTables {
  private static let deleting = WordSearch(["DELETE", "DROP", "REPLACE", "UPDATE"])

  private let search: WordSearch
  /// The tables that statements reach through a table or view: by its query or its triggers.
  private var uses: [SQLName: Set<SQLName>] = [:]
  private var children: [SQLName: Set<SQLName>] = [:]
  private var parents: [SQLName: Set<SQLName>] = [:]

  /// Reads a schema.
  ///
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  package init(of schema: SchemaSnapshot) {
    let named = schema.objects.filter { $0.kind == .table || $0.kind == .view }
    search = WordSearch(Set(named.map { SQLName($0.name) }))
    for object in schema.objects {
      guard let sql = object.sql else { continue }
      let name = SQLName(object.name)
      switch object.kind {
      case .view: uses[name, default: []].formUnion(search.names(in: sql))
      case .trigger: uses[SQLName(object.tableName), default: []].formUnion(search.names(in: sql))
      case .table:
        for key in ParsedTable.parse(sql)?.foreignKeys ?? [] {
          children[SQLName(key.destination), default: []].insert(name)
          parents[name, default: []].insert(SQLName(key.destination))
        }
      case .index: break
      }
    }
  }

  /// Finds the tables.
  ///
  /// - Parameters:
  ///   - scripts: The scripts.
  ///   - schema: The schema before them.
  /// - Returns: The names of tables and views.
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  package static func names(in scripts: [SQLScript], _ schema: SchemaSnapshot) -> Set<SQLName> {
    let relevant = RelevantTables(of: schema)
    return relevant.reached(
      from: scripts.reduce(into: []) { $0.formUnion(relevant.names(in: $1.text)) },
      // Only deleting or changing keys of a parent affects its children.
      changesKeys: scripts.contains { deleting.isFound(in: $0.text) })
  }

  /// Returns the names of tables and views that occur in an SQL text.
  package func names(in sql: String) -> Set<SQLName> { search.names(in: sql) }

  /// Adds the tables that statements on some tables reach, and the parents of all of them.
  ///
  /// A parent is only read, so its other children are not reached.
  ///
  /// - Parameters:
  ///   - names: The tables and views that the statements name.
  ///   - changesKeys: True if the statements may delete rows or change keys.
  /// - Returns: The names of tables and views.
  package func reached(from names: Set<SQLName>, changesKeys: Bool) -> Set<SQLName> {
    let changed = Self.closure(of: names) { name in
      (uses[name] ?? []).union(changesKeys ? children[name] ?? [] : [])
    }
    return Self.closure(of: changed) { parents[$0] ?? [] }
  }

  private static func closure(
    of names: Set<SQLName>, _ next: (SQLName) -> Set<SQLName>
  ) -> Set<SQLName> {
    var found = names
    var open = Array(names)
    while let name = open.popLast() {
      for next in next(name) where found.insert(next).inserted { open.append(next) }
    }
    return found
  }
}
