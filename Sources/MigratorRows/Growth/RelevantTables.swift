package import MigratorEngine
package import MigratorSchema
internal import SQLSyntax

/// The tables whose rows scripts can read or change.
///
/// They are the tables that the scripts name, and those that they reach through views, triggers and
/// foreign keys.
package enum RelevantTables {
  private static let deleting: Set<SQLName> = ["DELETE", "DROP", "REPLACE", "UPDATE"]

  /// Finds the tables.
  ///
  /// - Parameters:
  ///   - scripts: The scripts.
  ///   - schema: The schema before them.
  /// - Returns: The names of tables and views.
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  package static func names(in scripts: [SQLScript], _ schema: SchemaSnapshot) -> Set<SQLName> {
    let named = schema.objects.filter { $0.kind == .table || $0.kind == .view }
    let search = WordSearch(Set(named.map { SQLName($0.name) }))
    // Only deleting or changing keys of a parent affects its children.
    let deletion = WordSearch(deleting)
    let deletes = scripts.contains { deletion.isFound(in: $0.text) }
    var links: [SQLName: Set<SQLName>] = [:]
    for object in schema.objects {
      guard let sql = object.sql else { continue }
      let name = SQLName(object.name)
      switch object.kind {
      case .view: links[name, default: []].formUnion(search.names(in: sql))
      case .trigger:
        links[SQLName(object.tableName), default: []].formUnion(search.names(in: sql))
      case .table:
        for key in ParsedTable.parse(sql)?.foreignKeys ?? [] {
          let parent = SQLName(key.destination)
          links[name, default: []].insert(parent)
          if deletes { links[parent, default: []].insert(name) }
        }
      case .index: break
      }
    }
    var found = scripts.reduce(into: Set<SQLName>()) { $0.formUnion(search.names(in: $1.text)) }
    var open = Array(found)
    while let name = open.popLast() {
      for next in links[name] ?? [] where found.insert(next).inserted { open.append(next) }
    }
    return found
  }
}
