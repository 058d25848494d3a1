import MigratorTestSupport
import Testing

@testable import MigratorSQLite

/// Compares scripts that insert rows of literals with the same statements, each compiled unchanged.
struct RowInsertionTests {
  private static let schema = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, a, b TEXT, c REAL, d NUMERIC CHECK (d <> 13), e BLOB UNIQUE);
    CREATE TABLE log (what, kind);
    CREATE TRIGGER note AFTER INSERT ON item BEGIN
      INSERT INTO log VALUES (new.a, typeof(new.a)), (new.d, typeof(new.d));
    END;
    CREATE VIEW pair AS SELECT a, b FROM item;
    CREATE TRIGGER pair_insert INSTEAD OF INSERT ON pair BEGIN
      INSERT INTO log VALUES (new.a, typeof(new.a)), (new.b, typeof(new.b));
    END;
    """
  private static let values = [
    "0", "7", "-12", "+3", "007", "1.5", "-0.0", ".5", "5.", "5.0", "1e3", "-2.5E-3", "0.1",
    "1e999", "123456789012345678", "1234567890123456789", "9223372036854775808", "0x1F",
    "9007199254740993.0", "8.41", "5e-324", "1.7976931348623157e308", "- 4", "NULL", "null", "''",
    "'x'", "'it''s'", "''''", "'1.50'", "' 12'", "'é👩‍👩‍👧'", "'a;b'", "x'00ff'", "1 + 1", "TRUE",
    "CURRENT_DATE IS NULL", "abs(-3)", "'a' || 'b'", "(1)", "1 /* one */", "'two' -- 2\n",
  ]

  private func dump(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { db in
      try ["item", "log"].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT rowid, * FROM \(table) ORDER BY rowid").map { row in
          row.databaseValues.map { $0.sqlLiteral }.joined(separator: "|")
        }
      }
    }
  }

  private func database(_ encoding: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
      try db.execute(sql: Self.schema)
    }
    return queue
  }

  private func statement(_ numbers: inout SeededGenerator) -> String {
    func pick(_ values: [String]) -> String { values.randomElement(using: &numbers) ?? "" }
    let plain = Bool.random(using: &numbers)
    func value() -> String { pick(plain ? ["1", "'x'", "-2.75", "NULL", "'it''s'"] : Self.values) }
    let head = pick([
      "INSERT INTO item (a, b, c, d) VALUES (", "INSERT INTO item(a,b,c,d)VALUES(",
      "insert or ignore into main.\"item\" (a, b, c, d)\nvalues (",
    ])
    return switch Int.random(in: 0..<12, using: &numbers) {
    case 0: "INSERT INTO pair VALUES (\(value()), \(value()));"
    case 1:
      "REPLACE INTO item (id, a) VALUES (\(Int.random(in: 1...9, using: &numbers)), \(value()));"
    case 2: "INSERT OR REPLACE INTO item (a, e) VALUES (\(value()), 'same');"
    case 3:
      "INSERT INTO item (id, a) VALUES (3, \(value())) ON CONFLICT (id) DO UPDATE SET a = a || 'u';"
    case 4: "INSERT INTO log VALUES (changes(), total_changes());"
    case 5: "INSERT INTO log VALUES (1, 2), (\(value()), 4);"
    case 6: "UPDATE item SET a = last_insert_rowid() WHERE id = 3;"
    default: head + (0..<4).map { _ in value() }.joined(separator: ", ") + ");"
    }
  }

  @Test(arguments: ["UTF-8", "UTF-16le"], 0..<3)
  func `running a script has the same effect as running its statements one by one`(
    _ encoding: String, _ seed: Int
  ) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let statements = (0..<400).map { _ in statement(&numbers) }
    let (script, single) = try (database(encoding), database(encoding))
    _ = try script.write { db in
      try db.run(
        SQLScript(file: "a.sql", text: statements.joined(separator: "\n")),
        transaction: .mustStayOpen)
    }
    try single.write { db in for statement in statements { try db.execute(sql: statement) } }
    let expected = try dump(single)
    #expect(expected.count > 400)
    #expect(try dump(script) == expected)
  }

  @Test func `an authorizer sees only the first of several similar INSERT statements`() throws {
    let rows = (1...100).map { "INSERT INTO item (id, a) VALUES (\($0), 'it''s \($0)');\n" }
    let text =
      rows.joined() + "CREATE TABLE other (x);\n"
      + rows.joined().replacing("item", with: "log")
      .replacing("id, a", with: "what, kind")
    var tables: [String] = []
    let authorizer = Authorizer { event in
      if case .insert(let table, _, nil) = event { tables.append(table) }
      return .allow
    }
    try database("UTF-8").write { db in
      _ = try db.observed(by: authorizer) {
        try db.run(SQLScript(file: "a.sql", text: text), transaction: .mustStayOpen)
      }
      #expect(
        try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE a = 'it''s ' || id") == 100)
    }
    #expect(tables.filter { $0 == "item" }.count == 2)
    #expect(tables.filter { $0 == "log" }.count == 2)
  }

  @Test(arguments: [
    ("INSERT INTO item (id, d) VALUES (1, 5);", "UNIQUE constraint failed: item.id"),
    ("INSERT INTO item (id, d) VALUES (9, 13);", "CHECK constraint failed: d <> 13"),
    ("INSERT INTO item (id, d) VALUES ('x''y', 5);", "datatype mismatch"),
  ])
  func `an error has the location and the SQL of its statement`(
    _ sql: String, _ message: String
  ) throws {
    let text = """
      INSERT INTO item (id, d) VALUES (1, 5);
      INSERT INTO item (id, d) VALUES (2, 5);
        \(sql)
      INSERT INTO item (id, d) VALUES (4, 5);
      """
    try database("UTF-8").write { db in
      let error = try #require(throws: ScriptError.self) {
        try db.run(SQLScript(file: "a.sql", text: text), transaction: .mustStayOpen)
      }
      #expect(error.description == "a.sql:3:3: \(message)")
      #expect(error.statement?.sql == sql)
      #expect(error.underlying?.sql == String(sql.dropLast()))
      #expect(error.underlying?.arguments?.isEmpty == true)
      #expect(try Int.fetchAll(db, sql: "SELECT id FROM item ORDER BY id") == [1, 2])
    }
  }
}
