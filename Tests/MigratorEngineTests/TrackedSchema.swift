import MigratorTestSupport

/// Random tables and migrations with the known fate of each table and column, under any name.
///
/// The generator records the fate when it makes a statement; no statement is parsed.
struct TrackedSchema {
  struct Column {
    var name: String
    /// The previous name, or `nil` for a new column.
    let former: String?
    /// True if the values were copied from another column, so that only they identify the column.
    var isCopied = false
    /// True if the column references `league`.
    var refers = false
  }

  /// An original table, or the table that replaced it.
  struct Table {
    var name: String
    var key = "id"
    var columns: [Column]
    /// True if the rows were copied from a dropped table with another name.
    var isMoved = false
  }

  private var random: SeededGenerator
  private var serial = 0
  /// The current tables by their original names; `nil` for dropped ones.
  private(set) var tables: [String: Table?] = [:]
  private(set) var formerColumns: [String: [String]] = [:]
  private(set) var setUp = ""

  /// Creates random tables; with foreign keys, some rows violate them.
  init(seed: UInt64, hasForeignKeys: Bool = false) {
    random = SeededGenerator(seed: seed)
    if hasForeignKeys {
      setUp = "PRAGMA foreign_keys = OFF;\nCREATE TABLE league (id INTEGER PRIMARY KEY);\n"
      setUp += "INSERT INTO league VALUES (1), (2), (3);\n"
    }
    for name in ["ball", "cup", "fan"].prefix(Int.random(in: 1...3, using: &random)) {
      let names = Array(["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random)))
      var columns = names.map { Column(name: $0, former: $0) }
      if hasForeignKeys {
        columns.append(Column(name: "league", former: "league", refers: true))
      }
      formerColumns[name] = columns.map(\.name)
      let table = Table(name: name, columns: columns)
      tables[name] = table
      setUp += "CREATE TABLE \(name) (\(Self.definition(of: table)));\n"
      for id in 1...Int.random(in: 1...9, using: &random) {
        // Every value is unique, so a value found elsewhere was moved and is not lost.
        let values = columns.map { column in
          if chance(0.2) { return "NULL" }
          if !column.refers { return "'\(name)-\(column.name)-\(id)'" }
          return chance(0.5) ? "\(Int.random(in: 1...3, using: &random))" : "\(100 + id)"
        }
        setUp += "INSERT INTO \(name) VALUES (\(id), \(values.joined(separator: ", ")));\n"
      }
    }
  }

  private static func definition(of table: Table) -> String {
    let columns = table.columns.map { $0.name + ($0.refers ? " REFERENCES league(id)" : "") }
    return (["\(table.key) INTEGER PRIMARY KEY"] + columns).joined(separator: ", ")
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func newName(_ prefix: String) -> String {
    serial += 1
    return "\(prefix)\(serial)"
  }

  /// Returns random statements and records their effect on the tables.
  mutating func migration() -> String {
    (0..<Int.random(in: 1...6, using: &random)).map { _ in statements() }.joined(separator: "\n")
  }

  private mutating func statements() -> String {
    let present = tables.sorted { $0.key < $1.key }.compactMap { entry in
      entry.value.map { (former: entry.key, table: $0) }
    }
    guard let (former, chosen) = present.randomElement(using: &random) else { return "SELECT 1;" }
    var table = chosen
    var isDropped = false
    defer { tables[former] = .some(isDropped ? nil : table) }
    let place = Int.random(in: 0..<max(1, table.columns.count), using: &random)
    let key = table.key
    let condition =
      ["1", "\(key) < 4", "\(key) % 2 = 0", "\(key) = 3"].randomElement(using: &random) ?? "1"
    switch Int.random(in: 0..<15, using: &random) {
    case 0 where !table.columns.isEmpty, 1 where !table.columns.isEmpty:
      let column = table.columns[place].name
      let value = ["'\(newName("new"))'", "NULL", "\(column) || '!'", column]
        .randomElement(using: &random)
      return "UPDATE \(table.name) SET \(column) = \(value ?? column) WHERE \(condition);"
    case 2: return "DELETE FROM \(table.name) WHERE \(condition);"
    case 3, 4:
      let name = newName("table")
      defer { table.name = name }
      return "ALTER TABLE \(table.name) RENAME TO \(name);"
    case 5 where !table.columns.isEmpty, 6 where !table.columns.isEmpty:
      let (old, name) = (table.columns[place].name, newName("column"))
      table.columns[place].name = name
      return "ALTER TABLE \(table.name) RENAME COLUMN \(old) TO \(name);"
    case 7 where !table.columns.isEmpty:
      return "ALTER TABLE \(table.name) DROP COLUMN \(table.columns.remove(at: place).name);"
    case 8:
      let name = newName("column")
      table.columns.append(Column(name: name, former: nil))
      return "ALTER TABLE \(table.name) ADD COLUMN \(name);"
    case 9 where chance(0.3):
      isDropped = true
      return "DROP TABLE \(table.name);"
    case 10 where !table.columns.isEmpty, 11 where !table.columns.isEmpty:
      return copyColumn(place, of: &table)
    case 12: return move(&table)
    default: return remake(&table)
    }
  }

  private mutating func copyColumn(_ place: Int, of table: inout Table) -> String {
    let (old, name) = (table.columns.remove(at: place), newName("copy"))
    table.columns.append(
      Column(name: name, former: old.former, isCopied: old.former != nil, refers: old.refers))
    return """
      ALTER TABLE \(table.name) ADD COLUMN \(name)\(old.refers ? " REFERENCES league(id)" : "");
      UPDATE \(table.name) SET \(name) = \(old.name);
      ALTER TABLE \(table.name) DROP COLUMN \(old.name);
      """
  }

  private mutating func move(_ table: inout Table) -> String {
    let old = table
    table.name = newName("moved")
    table.isMoved = true
    renameColumns(of: &table)
    return """
      CREATE TABLE \(table.name) (\(Self.definition(of: table)));
      INSERT INTO \(table.name) SELECT \(list(old)) FROM \(old.name);
      DROP TABLE \(old.name);
      """
  }

  private func list(_ table: Table) -> String {
    ([table.key] + table.columns.map(\.name)).joined(separator: ", ")
  }

  private mutating func renameColumns(of table: inout Table) {
    if chance(0.2) { table.key = newName("key") }
    for place in table.columns.indices where chance(0.2) {
      table.columns[place].name = newName("kept")
      table.columns[place].isCopied = table.columns[place].former != nil
    }
  }

  /// Returns statements that re-create a table under its name, in one of the two usual ways.
  ///
  /// Some columns and rows may be left out.
  private mutating func remake(_ table: inout Table) -> String {
    var old = table
    if old.columns.count > 1, chance(0.2) { old.columns.removeFirst() }
    if chance(0.3) { old.columns.shuffle(using: &random) }
    table.columns = old.columns
    renameColumns(of: &table)
    let definition = Self.definition(of: table)
    let condition = chance(0.2) ? " WHERE \(old.key) < 6" : ""
    let (name, other) = (table.name, newName("other"))
    return chance(0.3)
      ? """
      ALTER TABLE \(name) RENAME TO \(other);
      CREATE TABLE \(name) (\(definition));
      INSERT INTO \(name) (\(list(table))) SELECT \(list(old)) FROM \(other)\(condition);
      DROP TABLE \(other);
      """
      : """
      CREATE TABLE \(other) (\(definition));
      INSERT INTO \(other) (\(list(table))) SELECT \(list(old)) FROM \(name)\(condition);
      DROP TABLE \(name);
      ALTER TABLE \(other) RENAME TO \(name);
      """
  }
}
