import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Reports on a damaged database must not lead users to remove rows.
struct DamagedDatabaseTests {
  private let folder: TemporaryFolder

  /// Creates one page of parent rows that appears to have a single row, and one that is unreadable.
  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("app.sqlite")
    let queue = try DatabaseQueue(path: path)
    let roots = try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA page_size = 1024; PRAGMA foreign_keys = OFF;
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club(id));
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO club SELECT i, 'club ' || i || hex(zeroblob(40)) FROM n;
          INSERT INTO player SELECT id, id FROM club;
          """)
      return try Int.fetchAll(
        db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'club'")
    }
    try queue.close()
    var bytes = try folder.bytes("app.sqlite")
    let root = (try #require(roots.first) - 1) * 1024
    // The leaf pages below the root, in row order.
    let leaves = (0..<20).map { cell -> Int in
      let place = root + Int(bytes[root + 12 + 2 * cell]) << 8 + Int(bytes[root + 13 + 2 * cell])
      return (bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } - 1) * 1024
    }
    (bytes[leaves[3] + 3], bytes[leaves[3] + 4]) = (0, 1)
    try folder.write("shrunk.sqlite", bytes: bytes)
    for place in leaves[15] + 8..<leaves[15] + 30 { bytes[place] = 0xAA }
    try folder.write("app.sqlite", bytes: bytes)
  }

  @Test func `violations found by a failed search are reported as uncertain`() throws {
    let text = try BuiltProgram.run(["violations", "--fix", "app.sqlite"], in: folder.path)
    #expect(text.status == 65)
    #expect(text.output.contains("The search failed, so its results may be wrong. Do not run"))
    #expect(text.errors.hasPrefix("migtui: The database is damaged"))
    let json = try BuiltProgram.run(["violations", "--json", "app.sqlite"], in: folder.path)
    #expect(json.output.contains("\"isCut\": true"))
    #expect(json.output.contains("\"exitStatus\": 65"))
  }

  @Test func `a hundred lines of integrity errors are summarized in a single line`() throws {
    try folder.write("Migrations/1_name.sql", "ALTER TABLE club ADD COLUMN town TEXT;")
    let step = try BuiltProgram.run(
      ["step", "--yes", "--migrations", "Migrations", "shrunk.sqlite"], in: folder.path)
    #expect(step.status == 65)
    #expect(step.errors.split(separator: "\n").count == 2, "\(step.errors)")
  }
}
