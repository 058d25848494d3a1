import MigratorEngine
import MigratorTestSupport
import Testing

/// Compares the offered fixes of a violation with what SQLite accepts.
struct MissingParentTests {
  /// SQLite decides whether a value is accepted.
  @Test(arguments: [
    "(k INTEGER PRIMARY KEY)", "(k INTEGER PRIMARY KEY) STRICT", "(k INTEGER PRIMARY KEY DESC)",
    "(k INTEGER PRIMARY KEY) WITHOUT ROWID", "(k INT PRIMARY KEY) STRICT",
    "(k INTEGER UNIQUE) STRICT", "(k REAL UNIQUE) STRICT", "(k TEXT UNIQUE) STRICT",
    "(k BLOB UNIQUE) STRICT", "(k ANY UNIQUE) STRICT", "(k PRIMARY KEY)", "(k TEXT UNIQUE)",
    "(k REAL UNIQUE)", "(k INTEGER UNIQUE)",
  ])
  func `a missing parent is suggested only if its table accepts the key`(columns: String) throws {
    let values = [
      "7", "-9223372036854775807 - 1", "7.0", "7.5", "9e18", "9.3e18", "9e999", "'7'", "' 7 '",
      "'7.0'", "'7e2'", "'7.5'", "'9223372036854775807'", "'9223372036854775808'", "'abc'",
      "'7abc'",
      "''", "'0x10'", "'.'", "char(0)", "'7' || char(0)", "x''", "x'37'",
      "printf('%02000d', 7)", "printf('%02000d', 7) || 'a'", "zeroblob(2000)",
    ]
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE parent \(columns);
        CREATE TABLE child (id INTEGER PRIMARY KEY, k REFERENCES parent(k));
        PRAGMA foreign_keys = OFF;
        INSERT INTO child (k) VALUES \(values.map { "(\($0))" }.joined(separator: ", "));
        """)
    var offered: [Int64: String] = [:]
    try DatabaseInspection(path: path).violations(onViolation: { detail in
      if let id = detail.violation.originRowID {
        offered[id] = detail.remedies.first { $0.sql.hasPrefix("INSERT") }?.sql
      }
      #expect(detail.remedies.contains { $0.sql.hasPrefix("DELETE") })
      return true
    })
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    for (index, value) in values.enumerated() {
      let id = Int64(index + 1)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN")
        defer { try? db.execute(sql: "ROLLBACK") }
        var isTaken = true
        do {
          try db.execute(sql: "INSERT INTO parent SELECT k FROM child WHERE id = \(id)")
        } catch is DatabaseError {
          isTaken = false
        }
        #expect((offered[id] != nil) == isTaken, "\(value) into \(columns)")
        guard let sql = offered[id] else { return }
        try db.execute(sql: "DELETE FROM parent; \(sql)")
        #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM parent") == 1)
      }
    }
    try queue.close()
  }
}
