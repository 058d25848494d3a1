import MigratorEngine
import MigratorTestSupport

/// Random schemas, contents and migrations with many difficult cases for foreign keys.
///
/// The generator tracks existing objects only roughly: a statement may fail and is then skipped.
struct RandomDatabase {
  private var random: SeededGenerator
  private var names: [String]
  private var serial = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    names = ["p", "Child", "tree", "e\u{301}", "\u{E9}"]
  }

  // MARK: - Random choices

  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func table() -> String {
    let name = pick(names)
    // SQLite ignores the case of ASCII letters.
    return "\"\(chance(0.15) ? name.uppercased() : name)\""
  }

  private mutating func value() -> String {
    pick([
      "NULL", "0", "1", "1", "2", "2", "3", "4", "5", "1.0", "2.5", "'1'", "'2'", "'a'", "'A'",
      "'a '", "'b'", "'B'", "''", "x''", "x'61'", "x'31'", "'\u{E9}'", "9007199254740993",
      "9007199254740992.0", "-1", "char(97, 0, 98)", "'ab'", "'0123456789abcdef0123456789ABCDEF'",
      "'0123456789abcdef0123456789abcdef'",
    ])
  }

  private mutating func column() -> String { pick(["id", "a", "b", "g", "a", "b"]) }

  // MARK: - Schema

  private mutating func type() -> String {
    pick(["INTEGER", "INTEGER", "TEXT", "TEXT", "BLOB", "", "REAL", "NUMERIC", "INT", "UUID"])
      + pick(["", "", "", " COLLATE NOCASE", " COLLATE RTRIM"])
  }

  private mutating func references() -> String {
    let parent = table()
    let target = pick(["", "", "(id)", "(id)", "(a)", "(a)", "(b)", "(g)", "(ID)", "(rowid)"])
    let action = pick(["", "", " ON DELETE CASCADE", " ON UPDATE CASCADE ON DELETE SET NULL"])
    return "REFERENCES \(chance(0.04) ? "nowhere" : parent)\(target)\(action)"
  }

  mutating func createTable(_ name: String) -> String {
    let withoutRowID = chance(0.15)
    let id =
      withoutRowID
      ? pick(["TEXT PRIMARY KEY", "INTEGER PRIMARY KEY", "BLOB PRIMARY KEY"])
      : pick([
        "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY", "TEXT PRIMARY KEY",
        "INT PRIMARY KEY", "TEXT COLLATE NOCASE PRIMARY KEY", "INTEGER PRIMARY KEY DESC",
        "BLOB PRIMARY KEY", "PRIMARY KEY", "TEXT",
      ])
    var parts = ["id \(id)", "a \(type())", "b \(type())"]
    if chance(0.5) { parts[1] += " \(references())" }
    if chance(0.3) { parts[2] += " \(references())" }
    if chance(0.3) {
      parts.append(
        "g \(type()) AS (\(pick(["a", "b", "lower(a)"]))) \(pick(["STORED", "VIRTUAL"]))")
      if chance(0.4) { parts[3] += " \(references())" }
      if chance(0.4) { parts.append("UNIQUE (g)") }
    }
    if chance(0.6) { parts.append("UNIQUE (a)\(chance(0.15) ? " ON CONFLICT REPLACE" : "")") }
    if chance(0.2) { parts.append("UNIQUE (a COLLATE NOCASE)") }
    if chance(0.3) { parts.append("UNIQUE (b, a)") }
    if chance(0.15) { parts.append("PRIMARY KEY (id COLLATE NOCASE)") }
    if chance(0.25) {
      parts.append("FOREIGN KEY (a, b) REFERENCES \(table())\(pick(["(a, b)", "(b, a)", ""]))")
    }
    let options = withoutRowID ? " WITHOUT ROWID" : ""
    return "CREATE TABLE \(name) (\(parts.joined(separator: ", ")))\(options)"
  }

  mutating func setUp() -> [String] {
    var statements = names.map { createTable("\"\($0)\"") }
    for _ in 0..<Int.random(in: 0...3, using: &random) { statements.append(index()) }
    if chance(0.3) { statements += virtualTable() }
    for _ in 0..<Int.random(in: 5...40, using: &random) { statements.append(insertion()) }
    if chance(0.25) { statements.append(trigger()) }
    return statements
  }

  private mutating func index() -> String {
    serial += 1
    return "CREATE \(pick(["UNIQUE ", ""]))INDEX i\(serial) ON \(table()) (\(column())"
      + pick(["", "", " COLLATE NOCASE", ", b", " DESC"]) + ")"
      + pick(["", "", "", " WHERE a IS NOT NULL"])
  }

  private mutating func virtualTable() -> [String] {
    [
      "CREATE VIRTUAL TABLE doc USING fts5(x)",
      "INSERT INTO doc (rowid, x) VALUES (1, 'a'), (2, 'b')",
    ]
      + (chance(0.5)
        ? [
          "CREATE TABLE note (id INTEGER PRIMARY KEY, a REFERENCES doc_content(id))",
          "INSERT INTO note VALUES (1, 1), (2, 2)",
        ] : [])
  }

  private mutating func trigger() -> String {
    serial += 1
    let temporary = pick(["", "", "TEMP "])
    let event = pick(["INSERT", "UPDATE", "DELETE"])
    return """
      CREATE \(temporary)TRIGGER t\(serial) AFTER \(event) ON \
      \(chance(0.1) ? "grdb_migrations" : table()) BEGIN \(row()); END
      """
  }

  // MARK: - Rows

  private mutating func insertion() -> String {
    let conflict = pick(["", "OR IGNORE ", "OR IGNORE ", "OR REPLACE "])
    return
      "INSERT \(conflict)INTO \(table()) (id, a, b) VALUES (\(value()), \(value()), \(value()))"
  }

  private mutating func row() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: return insertion()
    case 4: return "UPDATE \(table()) SET \(pick(["a", "b"])) = \(value()) WHERE \(condition())"
    case 5:
      return "UPDATE OR REPLACE \(table()) SET \(pick(["id", "rowid", "a"])) = \(value()) "
        + "WHERE \(condition())"
    case 6, 7: return "DELETE FROM \(table()) WHERE \(condition())"
    case 8: return "DELETE FROM \(table())"
    case 9: return "UPDATE OR IGNORE \(table()) SET id = \(value()), b = a WHERE \(condition())"
    case 10: return "INSERT OR IGNORE INTO \(table()) (id, a, b) SELECT id, b, a FROM \(table())"
    default:
      return "INSERT INTO \(table()) (id, a, b) VALUES (\(value()), 1, 2) "
        + "ON CONFLICT DO UPDATE SET a = excluded.b"
    }
  }

  private mutating func condition() -> String {
    pick(["\(column()) = \(value())", "rowid = 1", "rowid < 3", "1", "id > 2", "a IS NULL"])
  }

  // MARK: - Migrations

  mutating func migration() -> [String] {
    var statements: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      statements += chance(0.55) ? [row()] : change()
    }
    if chance(0.1) {
      statements = ["SAVEPOINT s"] + statements + [pick(["ROLLBACK TO s; RELEASE s", "RELEASE s"])]
    }
    return statements
  }

  private mutating func change() -> [String] {
    serial += 1
    let name = table()
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return ["ALTER TABLE \(name) ADD COLUMN c\(serial) \(type())"]
    case 1:
      return [
        "ALTER TABLE \(name) ADD COLUMN c\(serial) INTEGER DEFAULT \(pick(["NULL", "1", "99"])) "
          + references()
      ]
    case 2: return ["ALTER TABLE \(name) RENAME COLUMN \(column()) TO \(pick(["a", "b", "z"]))"]
    case 3: return ["ALTER TABLE \(name) DROP COLUMN \(pick(["a", "b", "g", "c1", "c2"]))"]
    case 4:
      let new = chance(0.5) ? "\"\(pick(names))\"" : "fresh"
      return ["ALTER TABLE \(name) RENAME TO \(new)"]
    case 5:
      let other = table()
      return [
        "ALTER TABLE \(name) RENAME TO middle", "ALTER TABLE \(other) RENAME TO \(name)",
        "ALTER TABLE middle RENAME TO \(other)",
      ]
    case 6: return ["DROP TABLE \(name)"] + (chance(0.6) ? [createTable(name), insertion()] : [])
    case 7, 8, 9:
      return [
        createTable("new_table"),
        "INSERT OR IGNORE INTO new_table (id, a, b) SELECT id, a, b "
          + "FROM \(name)\(chance(0.3) ? " WHERE \(condition())" : "")",
        "DROP TABLE \(name)", "ALTER TABLE new_table RENAME TO \(name)",
      ]
    case 10:
      return [
        "CREATE TABLE copied\(serial) AS SELECT * FROM \(name)", "DROP TABLE \(name)",
        "ALTER TABLE copied\(serial) RENAME TO \(name)",
      ]
    case 11, 12: return [index()]
    case 13: return ["DROP INDEX i\(Int.random(in: 1...max(1, serial), using: &random))"]
    case 14: return [trigger(), row()]
    case 15: return [pick(["REINDEX", "REINDEX \(name)", "REINDEX nocase", "ANALYZE"])]
    case 16:
      return [
        "INSERT INTO doc (rowid, x) VALUES (\(Int.random(in: 1...4, using: &random)), 'c')",
        "DELETE FROM doc WHERE rowid = \(Int.random(in: 1...4, using: &random))", "DROP TABLE note",
      ].filter { _ in chance(0.7) }
    case 17:
      return [
        "CREATE TEMP TABLE \(name) (id INTEGER PRIMARY KEY, a, b)", row(),
        "DROP TABLE temp.\(name)",
      ].filter { _ in chance(0.8) }
    case 18:
      return [
        "PRAGMA legacy_alter_table = \(pick(["ON", "OFF"]))",
        "PRAGMA writable_schema = \(pick(["ON", "OFF"]))",
        "UPDATE sqlite_master SET sql = replace(sql, 'a', 'b') WHERE name = 'p'",
      ].filter { _ in chance(0.5) }
    default:
      return [
        "CREATE VIEW v\(serial) AS SELECT * FROM \(name)",
        "CREATE TRIGGER w\(serial) INSTEAD OF DELETE ON v\(serial) BEGIN DELETE FROM \(table()); END",
        "DELETE FROM v\(serial)", "ATTACH ':memory:' AS other",
        "CREATE TABLE other.p (id INTEGER PRIMARY KEY, a, b)",
        "INSERT INTO other.p VALUES (1, 1, 1)",
      ].prefix(chance(0.5) ? 3 : 6).map { $0 }
    }
  }
}
