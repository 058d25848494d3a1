import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Other features of Lighter: re-created caches, file names with versions, overwriting.
struct VersionedDatabaseTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bodies(_ version: Int) -> VersionedDatabase {
    VersionedDatabase(
      name: "BodiesDB", userVersion: version,
      scripts: [
        SQLScript(
          file: "BodiesDB.sql", text: "CREATE TABLE body\(version) (id INTEGER PRIMARY KEY);")
      ])
  }

  private func tables(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") }
  }

  @Test func `a missing database is created with its version`() throws {
    let database = try bodies(2).bootstrap(into: folder.path)
    #expect(try database.get(pragma: "user_version", as: Int.self) == 2)
    #expect(try tables(database) == ["body2"])
    #expect(folder.names().contains("BodiesDB.sqlite3"))
  }

  @Test func `a database of another version is kept, unless it is a cache`() throws {
    let first = try bodies(1).bootstrap(into: folder.path)
    try first.write { try $0.execute(sql: "INSERT INTO body1 VALUES (1)") }
    try first.close()
    let kept = try bodies(2).bootstrap(into: folder.path)
    #expect(try tables(kept) == ["body1"])
    try kept.close()
    let anew = try bodies(2).bootstrap(into: folder.path, outdated: .recreate)
    #expect(try tables(anew) == ["body2"])
    #expect(try anew.get(pragma: "user_version", as: Int.self) == 2)
    try anew.write { try $0.execute(sql: "INSERT INTO body2 VALUES (1)") }
    try anew.close()
    let same = try bodies(2).bootstrap(into: folder.path, outdated: .recreate)
    #expect(try same.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM body2") } == 1)
  }

  @Test func `files of several versions can exist side by side`() throws {
    for version in 1...2 {
      let definition = bodies(version)
      _ = try definition.bootstrap(into: folder.path, filename: definition.versionedFilename)
    }
    #expect(
      folder.names().filter { $0.hasSuffix(".sqlite3") }
        == ["BodiesDB-1.sqlite3", "BodiesDB-2.sqlite3"])
  }

  @Test func `overwriting deletes all rows, and an open reader sees the new contents`()
    throws
  {
    let first = try bodies(1).bootstrap(into: folder.path)
    try first.write { try $0.execute(sql: "INSERT INTO body1 VALUES (1)") }
    let again = try bodies(1).bootstrap(into: folder.path, overwrite: true)
    #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM body1") } == 0)
    #expect(try first.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM body1") } == 0)
  }

  @Test func `if a definition fails, no file is left, and the next call can succeed`() throws {
    let wrong = VersionedDatabase(
      name: "BodiesDB", userVersion: 1,
      scripts: [SQLScript(file: "a.sql", text: "CREATE TABLE a (x); CREATE TABEL b (x);")])
    let error = try #require(throws: ScriptError.self) { try wrong.bootstrap(into: folder.path) }
    #expect(error.location.line == 1)
    let database = try bodies(1).bootstrap(into: folder.path)
    #expect(try tables(database) == ["body1"])
  }

  @Test
  func `child rows may be inserted before their parents, which must exist at the end`() throws {
    func tree(_ rows: String) -> VersionedDatabase {
      VersionedDatabase(
        name: "TreeDB", userVersion: 1,
        scripts: [
          SQLScript(
            file: "TreeDB.sql",
            text: """
              CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node);
              INSERT INTO node VALUES \(rows);
              """)
        ])
    }
    #expect(throws: DatabaseError.self) { try tree("(1, 3), (2, 1)").bootstrap(into: folder.path) }
    let database = try tree("(1, 2), (2, NULL)").bootstrap(into: folder.path)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM node") } == 2)
    #expect(throws: DatabaseError.self) {
      try database.execute("INSERT INTO node VALUES (7, 8); DELETE FROM node")
    }
  }

  @Test func `concurrent calls create the database once`() async throws {
    let definition = bodies(3)
    let path = folder.path
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try definition.bootstrap(into: path).get(pragma: "user_version", as: Int.self)
        }
      }
      for try await version in group { #expect(version == 3) }
    }
  }
}
