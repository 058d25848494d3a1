/// The operations of an engine.
///
/// A closure is `nil` if the engine does not support the operation.
struct Subject {
  /// The name in the heading.
  let name: String
  var register: ((Int) throws -> Void)?
  /// Registers migrations, and returns a closure that reads their states and returns the number.
  var status: ((_ path: String, _ count: Int) throws -> () throws -> Int)?
  /// Applies migrations that each create an empty table.
  var migrate: ((_ path: String, _ count: Int, _ immediate: Bool) throws -> Void)?
  /// Re-creates the table of players in one migration.
  var recreate: ((_ path: String) throws -> Void)?
  /// Opens a connection and returns a closure that checks all foreign keys.
  var check: ((_ path: String) throws -> () throws -> Void)?
  var copy: ((_ path: String, _ target: String) throws -> Void)?
  /// Tries a number of migrations on a temporary copy.
  var dryRun: ((_ path: String, _ count: Int) throws -> Void)?
}

/// The migrations, which are the same for all engines.
enum Migrations {
  static func identifier(_ number: Int) -> String { "migration \(number)" }

  static func sql(_ number: Int) -> String { "CREATE TABLE benchmark\(number) (id INTEGER)" }

  /// Re-creates the table of players with another column, by hand.
  static let recreation = """
    CREATE TABLE new_player (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
      score INTEGER NOT NULL DEFAULT 0, teamId INTEGER REFERENCES team(id) ON DELETE CASCADE);
    INSERT INTO new_player (id, name, teamId) SELECT id, name, teamId FROM player;
    DROP TABLE player;
    ALTER TABLE new_player RENAME TO player;
    CREATE INDEX player_on_teamId ON player(teamId)
    """

  /// A migration as a script: its statements inside the steps of SQLite's documentation.
  static func script(_ sql: String, immediate: Bool = false) -> String {
    """
    PRAGMA foreign_keys = \(immediate ? "ON" : "OFF");
    BEGIN IMMEDIATE;
    \(ledger);
    \(sql);
    INSERT INTO grdb_migrations VALUES ('recreation');
    \(immediate ? "" : "PRAGMA foreign_key_check;")
    COMMIT;
    PRAGMA foreign_keys = ON;
    """
  }

  static let ledger =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
}
