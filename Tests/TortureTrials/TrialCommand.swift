/// A command under test, and the database and migrations it runs on.
public enum TrialCommand: String, CaseIterable, Sendable {
  /// Applies one migration.
  case step
  /// Applies all migrations, one transaction each.
  case stepAll = "step --all"
  /// Applies one migration after a dry run and a backup, the default.
  case stepWithBackup = "step, backup"
  /// Applies the next migration, whose backup replaces that of the first one.
  case stepAndPrune = "step, pruning"
  /// Dry-runs all migrations on a copy.
  case dryRun = "dry-run"
  /// Checks the migrations on a copy.
  case check
  /// Checks a history from its first migration, so that it runs with generated rows.
  case checkHistory = "check, generated rows"
  /// Repairs a ledger row.
  case repair
  /// Restores the backup of a step.
  case restore
  /// Applies a migration that shrinks the file outside a transaction but in a single statement.
  case vacuum = "step, VACUUM"
  /// A control: a migration without a transaction, which a fault leaves half applied.
  case unwrapped = "no transaction"

  /// The commands for which every fault is tried.
  public static let promised = allCases.filter { ![.vacuum, .unwrapped].contains($0) }

  /// The commands that write to the database and must survive a power loss.
  static let writing = promised.filter { !$0.stages.isEmpty } + [.vacuum]

  /// The arguments preceding the database path.
  var arguments: [String] {
    switch self {
    case .step, .vacuum, .unwrapped: ["step", "--yes", "--no-dry-run", "--no-backup"]
    case .stepAll: ["step", "--all", "--yes", "--no-dry-run", "--no-backup"]
    case .stepWithBackup: ["step", "--yes"]
    case .stepAndPrune: ["step", "--yes", "--keep-backups", "1"]
    case .dryRun: ["dry-run", "--all"]
    case .check, .checkHistory: ["check"]
    case .repair: ["repair", "--mark-applied", "1_country", "--yes"]
    case .restore: ["restore", "--yes", "--agree", "undo all since"]
    }
  }

  /// A command to run on the database, without faults, before the trials.
  var preparation: [String]? {
    switch self {
    case .restore, .stepAndPrune: Self.stepWithBackup.arguments
    case .vacuum: arguments
    case .checkHistory: ["repair", "--mark-applied", "0_start", "--yes", "--no-backup"]
    default: nil
    }
  }

  /// True if a backup of the previous state must exist after the command has changed the database.
  var keepsBackup: Bool {
    [.stepWithBackup, .stepAndPrune, .repair, .restore].contains(self)
  }

  /// The commands that lead from each permitted state to the next, each run without faults.
  var stages: [[String]] {
    switch self {
    case .stepAll: Array(repeating: Self.step.arguments, count: Self.migrations.count)
    case .dryRun, .check, .checkHistory: []
    default: [arguments]
    }
  }

  /// The migration files.
  var files: [(name: String, text: String)] {
    switch self {
    case .vacuum:
      [
        ("1_fewer.sql", "DELETE FROM player WHERE id > 3;"),
        ("2_vacuum.sql", "-- migtui: no-transaction\nVACUUM;"),
      ]
    case .unwrapped:
      [
        (
          "1_country.sql",
          (["-- migtui: no-transaction"] + Self.unwrappedStatements).joined(separator: "\n")
        )
      ]
    case .checkHistory: [("0_start.sql", Self.tables)] + Self.migrations
    default: Self.migrations
    }
  }

  /// Statements that run outside the step's transaction, some of them in their own transaction.
  static let unwrappedStatements = [
    "ALTER TABLE club ADD COLUMN country TEXT;",
    "BEGIN;",
    "UPDATE club SET country = 'country of ' || name;",
    "UPDATE club SET name = upper(name);",
    "COMMIT;",
    "CREATE INDEX club_on_country ON club(country);",
  ]

  private static let migrations: [(name: String, text: String)] = [
    (
      "1_country.sql",
      """
      ALTER TABLE club ADD COLUMN country TEXT;
      UPDATE club SET country = 'country of ' || name;
      CREATE INDEX club_on_country ON club(country);
      """
    ),
    (
      "2_players.sql",
      """
      CREATE TABLE new_player (
        id INTEGER PRIMARY KEY, clubId INTEGER NOT NULL REFERENCES club(id), name TEXT NOT NULL);
      INSERT INTO new_player SELECT id, clubId, name FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;
      CREATE INDEX player_on_club ON player(clubId);
      """
    ),
    (
      "3_scores.sql",
      """
      CREATE TABLE score (player INTEGER REFERENCES player(id), points INTEGER);
      INSERT INTO score SELECT id, id * 10 FROM player;
      """
    ),
  ]

  private static let tables = """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
    """

  /// The SQL for a database of about fifty pages.
  static let schema = """
    PRAGMA page_size = 1024;
    \(tables)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO club SELECT i, 'club ' || i || ' ' || hex(zeroblob(60)) FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO player SELECT i, 1 + i % 40, 'player ' || i || ' ' || hex(zeroblob(40)) FROM n;
    """
}
