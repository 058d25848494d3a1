import MigratorTestSupport

/// A random schema, and migrations that may fail or lose data.
struct RandomHistory {
  private struct Table {
    let name: String
    /// The definitions of the columns by name, in order.
    var columns: [(name: String, definition: String)]
    let parents: [String]
    let suffix: String
  }

  /// The scripts in order; the first one creates the tables.
  private(set) var scripts: [String] = []
  private var tables: [Table] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for index in 0..<Int.random(in: 2...4, using: &random) { addTable(index) }
    scripts.append(tables.map { create($0, $0.name) }.joined(separator: "\n"))
    for _ in 0..<Int.random(in: 1...3, using: &random) { scripts.append(migration()) }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  // MARK: Schema

  private mutating func addTable(_ index: Int) {
    let name = "t\(index)"
    var columns: [(name: String, definition: String)] = []
    var parents: [String] = []
    let isPair = index > 1 && chance(30)
    let hasTextKey = chance(30)
    if !isPair {
      columns.append(("id", hasTextKey ? "TEXT PRIMARY KEY NOT NULL" : "INTEGER PRIMARY KEY"))
    }
    for parent in tables.filter({ $0.columns[0].name == "id" }).prefix(2)
    where isPair || chance(50) {
      let type = parent.columns[0].definition.hasPrefix("TEXT") ? "TEXT" : "INTEGER"
      let action = pick(["", " ON DELETE CASCADE", " ON DELETE SET NULL"])
      let isNullable = !isPair && (action.hasSuffix("NULL") || chance(50))
      columns.append(
        (
          "\(parent.name)_id",
          "\(type)\(isNullable ? "" : " NOT NULL") REFERENCES \(parent.name)(id)"
            + (isNullable || !action.hasSuffix("NULL") ? action : "")
        ))
      parents.append(parent.name)
    }
    if !isPair || parents.isEmpty {
      for column in ["title", "note", "state", "price", "count"].prefix(
        Int.random(in: 1...5, using: &random))
      {
        let type = column == "price" ? "REAL" : column == "count" ? "INTEGER" : "TEXT"
        let constraint = pick(["", "", " NOT NULL", column == "title" ? " UNIQUE" : ""])
        columns.append((column, type + constraint))
      }
    }
    let suffix = hasTextKey && !isPair && chance(30) ? " WITHOUT ROWID" : ""
    tables.append(Table(name: name, columns: columns, parents: parents, suffix: suffix))
  }

  private func create(_ table: Table, _ name: String) -> String {
    let columns = table.columns.map { "\($0.name) \($0.definition)" }.joined(separator: ", ")
    return "CREATE TABLE \(name) (\(columns))\(table.suffix);"
  }

  // MARK: Migrations

  private mutating func migration() -> String {
    let index = Int.random(in: 0..<tables.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return delete(tables[index])
    case 1: return uniqueIndex(tables[index])
    case 2: return addColumn(index)
    case 3, 4: return update(tables[index])
    default: return rebuild(index)
    }
  }

  private func values(_ table: Table) -> [String] {
    table.columns.map(\.name).filter { $0 != "id" && !$0.hasSuffix("_id") }
  }

  private mutating func condition(_ table: Table) -> String {
    let column = pick(table.columns.map(\.name))
    return pick(["\(column) IS NOT NULL", "\(column) IS NULL", "\(column) > 'b'", "rowid % 2 = 0"])
      .replacing("rowid", with: table.suffix.isEmpty ? "rowid" : "length(id)")
  }

  private mutating func delete(_ table: Table) -> String {
    let end = chance(40) ? "" : " WHERE \(condition(table))"
    return "DELETE FROM \(table.name)\(end);"
  }

  private mutating func uniqueIndex(_ table: Table) -> String {
    let columns = table.columns.map(\.name).filter { $0 != "id" }.shuffled(using: &random).prefix(2)
    guard !columns.isEmpty else { return delete(table) }
    return "CREATE UNIQUE INDEX \(table.name)_once ON \(table.name)"
      + " (\(columns.joined(separator: ", ")));\nDROP INDEX \(table.name)_once;"
  }

  private mutating func addColumn(_ index: Int) -> String {
    let table = tables[index]
    let name = "added\(table.columns.count)"
    let definition = pick(["TEXT NOT NULL", "TEXT", "TEXT NOT NULL DEFAULT 'x'"])
    tables[index].columns.append((name, definition))
    return "ALTER TABLE \(table.name) ADD COLUMN \(name) \(definition);"
  }

  private mutating func update(_ table: Table) -> String {
    guard let column = values(table).randomElement(using: &random) else { return delete(table) }
    let other = pick(values(table))
    let value = pick([
      "NULL", "'x'", "substr(\(column), 1, 3)", "CAST(\(column) AS INTEGER)", "\(other)",
      "lower(\(column))", "\(column) || 'x'", "round(\(column))",
    ])
    let end = chance(40) ? " WHERE \(condition(table))" : ""
    return "UPDATE \(pick(["", "OR IGNORE ", "OR REPLACE "]))\(table.name) "
      + "SET \(column) = \(value)\(end);"
  }

  private mutating func rebuild(_ index: Int) -> String {
    var table = tables[index]
    for place in table.columns.indices where values(table).contains(table.columns[place].name) {
      if chance(15) { table.columns[place].definition += " NOT NULL" }
    }
    var copied = table.columns.map(\.name)
    if copied.count > 2, chance(20) { copied.removeLast() }
    if table.columns[0].definition == "INTEGER PRIMARY KEY", chance(15) { copied.removeFirst() }
    var source = copied
    if source.count > 2, chance(15) { source.swapAt(source.count - 1, source.count - 2) }
    let name = table.name
    var from = "FROM \(name)"
    if let parent = table.parents.first, chance(25) {
      from += " JOIN \(parent) p ON p.id = \(name).\(parent)_id"
    }
    if chance(25) { from += " WHERE \(name).\(source[0]) IS NOT NULL" }
    if chance(15), let last = source.last { from += " GROUP BY \(name).\(last)" }
    tables[index] = table
    return """
      \(create(table, "\(name)_new"))
      INSERT \(pick(["", "", "OR IGNORE ", "OR REPLACE "]))INTO \(name)_new \
      (\(copied.joined(separator: ", "))) SELECT \
      \(source.map { "\(name).\($0)" }.joined(separator: ", ")) \(from);
      DROP TABLE \(name);
      ALTER TABLE \(name)_new RENAME TO \(name);
      """
  }
}
