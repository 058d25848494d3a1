/// What is measured of an engine; a closure is missing where the engine cannot do it.
struct Subject {
  /// The name in the heading.
  let name: String
  /// Registers so many migrations.
  var register: ((Int) throws -> Void)?
  /// Asks which of so many migrations are applied, registered beforehand, and returns the number.
  var status: ((_ path: String, _ count: Int) throws -> () throws -> Int)?
  /// Applies so many migrations that each make an empty table.
  var migrate: ((_ path: String, _ count: Int, _ immediate: Bool) throws -> Void)?
  /// Makes the table of players anew, in one migration.
  var recreate: ((_ path: String) throws -> Void)?
  /// Checks all foreign keys on an open connection.
  var check: ((_ path: String) throws -> () throws -> Void)?
  /// Copies a database with SQLite's online backup.
  var copy: ((_ path: String, _ target: String) throws -> Void)?
  /// Tries so many migrations on a copy that is thrown away.
  var dryRun: ((_ path: String, _ count: Int) throws -> Void)?
}

/// The migration of a number, the same for all engines.
enum Migrations {
  /// Its identifier.
  static func identifier(_ number: Int) -> String { "migration \(number)" }

  /// Its statement.
  static func sql(_ number: Int) -> String { "CREATE TABLE benchmark\(number) (id INTEGER)" }

  /// What makes the table of players anew, with another column, by hand.
  static let recreation = """
    CREATE TABLE new_player (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
      score INTEGER NOT NULL DEFAULT 0, teamId INTEGER REFERENCES team(id) ON DELETE CASCADE);
    INSERT INTO new_player (id, name, teamId) SELECT id, name, teamId FROM player;
    DROP TABLE player;
    ALTER TABLE new_player RENAME TO player;
    CREATE INDEX player_on_teamId ON player(teamId)
    """

  /// One migration as a script: the steps of SQLite's documentation around its own statements.
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

  /// The ledger's table.
  static let ledger =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
}
