import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

struct CollationTests {
  private let byLength = DatabaseCollation("by_length") { first, second in
    first.count == second.count
      ? .orderedSame : first.count < second.count ? .orderedAscending : .orderedDescending
  }

  @Test func `strings are ordered and compared by a custom collation`() throws {
    try DatabaseQueue().write { db throws in
      db.add(collation: byLength)
      try db.execute(
        sql: """
          CREATE TABLE t (a TEXT COLLATE by_length UNIQUE);
          INSERT INTO t VALUES ('ccc'), ('é'), ('bb'), ('')
          """)
      #expect(try String.fetchAll(db, sql: "SELECT a FROM t ORDER BY a") == ["", "é", "bb", "ccc"])
      #expect(try String.fetchAll(db, sql: "SELECT a FROM t WHERE a = 'xx'") == ["bb"])
      let error = #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO t VALUES ('x')")
      }
      #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    }
  }

  @Test func `every connection of a pool has the collation added in prepareDatabase`() throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { [byLength] in $0.add(collation: byLength) }
    let pool = try DatabasePool(path: folder.path("app.sqlite"), configuration: configuration)
    try pool.write {
      try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES ('b'), ('aa'), ('')")
    }
    let found = try pool.read {
      try String.fetchAll($0, sql: "SELECT a FROM t ORDER BY a COLLATE by_length")
    }
    #expect(found == ["", "b", "aa"])
  }

  @Test func `using a removed collation is an error, and names of collations ignore case`() throws {
    try DatabaseQueue().write { db throws in
      db.add(collation: byLength)
      db.remove(collation: byLength)
      let error = #expect(throws: DatabaseError.self) {
        try db.execute(sql: "SELECT 'a' < 'b' COLLATE by_length")
      }
      #expect(error?.message == "no such collation sequence: by_length")
    }
    #expect(byLength.id == DatabaseCollation("BY_LENGTH") { _, _ in .orderedSame }.id)
  }
}
