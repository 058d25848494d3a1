#if GRDB
  import PeerModel
  import Testing

  /// Text in double quotes: SQLite treats it as a column, or as a string if there is no such
  /// column.
  struct QuotedLiteralTests {
    private static let tables = PeerMigration(
      "tables",
      sql:
        "CREATE TABLE song (name TEXT, title TEXT); INSERT INTO song VALUES ('a', 'b'), ('c', 'd')")

    @Test(arguments: [
      // A typo would overwrite every name.
      "UPDATE song SET name = \"titel\"",
      "INSERT INTO song (name) VALUES (\"text\")",
      "DELETE FROM song WHERE name = \"a\"",
      "CREATE INDEX i ON song (\"nosuch\")",
      "CREATE TABLE kind (a CHECK (a IN (\"u\", \"v\")))",
      "CREATE TABLE kind (a DEFAULT \"u\"); INSERT INTO kind DEFAULT VALUES",
      // It is only compiled when it fires.
      """
      CREATE TRIGGER t AFTER INSERT ON song BEGIN UPDATE song SET title = "inserted"; END;
      INSERT INTO song VALUES ('e', 'f')
      """,
      "CREATE VIEW v AS SELECT name, \"nosuch\" FROM song; CREATE TABLE copy AS SELECT * FROM v",
      "UPDATE song SET name = \"title\"",
    ])
    func `double-quoted strings are accepted as GRDB's configuration specifies`(sql: String) throws
    {
      for isAccepted in [false, true] {
        var options = PeerOptions()
        options.acceptsDoubleQuotedStringLiterals = isAccepted
        let end = try expectSame(
          [Self.tables, PeerMigration("quoted", sql: sql)], options: options)
        if isAccepted { #expect(end.failure == nil) }
      }
    }

    @Test func `a schema with double-quoted text can be read and migrated`() throws {
      let setup = [
        "CREATE TABLE song (name TEXT CHECK (name <> \"nosuch\"), title TEXT)",
        "CREATE INDEX i ON song (\"nosuch\", name)",
        "CREATE VIEW v AS SELECT name, \"nosuch\" FROM song",
        "INSERT INTO song VALUES ('a', 'b')",
      ]
      var accepting = PeerOptions()
      accepting.acceptsDoubleQuotedStringLiterals = true
      let folder = try Folder()
      for cast in Cast.all {
        let path = folder.newFile()
        _ = try Scenario([.execute(setup)], options: accepting).play(path, by: cast.peers)
        let end = try #require(
          try Scenario([
            .migrate([
              PeerMigration("add", sql: "INSERT INTO song VALUES ('c', 'd')"),
              PeerMigration("column", sql: "ALTER TABLE song ADD COLUMN year"),
            ])
          ]).play(path, by: cast.peers).last)
        #expect(end.failure == nil, "\(cast)")
        #expect(end.dump.tables["song"]?.count == 2)
      }
    }
  }
#endif
