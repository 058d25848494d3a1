import PeerModel
import Testing

/// The three ways of treating foreign keys, and what goes wrong in each.
struct ForeignKeyModeTests {
  /// Teams with players, and a row in each.
  static let setup = [
    "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    """
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
      teamId INTEGER REFERENCES team(id) ON DELETE CASCADE)
    """,
    "INSERT INTO team VALUES (1, 'Red'), (2, 'Blue')",
    "INSERT INTO player VALUES (1, 'Arthur', 1), (2, 'Barbara', 1), (3, 'Craig', 2)",
  ]

  /// A migration in each of the three ways.
  static func modes(_ sql: String...) -> [(name: String, list: MigrationList)] {
    let deferred = PeerMigration("change", .deferred, body: .sql(sql))
    let immediate = PeerMigration("change", .immediate, body: .sql(sql))
    return [
      ("deferred", [deferred]),
      ("immediate", [immediate]),
      ("disabled", MigrationList([deferred], uncheckedFrom: 0)),
    ]
  }

  @Test func `a violation that is mended before the end passes unless checks are immediate`()
    throws
  {
    for (mode, list) in Self.modes(
      "INSERT INTO player VALUES (4, 'David', 3)", "INSERT INTO team VALUES (3, 'Green')")
    {
      let end = try expectSame(list, after: Self.setup)
      #expect(end.failure?.extendedCode == (mode == "immediate" ? 787 : nil))
      #expect(end.dump.tables["player"]?.count == (mode == "immediate" ? 3 : 4))
    }
  }

  @Test func `a violation at the end fails unless checks are disabled`() throws {
    for (mode, list) in Self.modes("INSERT INTO player VALUES (4, 'David', 3)") {
      let end = try expectSame(list, after: Self.setup)
      switch mode {
      case "deferred":
        #expect(
          end.failure?.description == """
            SQLite error 19: FOREIGN KEY constraint violation - from player(teamId) to team(id), \
            in [id:4 name:"David" teamId:3]
            """)
      case "immediate":
        #expect(end.failure?.message == "FOREIGN KEY constraint failed")
      default:
        #expect(end.failure == nil)
        #expect(end.dump.pragmas["foreign_key_check"]?.count == 1)
      }
    }
  }
}
