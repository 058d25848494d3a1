internal import MigratorEngine

/// Databases for foreign key checks: two parent tables, and a child table that refers to both.
enum CheckedDatabase: String, CaseIterable {
  case random = "random integers"
  case clustered = "clustered integers"
  case uuid = "random UUID texts"

  /// Creates a database with 5,000,000 children and 100,000 and 1,000,000 parents, or
  /// proportionally fewer.
  ///
  /// The children's first foreign key is indexed, the second is not.
  func make(_ path: String, children: Int) throws {
    let (small, large) = (children / 50, children / 5)
    let keyType = self == .uuid ? "TEXT" : "INTEGER"
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try db.execute(sql: "PRAGMA cache_size = -400000")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      // Derives a UUID from a number by mixing its bits, so that children can refer to it.
      let key = self == .uuid ? Self.uuid("i") : "i"
      let number =
        switch self {
        case .clustered: "1 + (i - 1) * \(large) / \(children)"
        default: "1 + abs(random()) % \(large)"
        }
      let first =
        self == .clustered ? "1 + (i - 1) * \(small) / \(children)" : "1 + abs(random()) % \(small)"
      try db.execute(
        sql: """
          CREATE TABLE parent1 (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE parent2 (id \(keyType) PRIMARY KEY, name TEXT);
          CREATE TABLE child (id INTEGER PRIMARY KEY, p1 INTEGER REFERENCES parent1(id),
            p2 \(keyType) REFERENCES parent2(id), payload TEXT);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(small))
            INSERT INTO parent1 SELECT i, 'Parent number ' || i FROM n;
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(large))
            INSERT INTO parent2 SELECT \(key), 'Parent number ' || i FROM n;
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(children)),
            k(i, a, b) AS MATERIALIZED (SELECT i, \(first), \(number) FROM n)
            INSERT INTO child SELECT i, a, \(self == .uuid ? Self.uuid("b") : "b"),
              'A payload that makes the row as long as rows are, with a few words more to read: ' || i
            FROM k;
          CREATE INDEX child_on_p1 ON child(p1);
          """)
    }
    try queue.close()
  }

  private static func uuid(_ number: String) -> String {
    let mixed = (0..<4).map { part in
      "printf('%08x', ((\(number) * \([2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263][part])) "
        + "% 4294967296 + \(part * 77_777)) % 4294967296)"
    }
    return mixed.joined(separator: " || '-' || ")
  }
}
