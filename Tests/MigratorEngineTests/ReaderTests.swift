import MigratorEngine
import MigratorTestSupport
import Testing

/// The state that other connections see while migrations run.
struct ReaderTests {
  /// Each migration creates and fills a table, and drops the previous one.
  private let migrator = DatabaseMigrator([
    "1": "CREATE TABLE t1(x); INSERT INTO t1 VALUES (1)",
    "2": "CREATE TABLE t2(x); INSERT INTO t2 SELECT x + 1 FROM t1; DROP TABLE t1",
    "3": "CREATE TABLE t3(x); INSERT INTO t3 SELECT x + 1 FROM t2; DROP TABLE t2",
  ])

  @Test(arguments: ["DELETE", "WAL"])
  func `a reader sees only complete migrations at every moment of a run`(mode: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("read.sqlite")
    let writer = try DatabaseQueue(path: path)
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = \(mode); CREATE TABLE t0(x)")
    }
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)

    var committed = 0
    var moments = 0
    try migrator.migrate(writer, upTo: nil) { event in
      if case .committed = event { committed += 1 }
      moments += 1
      #expect(throws: Never.self) {
        let seen: [String] = try reader.read { try state($0) }
        #expect(seen == Self.states[committed], "at \(event)")
      }
    }
    #expect(committed == 3)
    // The plan, and for each migration its beginning, statements, check and commit.
    #expect(moments >= 1 + 3 * 3 + 2 + 3 + 3)
  }

  @Test func `a reader that began before a run keeps its snapshot`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("read.sqlite")
    let writer = try DatabaseQueue(path: path)
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE t0(x)")
    }
    let reader = try DatabaseQueue(path: path)
    try reader.read { db in
      let before = try state(db)
      #expect(before == Self.states[0])
      try migrator.migrate(writer)
      #expect(try state(db) == before)
    }
    #expect(try reader.read { try state($0) } == Self.states[3])
  }

  /// The tables with their rows, and the applied identifiers, as strings.
  private func state(_ db: Database) throws -> [String] {
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 't_'")
    let rows = try tables.map { table in
      "\(table): \(try Int.fetchAll(db, sql: "SELECT x FROM \(table)"))"
    }
    return rows + (try migrator.appliedIdentifiers(db).sorted())
  }

  private static let states = [
    ["t0: []"], ["t0: []", "t1: [1]", "1"], ["t0: []", "t2: [2]", "1", "2"],
    ["t0: []", "t3: [3]", "1", "2", "3"],
  ]
}
