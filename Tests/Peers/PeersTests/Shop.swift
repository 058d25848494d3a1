import PeerModel
import Testing

/// The initial database of the tests, and migrations in each of the three modes.
enum Shop {
  static let setup = [
    "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    """
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
      score INTEGER NOT NULL DEFAULT 0 CHECK (score >= 0),
      teamId INTEGER REFERENCES team(id) ON DELETE CASCADE)
    """,
    "CREATE INDEX player_on_teamId ON player(teamId)",
    "CREATE TABLE award (playerId INTEGER NOT NULL REFERENCES player(id), year INT)",
    "INSERT INTO team VALUES (1, 'Red'), (2, 'Blue')",
    """
    INSERT INTO player VALUES (1, 'Arthur', 10, 1), (2, 'Barbara', 0, 1), (3, 'Craig', 5, 2),
      (4, 'Elise', 1, NULL)
    """,
    "INSERT INTO award VALUES (3, 2001)",
  ]

  enum Mode: String, CaseIterable, CustomTestStringConvertible {
    case deferred, immediate, disabled

    var testDescription: String { rawValue }

    func list(_ sql: String...) -> MigrationList { list(sql) }

    func list(_ sql: [String]) -> MigrationList {
      MigrationList(
        [PeerMigration("change", self == .immediate ? .immediate : .deferred, body: .sql(sql))],
        uncheckedFrom: self == .disabled ? 0 : nil)
    }

    func list(
      code: @escaping @Sendable (_ db: any PeerDatabase, _ applied: Set<String>) throws -> Void
    ) -> MigrationList {
      MigrationList(
        [PeerMigration("change", self == .immediate ? .immediate : .deferred, code: code)],
        uncheckedFrom: self == .disabled ? 0 : nil)
    }
  }
}
