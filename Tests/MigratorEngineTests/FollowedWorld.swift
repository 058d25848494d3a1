import MigratorTestSupport

/// Made-up tables and migrations of which it is known what becomes of each table and column, under whatever
/// names: what the statements are made from says so, and nobody reads them.
struct FollowedWorld {
  /// A table that was there before, or what has its place now.
  struct Table {
    var name: String
    /// The names of the columns beside `id`, each with the one before, or `nil` for a new one.
    var columns: [(name: String, former: String?)]
  }

  private var random: SeededGenerator
  private var serial = 0
  /// What became of the tables, by their names before; `nil` for those that are gone.
  private(set) var tables: [String: Table?] = [:]
  /// The columns before, by table.
  private(set) var formerColumns: [String: [String]] = [:]
  /// What makes the tables and fills them.
  private(set) var setUp = ""

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for name in ["ball", "cup", "fan"].prefix(Int.random(in: 1...3, using: &random)) {
      let columns = Array(["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random)))
      formerColumns[name] = columns
      tables[name] = Table(name: name, columns: columns.map { ($0, $0) })
      let definition = (["id INTEGER PRIMARY KEY"] + columns).joined(separator: ", ")
      setUp += "CREATE TABLE \(name) (\(definition));\n"
      for id in 1...Int.random(in: 1...9, using: &random) {
        // No value is like another: one that is elsewhere now has moved, and is not lost.
        let values = columns.map { chance(0.2) ? "NULL" : "'\(name)-\($0)-\(id)'" }
        setUp += "INSERT INTO \(name) VALUES (\(id), \(values.joined(separator: ", ")));\n"
      }
    }
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func newName(_ prefix: String) -> String {
    serial += 1
    return "\(prefix)\(serial)"
  }

  /// Some statements; what becomes of the tables is noted.
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
    let condition = ["1", "id < 4", "id % 2 = 0", "id = 3"].randomElement(using: &random) ?? "1"
    switch Int.random(in: 0..<12, using: &random) {
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
      table.columns.append((name, nil))
      return "ALTER TABLE \(table.name) ADD COLUMN \(name);"
    case 9 where chance(0.3):
      isDropped = true
      return "DROP TABLE \(table.name);"
    default: return remake(&table)
    }
  }

  /// The statements that make a table anew under its name, by either of the two ways to do so; some columns
  /// and rows may be left behind.
  private mutating func remake(_ table: inout Table) -> String {
    var kept = table.columns
    if kept.count > 1, chance(0.2) { kept.removeFirst() }
    if chance(0.3) { kept.shuffle(using: &random) }
    table.columns = kept
    let list = (["id"] + kept.map(\.name)).joined(separator: ", ")
    let definition = (["id INTEGER PRIMARY KEY"] + kept.map(\.name)).joined(separator: ", ")
    let condition = chance(0.2) ? " WHERE id < 6" : ""
    let (name, other) = (table.name, newName("other"))
    return chance(0.3)
      ? """
      ALTER TABLE \(name) RENAME TO \(other);
      CREATE TABLE \(name) (\(definition));
      INSERT INTO \(name) (\(list)) SELECT \(list) FROM \(other)\(condition);
      DROP TABLE \(other);
      """
      : """
      CREATE TABLE \(other) (\(definition));
      INSERT INTO \(other) (\(list)) SELECT \(list) FROM \(name)\(condition);
      DROP TABLE \(name);
      ALTER TABLE \(other) RENAME TO \(name);
      """
  }
}
