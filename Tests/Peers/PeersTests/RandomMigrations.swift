import MigratorTestSupport
import PeerModel

/// Generates random migrations for a random database, most of them valid.
///
/// It tracks the schema only roughly, so a statement may fail unintentionally, which is a useful
/// test as well.
struct RandomMigrations {
  private struct Table {
    var name: String
    /// The columns after `id`.
    var columns: [String]
    /// The foreign key columns and their parent tables.
    var keys: [(column: String, parent: String)]
  }

  private var random: SeededGenerator
  private var tables: [Table] = []
  private var extras: [(kind: String, name: String)] = []
  private var serial = 0
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Creates a scenario: a list applied in two runs, then without its bad migrations.
  mutating func scenario() -> Scenario {
    var list: [PeerMigration] = []
    var sound: [PeerMigration] = []
    for index in 0..<Int.random(in: 4...9, using: &random) {
      let (before, extrasBefore) = (tables, extras)
      let isBad = index > 0 && chance(0.2)
      let migration = migration(index, isBad: isBad)
      list.append(migration)
      if isBad { (tables, extras) = (before, extrasBefore) } else { sound.append(migration) }
    }
    let unchecked = chance(0.2) ? Int.random(in: 0..<list.count, using: &random) : nil
    let all = MigrationList(list, uncheckedFrom: unchecked)
    let target = list[Int.random(in: 0..<list.count, using: &random)].identifier
    var actions: [Scenario.Action] = [.migrate(all, upTo: target), .migrate(all)]
    if chance(0.3) { actions.insert(.execute(outside()), at: 1) }
    actions.append(.migrate(MigrationList(sound, uncheckedFrom: unchecked)))
    if chance(0.3) { actions.append(.migrate(merged(sound))) }
    let options = PeerOptions(
      foreignKeysEnabled: !chance(0.1),
      preparation: [
        "PRAGMA synchronous = OFF", "PRAGMA journal_mode = MEMORY",
        "PRAGMA legacy_alter_table = \(chance(0.15) ? "ON" : "OFF")",
      ])
    return Scenario(actions, options: options)
  }

  // MARK: - Migrations

