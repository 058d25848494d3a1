import MigratorEngine
import MigratorTestSupport
import Testing

struct ValueComparisonTests {
  private func values(
    _ sql: String, on start: String
  ) throws -> (rows: [StepReport.TableRows], losses: Losses) {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return (report.steps[0].rows, Losses(of: report.steps))
  }

  private let people = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, age);
    INSERT INTO person VALUES (1, 'Ada', 'a@x', 36), (2, 'Ben', 'b@x', '41'), (3, 'Cy', NULL, 1);
    """

  @Test func `overwritten values and values set to NULL are counted by column`() throws {
    let (rows, losses) = try values(
      "UPDATE person SET mail = NULL, name = 'A' WHERE id < 3", on: people)
    #expect(losses.values.map(\.column) == ["name", "mail"])
    #expect(losses.values.map(\.lost.overwritten) == [2, 0])
    #expect(losses.values.map(\.lost.nulled) == [0, 2])
    #expect(losses.valueCount == 4)
    guard case .compared(let columns, 0) = rows[0].values else {
      Issue.record("not compared")
      return
    }
    #expect(
      columns[1].changes.samples.first
        == .init(key: [1.databaseValue], before: "a@x".databaseValue, after: .null))
  }

  @Test(arguments: [
    "UPDATE person SET name = name", "UPDATE person SET mail = 'new' WHERE mail IS NULL",
    "ALTER TABLE person ADD COLUMN born; UPDATE person SET born = 1900",
    "ALTER TABLE person RENAME COLUMN mail TO email; UPDATE person SET email = email",
    "ALTER TABLE person ADD COLUMN post; UPDATE person SET post = mail, mail = NULL",
    "UPDATE person SET age = 41 WHERE id = 2",
    """
    CREATE TABLE new (mail TEXT, id INTEGER PRIMARY KEY, name TEXT NOT NULL, age);
    INSERT INTO new (id, name, mail, age) SELECT id, name, mail, age FROM person;
    DROP TABLE person; ALTER TABLE new RENAME TO person
    """,
  ])
  func `equal, moved, converted or formerly NULL values are not lost`(
    sql: String
  ) throws {
    #expect(try values(sql, on: people).losses.values.isEmpty)
  }

  @Test(arguments: [
    ("mail, name", "SELECT * FROM person", "name in mail, mail in name"),
    ("mail, name", "SELECT id, mail, name FROM person", ""),
    ("name, mail", "SELECT * FROM person", ""),
  ])
  func `columns that swap their values in a re-creation cause a warning`(
    columns: String, selection: String, words: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);
        INSERT INTO person VALUES (1, 'Ada', 'a@x'), (2, 'Ben', 'b@x'), (3, 'Cy', 'c@x');
        """)
    let migrator = DatabaseMigrator([
      "1": """
      CREATE TABLE new (id INTEGER PRIMARY KEY, \(columns)); INSERT INTO new \(selection);
      DROP TABLE person; ALTER TABLE new RENAME TO person
      """
    ])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let warnings = report.steps[0].warnings
    #expect(warnings.count == (words.isEmpty ? 0 : 1))
    #expect(warnings.allSatisfy { $0.contains(words) && $0.contains("the order of columns") })
  }

  @Test func `a column left empty by a re-creation loses its values`() throws {
    let (_, losses) = try values(
      """
      CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, age);
      INSERT INTO new (id, name, age) SELECT id, name, age FROM person;
      DROP TABLE person; ALTER TABLE new RENAME TO person
      """, on: people)
    #expect(losses.values.map(\.column) == ["mail"])
    #expect(losses.values.map(\.lost.nulled) == [2])
    #expect(losses.columns.isEmpty)
  }

  @Test func `replacing a row is reported as changes to its values`() throws {
    let (_, losses) = try values(
      "INSERT OR REPLACE INTO person (id, name) VALUES (1, 'Eve')", on: people)
    #expect(losses.values.map(\.column) == ["name", "mail", "age"])
    #expect(losses.rows.isEmpty)
  }

  @Test(arguments: [
    // Rows without a key; changed keys, including a change in two steps; rows that cannot be
    // matched.
    (
      """
      CREATE TABLE new (a, b); INSERT INTO new SELECT a, NULL FROM t ORDER BY a DESC;
      DROP TABLE t; ALTER TABLE new RENAME TO t
      """, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)",
      StepReport.Values.Reason.noKey
    ),
    (
      "UPDATE t SET id = id + 100, b = NULL",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 2), (3, 4)",
      .keysChanged
    ),
    (
      "UPDATE t SET id = -id; UPDATE t SET id = 4 + id",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 2), (3, 4)",
      .keysChanged
    ),
    (
      "UPDATE t SET k = 'x' || k",
      "CREATE TABLE t (k TEXT PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES (1, 2), (3, 4)",
      .keysChanged
    ),
    (
      "DELETE FROM t WHERE a = 3; INSERT INTO t VALUES (5, 6)",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)", .noKey
    ),
    (
      """
      CREATE TABLE new (id INTEGER PRIMARY KEY, uid, b); INSERT INTO new (uid, b) SELECT uid, 'x' FROM t;
      DROP TABLE t; ALTER TABLE new RENAME TO t
      """, "CREATE TABLE t (uid INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (2, 'x'), (5, 'y')",
      .noKey
    ),
    (
      """
      CREATE TABLE new (k TEXT PRIMARY KEY, b); INSERT INTO new SELECT k, 'x' FROM t;
      DROP TABLE t; ALTER TABLE new RENAME TO t
      """, "CREATE TABLE t (k TEXT PRIMARY KEY, b); INSERT INTO t VALUES (NULL, 'x'), ('k', 'y')",
      .noKey
    ),
  ])
  func `if rows cannot be matched, they are not compared, and the loss must be accepted`(
    sql: String, start: String, reason: StepReport.Values.Reason
  ) throws {
    let (rows, losses) = try values(sql, on: start)
    #expect(rows.map(\.values) == [.notCompared(reason)])
    #expect(losses.unseen.map(\.table) == ["t"])
    #expect(losses.isDataLost)
    #expect(losses.values.isEmpty)
  }

  @Test(arguments: [
    // In another order with a new column; with more rows; under a new key; with NULL keys.
    (
      """
      CREATE TABLE new (a, b, c DEFAULT 1); INSERT INTO new (b, a) SELECT b, a FROM t ORDER BY b DESC;
      DROP TABLE t; ALTER TABLE new RENAME TO t
      """, "a COLLATE NOCASE, b", "('x', 1), ('X', 1), (1, 2), (1.0, 2), ('x', 1), (NULL, x'00')"
    ),
    (
      """
      CREATE TEMP TABLE kept AS SELECT * FROM t; DELETE FROM t; INSERT INTO t VALUES ('m', 5);
      INSERT INTO t SELECT * FROM kept ORDER BY b DESC; INSERT INTO t VALUES ('z', 1)
      """, "a, b", "('x', 1), ('y', NULL)"
    ),
    (
      """
      CREATE TABLE new (id INTEGER PRIMARY KEY, a, b); INSERT INTO new (a, b) SELECT a, b FROM t;
      DROP TABLE t; ALTER TABLE new RENAME TO t
      """, "a INTEGER PRIMARY KEY, b", "(2, 'x'), (5, 'y')"
    ),
    (
      """
      CREATE TABLE new (a TEXT PRIMARY KEY, b); INSERT INTO new SELECT * FROM t;
      DROP TABLE t; ALTER TABLE new RENAME TO t
      """, "a TEXT PRIMARY KEY, b", "(NULL, 'x'), ('k', 'y'), (NULL, 'x')"
    ),
  ])
  func `rows without a key are not lost if all of them still exist`(
    sql: String, columns: String, rows: String
  ) throws {
    let start = "CREATE TABLE t (\(columns)); INSERT INTO t VALUES \(rows)"
    let (told, losses) = try values(sql, on: start)
    #expect(!losses.isDataLost)
    #expect(told.last?.values == .same)
    #expect(told.last?.lost == 0)
    // Deleting one of two equal rows is detected as well.
    let deletion = "DELETE FROM t WHERE rowid = (SELECT min(rowid) FROM t WHERE b IN (1, 'x'))"
    let (_, lossy) = try values("\(sql); \(deletion)", on: start)
    #expect(lossy.isDataLost)
  }

  @Test func `values are not compared outside a transaction, and the report says so`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: people)
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "1", foreignKeyChecks: .deferred,
      script: SQLScript(file: "1.sql", text: "UPDATE person SET mail = NULL"), transaction: .none)
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(Losses(of: report.steps).unseen.map(\.reason) == [.outsideTransaction])
  }

  @Test(arguments: [
    // Deleted and reinserted in order; replaced by themselves; inserted and deleted.
    """
    CREATE TEMP TABLE s AS SELECT * FROM u ORDER BY v; DELETE FROM u; INSERT INTO u SELECT * FROM s
    """, "INSERT OR REPLACE INTO u SELECT * FROM u",
    "INSERT INTO u VALUES ('z', 9); DELETE FROM u WHERE code = 'z'",
  ])
  func `rows that are deleted and inserted again under the same key are not lost`(sql: String)
    throws
  {
    let (_, losses) = try values(
      sql,
      on: "CREATE TABLE u (code TEXT PRIMARY KEY, v); INSERT INTO u VALUES ('a', 2), ('b', 1)")
    #expect(losses.isEmpty)
  }

  @Test(arguments: [
    """
    CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, age);
    INSERT INTO n SELECT * FROM person WHERE id <> 3; INSERT INTO n VALUES (99, 'new', NULL, 1);
    DROP TABLE person; ALTER TABLE n RENAME TO person
    """, "DELETE FROM person WHERE id = 3; INSERT INTO person VALUES (99, 'new', NULL, 1)",
  ])
  func `an omitted row is lost even if another one is added`(sql: String) throws {
    let (_, losses) = try values(sql, on: people)
    #expect(losses.rowCount == 1)
    #expect(losses.values.isEmpty)
  }

  @Test func `a value does not count as moved just because another column has it`() throws {
    let (_, losses) = try values(
      """
      ALTER TABLE u ADD COLUMN version INTEGER NOT NULL DEFAULT 1; UPDATE u SET admin = 0
      """, on: "CREATE TABLE u (id INTEGER PRIMARY KEY, admin); INSERT INTO u VALUES (1, 1), (2, 1)"
    )
    #expect(losses.valueCount == 2)
  }

  @Test func `a journal mode set by the app does not affect the comparison`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: people)
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
    let report = try DryRun.run(
      path: path,
      migrator: DatabaseMigrator([
        "1": "UPDATE person SET mail = NULL", "2": "UPDATE person SET name = 'A'",
      ]), temporaryDirectory: folder.path, configuration: configuration)
    #expect(report.failure == nil)
    #expect(Losses(of: report.steps).valueCount == 5)
  }

  @Test func `values are not compared in a table with the maximum number of columns`() throws {
    let names = (1...2000).map { "c\($0)" }
    let (rows, _) = try values(
      "UPDATE wide SET c1 = 1",
      on: """
        CREATE TABLE wide (\(names.joined(separator: ", ")));
        INSERT INTO wide (c1) VALUES (0)
        """)
    #expect(rows.map(\.values) == [.notCompared(.refused)])
  }

  @Test func `a step without a dry run does not compare values`() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: people) }
    let report = try DatabaseMigrator(["1": "UPDATE person SET name = 'A'"]).step(queue)
    #expect(report?.rows == [])
    #expect(report?.counting == StepReport.Counting.none)
  }

  @Test func `a long value is truncated in a sample`() throws {
    let (rows, _) = try values(
      "UPDATE t SET a = 'x'",
      on: "CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(1000000)), (hex(zeroblob(500000)))")
    guard case .compared(let columns, _) = rows[0].values else {
      Issue.record("not compared")
      return
    }
    #expect(columns[0].changes.replaced == 2)
    #expect(columns[0].changes.samples.allSatisfy { $0.before.sqlLiteral.utf8.count < 500 })
  }

  @Test(arguments: 0..<12)
  func `the reported losses equal those found by comparing two dumps`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 { try compareOnce(&random) }
  }

  private func compareOnce(_ random: inout SeededGenerator) throws {
    let world = RandomRows(using: &random)
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      journalMode: Bool.random(using: &random) ? "wal" : "delete", sql: world.start)
    let migrator = DatabaseMigrator(["1": world.migration])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let queue = try DatabaseQueue(path: path)
    let before = try world.dump(queue, table: "t")
    let result = Result { try migrator.step(queue) }
    guard report.failure == nil else {
      // The same constraint fails both.
      #expect(try result.get()?.failure != nil)
      return
    }
    let after = try world.dump(queue, table: world.tableAfter)
    let expected = world.changes(from: before, to: after)
    expect(
      report.steps[0].changedRows.first { $0.table == world.tableAfter }, isWhatChanged: before,
      after, in: world)
    let told = Losses(of: report.steps).values.reduce(into: [String: [Int64]]()) {
      $0[$1.column] = [$1.lost.overwritten, $1.lost.nulled]
    }
    #expect(told == expected, "\(world.start)\n\(world.migration)")
  }

  private func expect(
    _ list: ChangedRows?, isWhatChanged before: RandomRows.Dump, _ after: RandomRows.Dump,
    in world: RandomRows
  ) {
    var told: [ChangedRow.Kind: Set<[DatabaseValue]>] = [:]
    for row in list?.rows ?? [] {
      let places = world.keys.compactMap { key in list?.columns.firstIndex { $0.after == key } }
      let key = places.compactMap { row.values[$0].before?.value ?? row.values[$0].after?.value }
      told[row.kind, default: []].insert(key)
      for (column, value) in zip(list?.columns ?? [], row.values) {
        let old = column.before.flatMap { before[key]?[$0] }
        let new = column.after.flatMap { after[key]?[$0] }
        #expect(value.before.map { old?.begins(with: $0) ?? false } ?? (old == nil), "\(world)")
        #expect(value.after.map { new?.begins(with: $0) ?? false } ?? (new == nil), "\(world)")
        if row.kind == .updated, column.before != nil, column.after != nil {
          #expect((value.difference == nil) == (old == new), "\(world)")
        }
      }
    }
    let updated = before.filter { key, old in
      guard let new = after[key] else { return false }
      return world.names.contains { old[$0.key] != new[$0.value] }
        || world.added.contains { new[$0] != .null }
    }
    let expected: [ChangedRow.Kind: Set<[DatabaseValue]>] = [
      .inserted: Set(after.keys).subtracting(before.keys),
      .deleted: Set(before.keys).subtracting(after.keys), .updated: Set(updated.keys),
    ]
    #expect(list?.obstacle == nil)
    #expect(told == expected.filter { !$0.value.isEmpty }, "\(world)")
    #expect(
      [list?.inserted ?? 0, list?.deleted ?? 0, list?.updated ?? 0]
        == [ChangedRow.Kind.inserted, .deleted, .updated].map {
          Int64(expected[$0]?.count ?? 0)
        }, "\(world)")
  }
}

extension DatabaseValue {
  /// Returns whether an excerpt is this value, or its beginning and length.
  fileprivate func begins(with excerpt: ValueExcerpt) -> Bool {
    guard let length = excerpt.fullLength else { return self == excerpt.value }
    switch (storage, excerpt.value.storage) {
    case (.string(let text), .string(let start)):
      return text.utf8.count == length && text.hasPrefix(start)
    case (.blob(let bytes), .blob(let start)):
      return bytes.count == length && bytes.starts(with: start)
    default: return false
    }
  }
}
