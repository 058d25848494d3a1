#if GRDB
  import GRDBDriver
  import MigratorTestSupport
  import OursDriver
  import PeerModel
  import Testing

  /// Compares the engines' reports of foreign-key violations.
  struct ViolationTests {
    /// An engine's report on each table, and on all tables.
    struct Words: Hashable {
      var violations: [String: [PlainViolation]] = [:]
      var errors: [String: PeerFailure] = [:]

      init(_ connection: any PeerConnection, tables: [String?]) throws {
        try connection.access { db in
          for table in tables {
            let name = table ?? "all"
            do {
              violations[name] = try db.violations(in: table)
            } catch {
              errors["violations in \(name)"] = Self.withoutStatement(connection.failure(error))
            }
            do {
              try db.checkForeignKeys(in: table)
            } catch {
              errors["check of \(name)"] = Self.withoutStatement(connection.failure(error))
            }
          }
        }
      }

      /// Ignores the statement, in which GRDB does not quote the schema name.
      private static func withoutStatement(_ failure: PeerFailure) -> PeerFailure {
        guard let code = failure.code, let extended = failure.extendedCode else { return failure }
        return PeerFailure(
          code: code, extendedCode: extended, message: failure.message, description: nil)
      }
    }

    /// Creates a database, queries both engines and expects the same answers.
    @discardableResult
    private func expectSame(
      _ setup: [String], tables: [String?] = [nil],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Words {
      let folder = try Folder()
      let path = folder.newFile()
      let options = PeerOptions(foreignKeysEnabled: false)
      try GRDBPeer().connect(path, options) { connection in
        try connection.access { db in
          for sql in setup { try db.execute(sql) }
        }
      }
      let expected = try GRDBPeer().connect(path, options) { try Words($0, tables: tables) }
      let found = try Ours().connect(path, options) { try Words($0, tables: tables) }
      for table in tables.map({ $0 ?? "all" }) {
        let (first, second) = (
          expected.violations[table] ?? [], found.violations[table] ?? []
        )
        #expect(first.count == second.count, sourceLocation: sourceLocation)
        for (first, second) in zip(first, second) where first != second {
          Issue.record(
            """
            GRDB: \(first.place) \(first.failureDescription)
            Ours: \(second.place) \(second.failureDescription)
            """, sourceLocation: sourceLocation)
        }
        for check in ["violations in ", "check of "] {
          #expect(
            expected.errors[check + table] == found.errors[check + table],
            sourceLocation: sourceLocation)
        }
      }
      return found
    }

    @Test func `rows with every type of value are described as in GRDB`() throws {
      let words = try expectSame([
        "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
        "CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES parent(id), v)",
        """
        INSERT INTO child (p, v) VALUES (7, NULL), (7, 1), (7, -9223372036854775808), (7, 1.0),
          (7, 1e300), (7, -0.0), (7, 9e999), (7, 0.1), (7, 1e-7), (7, ''), (7, 'a"b\\c'), (7, x''),
          (7, x'00FF'), (7, 'é日本👩‍👩‍👧'), (7, char(9, 10, 13, 1, 31, 127)), (7, char(128, 159, 173)),
          (7, char(769)), (7, char(8238, 8203)), ('seven', 'x'), (7.5, 'y'), (x'07', 'z')
        """,
      ])
      #expect(words.violations["all"]?.count == 21)
    }

    @Test func `composite, multiple and self-referencing keys are checked as in GRDB`() throws {
      let words = try expectSame(
        [
          "CREATE TABLE a (x INT, y TEXT, z, PRIMARY KEY (x, y))",
          "CREATE UNIQUE INDEX a_on_z ON a(z)",
          """
          CREATE TABLE b (id INTEGER PRIMARY KEY, x, y, z REFERENCES a(z), up REFERENCES b,
            FOREIGN KEY (x, y) REFERENCES a(x, y), FOREIGN KEY (y, x) REFERENCES a(y, x))
          """,
          "INSERT INTO a VALUES (1, '1', 'z')",
          """
          INSERT INTO b VALUES (1, 1, 1, 'z', 1), (2, 2, 1, 'Z', 9), (3, NULL, 7, NULL, NULL),
            (4, '1', '1', 'z', '4'), (5, 1, 2, 'y', 0)
          """,
        ], tables: [nil, "a", "b", "B"])
      #expect(words.violations["b"] == words.violations["all"])
      #expect(words.violations["b"]?.isEmpty == false)
    }

    @Test func `tables without rowid or parent, and rowid aliases, are checked as in GRDB`()
      throws
    {
      try expectSame(
        [
          "CREATE TABLE parent (id TEXT PRIMARY KEY)",
          "CREATE TABLE plain (a PRIMARY KEY REFERENCES parent, b) WITHOUT ROWID",
          "INSERT INTO plain VALUES (1, 2), (3, 4)",
          "CREATE TABLE lost (a INT, b REFERENCES nowhere(x))",
          "INSERT INTO lost VALUES (1, 1), (NULL, 2), (3, NULL)",
          "CREATE TABLE unnamed (a INT, b REFERENCES nowhere)",
          "INSERT INTO unnamed VALUES (1, 1), (NULL, 2), (3, NULL)",
          "CREATE TABLE aliased (oid INTEGER PRIMARY KEY, _rowid_, a REFERENCES parent(id))",
          "INSERT INTO aliased VALUES (77, 5, 6)",
        ], tables: [nil, "plain", "lost", "unnamed", "aliased"])
    }

    @Test func `mismatches and missing names cause the same errors as in GRDB`() throws {
      let words = try expectSame(
        [
          "CREATE TABLE p (a, b PRIMARY KEY, c UNIQUE)", "CREATE INDEX i ON p(a)",
          "CREATE TABLE c1 (x REFERENCES p(a))",
          "CREATE TABLE c2 (x, y, FOREIGN KEY (x, y) REFERENCES p)",
          "CREATE TABLE c3 (x REFERENCES p(absent))", "CREATE TABLE c4 (x REFERENCES v(a))",
          "CREATE VIEW v AS SELECT * FROM p", "INSERT INTO c4 VALUES (1)",
          "CREATE TABLE fine (x REFERENCES p(c))", "INSERT INTO fine VALUES (1)",
        ],
        tables: [nil, "c1", "c2", "c3", "c4", "fine", "missing", "v", "", "a\"b", "sqlite_master"])
      #expect(
        words.errors["violations in c1"]?.message
          == "foreign key mismatch - \"c1\" referencing \"p\"")
      #expect(words.errors["violations in missing"]?.message == "no such table: missing")
      #expect(words.errors["check of fine"]?.extendedCode == 787)
    }

    @Test func `the collation and affinity of keys are used as in GRDB`() throws {
      let words = try expectSame([
        "CREATE TABLE p (a TEXT COLLATE NOCASE PRIMARY KEY, n INT UNIQUE, r REAL UNIQUE)",
        "CREATE TABLE c (a REFERENCES p(a), n TEXT REFERENCES p(n), r REFERENCES p(r))",
        "INSERT INTO p VALUES ('One', 1, 1.5), ('two', 2, 2)",
        "INSERT INTO c VALUES ('ONE', '1', '1.5'), ('TWO', '02', '2'), (' two', 'two', 2.0)",
      ])
      #expect(words.violations["all"]?.count == 2)
    }

    @Test func `rows are described in GRDB's words, whatever they contain`() throws {
      var random = SeededGenerator(seed: 20)
      let scalars: [ClosedRange<UInt32>] = [
        0x01...0x26, 0x28...0x7F, 0x80...0x17F, 0x300...0x36F, 0x600...0x6FF, 0x900...0x97F,
        0x1100...0x11FF, 0x200B...0x202E, 0x20D0...0x20FF, 0x3040...0x30FF, 0xFE00...0xFE0F,
        0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F468...0x1F469, 0xE0100...0xE01EF,
      ]
      let texts = (0..<2000).map { _ in
        let codes = (0..<Int.random(in: 0...6, using: &random)).map { _ in
          let range = scalars.randomElement(using: &random) ?? 0x41...0x5A
          return "\(UInt32.random(in: range, using: &random))"
        }
        return "char(\(codes.joined(separator: ", ")))"
      }
      let folder = try Folder()
      let peers: [any Peer] = [GRDBPeer(), Ours()]
      let words = try peers.map { peer in
        try peer.connect(folder.newFile(), PeerOptions()) { connection in
          try connection.access { db in
            try texts.map { try db.describedRow("SELECT \($0) AS t, 1 AS n") }
          }
        }
      }
      for (text, pair) in zip(texts, zip(words[0], words[1])) {
        #expect(pair.0 == pair.1, "\(text)")
      }
    }
  }
#endif