  private mutating func migration(_ index: Int, isBad: Bool) -> PeerMigration {
    let checks: PeerMigration.ForeignKeys = chance(0.35) ? .immediate : .deferred
    var statements: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { statements += change() }
    if isBad { statements.insert(bad(), at: Int.random(in: 0...statements.count, using: &random)) }
    let identifier = "\(index) \(pick(["create", "mend", "add", "größer", "say \"hi\"", ""]))"
    guard chance(0.15) else {
      return PeerMigration(identifier, checks, body: .sql(statements))
    }
    let (undone, throwsError) = (insertion(isSound: false), isBad && chance(0.5))
    return PeerMigration(identifier, checks) { [statements] db, _ in
      for sql in statements { try db.execute(sql) }
      try db.savepoint {
        // The statement is undone even if it succeeds.
        try? db.execute(undone)
        return false
      }
      if throwsError { throw BodyError(identifier) }
    }
  }

  /// Returns the list with some of its migrations folded into a new one at the end.
  private mutating func merged(_ list: [PeerMigration]) -> MigrationList {
    let gone = list.filter { _ in chance(0.5) }
    let checks: PeerMigration.ForeignKeys = chance(0.5) ? .immediate : .deferred
    let sql = insertion(isSound: true)
    let fold = PeerMigration("fold", checks, merging: Set(gone.map(\.identifier))) { db, applied in
      try db.execute("CREATE TABLE fold (a)")
      for identifier in applied.sorted() {
        try db.execute("INSERT INTO fold VALUES (\(Self.literal(identifier)))")
      }
      try db.execute(sql)
    }
    let names = Set(gone.map(\.identifier))
    return MigrationList(list.filter { !names.contains($0.identifier) } + [fold])
  }

  /// Statements that a user runs between two migrations.
  private mutating func outside() -> [String] {
    ["PRAGMA foreign_keys = OFF", "CREATE TABLE IF NOT EXISTS person (a)"]
      + (tables.isEmpty ? [] : ["INSERT INTO person VALUES ('was here')"])
  }

  // MARK: - Statements

  private mutating func change() -> [String] {
    guard tables.count > 1 else { return create() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14: return create()
    case 14..<44: return [insertion(isSound: chance(0.85))]
    case 44..<52: return addColumn()
    case 52..<64: return recreate()
    case 64..<69: return rename()
    case 69..<77: return extra()
    case 77..<81: return dropExtra()
    case 81..<86: return [deletion()]
    case 86..<92: return [update()]
    case 92..<95: return dropColumn()
    default: return dropTable()
    }
  }

  private mutating func bad() -> String {
    let table = tables.isEmpty ? "nowhere" : tables[anyTable()].name
    return pick([
      "SELEC 1", "INSERT INTO nowhere VALUES (1)", "CREATE TABLE \(table) (id)",
      "INSERT INTO \(table) (id, nothere) VALUES (1, 2)", "DROP TABLE nowhere",
      "INSERT INTO \(table) (id) VALUES (7), (7)", "ALTER TABLE \(table) ADD COLUMN z NOT NULL",
      "INSERT INTO \(table) SELECT * FROM \(table)", "SELECT abs(-9223372036854775807 - 1)",
      "CREATE TABLE bad\(name()) (a REFERENCES \(table)(nothere))",
    ])
  }

  private mutating func create() -> [String] {
    let name = name()
    var table = Table(name: name, columns: ["name"], keys: [])
    var columns = ["id INTEGER PRIMARY KEY", "name TEXT\(pick(["", " NOT NULL", " UNIQUE"]))"]
    if chance(0.15) { columns[0] = "id TEXT PRIMARY KEY" }
    if chance(0.3) {
      table.columns.append("n")
      columns.append("n INTEGER DEFAULT 1 CHECK (n IS NULL OR typeof(n) <> 'integer' OR n > -50)")
    }
    for index in 0..<Int.random(in: 0...2, using: &random) {
      let parent = tables.isEmpty || chance(0.1) ? name : tables[anyTable()].name
      let column = "ref\(index)"
      table.columns.append(column)
      table.keys.append((column, parent))
      let actions = pick([
        "", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON DELETE RESTRICT",
        " DEFERRABLE INITIALLY DEFERRED", " ON UPDATE CASCADE",
      ])
      // Foreign keys name the columns they refer to. If one did not and its parent were missing,
      // GRDB would report fewer details for the table's other keys.
      columns.append("\(column) REFERENCES \(parent)(id)\(actions)")
    }
    tables.append(table)
    let kind = pick(["", "", "", " WITHOUT ROWID"])
    return ["CREATE TABLE \(name) (\(columns.joined(separator: ", ")))\(kind)", fill(table)]
  }

  private mutating func insertion(isSound: Bool) -> String {
    guard !tables.isEmpty else { return "SELECT 1" }
    let table = tables[anyTable()]
    if isSound { return fill(table) }
    let columns = (["id"] + table.columns).joined(separator: ", ")
    let values =
      (["\(Int.random(in: 1...60, using: &random))"] + table.columns.map { _ in value() })
    return "INSERT INTO \(table.name) (\(columns)) VALUES (\(values.joined(separator: ", ")))"
  }

  /// Creates rows whose keys have parents, if there are any.
  private mutating func fill(_ table: Table) -> String {
    let first = Int.random(in: 1...200, using: &random)
    let columns = ["id"] + table.columns
    let rows = (0..<Int.random(in: 1...3, using: &random)).map { index in
      let values = table.columns.map { column in
        guard let key = table.keys.first(where: { $0.column == column }) else {
          return column == "name" ? "'\(table.name) \(first + index)'" : "\(index)"
        }
        return chance(0.2) ? "NULL" : "(SELECT max(id) FROM \(key.parent))"
      }
      return "(\((["\(first + index)"] + values).joined(separator: ", ")))"
    }
    return "INSERT OR IGNORE INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES "
      + rows.joined(separator: ", ")
  }

  private mutating func addColumn() -> [String] {
    let index = anyTable()
    let column = "c\(number())"
    tables[index].columns.append(column)
    var clause = pick(["", " TEXT DEFAULT 'é'", " INT NOT NULL DEFAULT 7", " COLLATE NOCASE"])
    if chance(0.3) {
      let parent = tables[anyTable()].name
      tables[index].keys.append((column, parent))
      clause = " REFERENCES \(parent)(id)"
    }
    return ["ALTER TABLE \(tables[index].name) ADD COLUMN \(column)\(clause)"]
  }

  private mutating func dropColumn() -> [String] {
    let index = anyTable()
    guard let column = tables[index].columns.randomElement(using: &random) else { return [] }
    tables[index].columns.removeAll { $0 == column }
    tables[index].keys.removeAll { $0.column == column }
    return ["ALTER TABLE \(tables[index].name) DROP COLUMN \(column)"]
  }

  /// SQLite's procedure to re-create a table, sometimes omitting a row.
  private mutating func recreate() -> [String] {
    let index = anyTable()
    let table = tables[index]
    let clauses = table.columns.map { column in
      table.keys.first { $0.column == column }.map { "\(column) REFERENCES \($0.parent)(id)" }
        ?? column
    }
    let columns = (["id"] + table.columns).joined(separator: ", ")
    let loss = chance(0.15) ? " WHERE id <> (SELECT max(id) FROM \(table.name))" : ""
    return [
      "CREATE TABLE new_\(table.name) (id INTEGER PRIMARY KEY, "
        + clauses.joined(separator: ", ") + ")",
      "INSERT INTO new_\(table.name) (\(columns)) SELECT \(columns) FROM \(table.name)\(loss)",
      "DROP TABLE \(table.name)",
      "ALTER TABLE new_\(table.name) RENAME TO \(table.name)",
    ].map { clauses.isEmpty ? $0.replacing("PRIMARY KEY, )", with: "PRIMARY KEY)") : $0 }
  }

  private mutating func rename() -> [String] {
    let index = anyTable()
    let old = tables[index].name
    if chance(0.4), let column = tables[index].columns.randomElement(using: &random) {
      let new = "r\(number())"
      tables[index].columns = tables[index].columns.map { $0 == column ? new : $0 }
      tables[index].keys = tables[index].keys.map { $0.column == column ? (new, $0.parent) : $0 }
      return ["ALTER TABLE \(old) RENAME COLUMN \(column) TO \(new)"]
    }
    let new = name()
    tables[index].name = new
    for other in tables.indices {
      tables[other].keys = tables[other].keys.map { $0.parent == old ? ($0.column, new) : $0 }
    }
    return ["ALTER TABLE \(old) RENAME TO \(new)"]
  }

  private mutating func dropTable() -> [String] {
    ["DROP TABLE \(tables.remove(at: anyTable()).name)"]
  }

  private mutating func deletion() -> String {
    let table = tables[anyTable()].name
    return "DELETE FROM \(table) WHERE id = (SELECT \(pick(["min", "max"]))(id) FROM \(table))"
  }

  private mutating func update() -> String {
    let table = tables[anyTable()]
    let column = table.columns.randomElement(using: &random) ?? "id"
    return "UPDATE OR IGNORE \(table.name) SET \(column) = \(value()) "
      + "WHERE id = (SELECT min(id) FROM \(table.name))"
  }

  private mutating func extra() -> [String] {
    let table = tables[anyTable()]
    let column = table.columns.randomElement(using: &random) ?? "id"
    let name = "x\(number())"
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      extras.append(("VIEW", name))
      return ["CREATE VIEW \(name) AS SELECT id, \(column) FROM \(table.name)"]
    case 1:
      extras.append(("TRIGGER", name))
      return [
        "CREATE TRIGGER \(name) AFTER INSERT ON \(table.name) BEGIN\n"
          + "  UPDATE \(table.name) SET \(column) = NULL WHERE id = new.id - 1; -- one; two\nEND"
      ]
    default:
      extras.append(("INDEX", name))
      let unique = chance(0.3) ? "UNIQUE " : ""
      let partial = chance(0.3) ? " WHERE \(column) IS NOT NULL" : ""
      return ["CREATE \(unique)INDEX \(name) ON \(table.name)(\(column))\(partial)"]
    }
  }

  private mutating func dropExtra() -> [String] {
    guard !extras.isEmpty else { return ["SELECT 1"] }
    let extra = extras.remove(at: Int.random(in: 0..<extras.count, using: &random))
    return ["DROP \(extra.kind) IF EXISTS \(extra.name)"]
  }

  // MARK: - Helpers

  private mutating func value() -> String {
    pick([
      "NULL", "1", "-100", "1.5", "'text'", "'日本 \"q\" \\ é'", "x'00FF'", "99", "'7'", "''",
      "char(10, 9)",
    ])
  }

  private mutating func name() -> String {
    chance(0.15) ? "\"odd; name \(number())\"" : "t\(number())"
  }

  private mutating func number() -> Int {
    serial += 1
    return serial
  }

  private mutating func anyTable() -> Int { Int.random(in: 0..<tables.count, using: &random) }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
