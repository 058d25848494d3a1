import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// A WAL database on a full disk with small blocks, which has no room for SQLite's shared memory.
@Suite(.enabled(if: SmallDisk.isPossible))
struct FullDiskTests {
  private let disk: SmallDisk
  private var database: String { disk.path + "/app.sqlite" }

  init() throws {
    disk = try SmallDisk(mebibytes: 8)
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = wal;
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO club VALUES (1, 'Rovers'), (2, 'United');
          """)
    }
    try queue.close()
  }

  @Test func `a disk without space for the shared-memory file is reported as full`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Migrations/001_b.sql", "CREATE TABLE b (id INTEGER PRIMARY KEY);")
    let commands = [
      ["status", database, "--migrations", folder.path("Migrations")],
      [
        "step", database, "--migrations", folder.path("Migrations"), "--yes", "--backup-dir",
        folder.path("kept"),
      ],
    ]
    for kibibytes in [0, 9, 10, 11, 20, 31] {
      for command in commands {
        try disk.fill(leaving: kibibytes << 10)
        let outcome = try BuiltProgram.run(command, in: folder.path)
        #expect(outcome.status == 74, "\(kibibytes): \(outcome.output) \(outcome.errors)")
        #expect(outcome.errors.contains("is full"), "\(kibibytes): \(outcome.errors)")
        #expect(outcome.errors.contains("Free up space"), "\(kibibytes): \(outcome.errors)")
        try disk.empty()
        #expect(try rows() == ["Rovers", "United", "ok"])
      }
    }
    // The remedy in the message works.
    #expect(try BuiltProgram.run(commands[1], in: folder.path).status == 0)
    #expect(try BuiltProgram.run(commands[0], in: folder.path).status == 0)
  }

  @Test func `if the shared-memory file cannot grow, the migration is rolled back`() throws {
    let folder = try TemporaryFolder()
    // More than 4,062 pages, the capacity of the first part of the shared memory.
    try folder.write(
      "Migrations/001_b.sql",
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY, filling BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4300)
      INSERT INTO b SELECT i, zeroblob(400) FROM n;
      """)
    try write(
      "PRAGMA journal_mode = delete; PRAGMA page_size = 512; VACUUM; PRAGMA journal_mode = wal")
    var statuses: Set<Int32> = []
    // Around the total size of the WAL and the shared memory.
    for kibibytes in stride(from: 2320, through: 2400, by: 5) {
      try disk.fill(leaving: kibibytes << 10)
      let outcome = try BuiltProgram.run(
        [
          "step", database, "--migrations", folder.path("Migrations"), "--yes", "--no-dry-run",
          "--no-backup",
        ], in: folder.path)
      statuses.insert(outcome.status)
      try disk.empty()
      let isDone = outcome.status == 0
      #expect(isDone || outcome.status == 74, "\(kibibytes): \(outcome.output) \(outcome.errors)")
      #expect(
        isDone || outcome.output.contains("The database is in the state before"),
        "\(outcome.output)")
      #expect(try rows() == ["Rovers", "United", "ok"])
      let tables = try strings("SELECT name FROM sqlite_master WHERE name = 'b'")
      #expect(tables == (isDone ? ["b"] : []), "\(kibibytes)")
      if isDone { try write("DROP TABLE b; DROP TABLE grdb_migrations; VACUUM") }
    }
    #expect(statuses == [0, 74])
  }

  private func write(_ sql: String) throws {
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func strings(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }

  private func rows() throws -> [String] {
    try strings("SELECT name FROM club") + strings("PRAGMA integrity_check")
  }
}
