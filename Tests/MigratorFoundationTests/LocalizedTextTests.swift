import MigratorFoundation
import MigratorSQLite
import Testing

struct LocalizedTextTests {
  @Test(arguments: [
    (DatabaseCollation.unicodeCompare, "B a10 a2 b é"),
    (.caseInsensitiveCompare, "a10 a2 B b é"),
    (.localizedStandardCompare, "a2 a10 b B é"),
  ])
  func `strings are ordered as in GRDB, without adding the collation`(
    _ collation: DatabaseCollation, _ expected: String
  ) throws {
    let queue = try DatabaseQueue()
    let found = try queue.write { db in
      try db.execute(
        sql: "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('é'), ('B'), ('a10'), ('b'), ('a2')")
      return try String.fetchAll(
        db, sql: "SELECT a FROM t ORDER BY a COLLATE \(collation.name), rowid"
      ).joined(
        separator: " ")
    }
    #expect(found == expected)
  }

  @Test func `strings are converted to upper, lower and capitalized case`() throws {
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      let functions: [DatabaseFunction] = [
        .lowercase, .uppercase, .capitalize, .localizedLowercase, .localizedUppercase,
        .localizedCapitalize,
      ]
      let texts = try functions.map { function in
        try String.fetchOne(db, sql: "SELECT \(function.name)('éa ß')")
      }
      #expect(texts == ["éa ß", "ÉA SS", "Éa Ss", "éa ß", "ÉA SS", "Éa Ss"])
      #expect(try String.fetchOne(db, sql: "SELECT swiftLowercaseString(1)") == nil)
    }
  }
}
