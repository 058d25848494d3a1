/// A command of the program that is tried, and the database that it is tried on.
public enum TrialCommand: String, CaseIterable, Sendable {
  /// One migration.
  case step
  /// All migrations, one transaction each.
  case stepAll = "step --all"
  /// One migration after a dry run and a backup, as people do it.
  case stepWithBackup = "step, backup"
  /// The next one, whose backup takes the place of the first one's.
  case stepAndPrune = "step, pruning"
  /// All migrations on a copy.
  case dryRun = "dry-run"
  /// The same for whoever merges them.
  case check
  /// A row of the ledger.
  case repair
  /// The backup of a step, brought back.
  case restore
  /// A migration that makes the file smaller, outside a transaction and all the same at once.
  case vacuum = "step, VACUUM"
  /// A control: a migration that no transaction holds together, of which a fault leaves half.
  case unwrapped = "no transaction"

  /// The commands of which every fault is tried.
  public static let promised = allCases.filter { ![.vacuum, .unwrapped].contains($0) }

  /// Those that must hold and change the database.
  static let writing = promised.filter { !$0.stages.isEmpty } + [.vacuum]

  /// The arguments before the name of the database.
  var arguments: [String] {
    switch self {
    case .step, .vacuum, .unwrapped: ["step", "--yes", "--no-dry-run", "--no-backup"]
    case .stepAll: ["step", "--all", "--yes", "--no-dry-run", "--no-backup"]
    case .stepWithBackup: ["step", "--yes"]
    case .stepAndPrune: ["step", "--yes", "--keep-backups", "1"]
    case .dryRun: ["dry-run", "--all"]
    case .check: ["check"]
    case .repair: ["repair", "--mark-applied", "1_country", "--yes"]
    case .restore: ["restore", "--yes", "--agree", "undo all since"]
    }
  }

  /// What is run, without faults, on the database before the command is tried.
  var preparation: [String]? {
    switch self {
    case .restore, .stepAndPrune: Self.stepWithBackup.arguments
    case .vacuum: arguments
    default: nil
    }
  }

  /// Whether what was there before has to be in a file, once the command has changed the database.
  var keepsBackup: Bool {
    [.stepWithBackup, .stepAndPrune, .repair, .restore].contains(self)
  }

  /// The commands that lead from one state that may be found to the next, each run without faults.
  var stages: [[String]] {
    switch self {
    case .stepAll: Array(repeating: Self.step.arguments, count: Self.migrations.count)
    case .dryRun, .check: []
    default: [arguments]
    }
  }

  /// The files of the migrations.
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
    default: Self.migrations
    }
  }

  /// What runs outside a transaction, some of it in one of its own.
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

  /// A database of some fifty pages.
  static let schema = """
    PRAGMA page_size = 1024;
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO club SELECT i, 'club ' || i || ' ' || hex(zeroblob(60)) FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO player SELECT i, 1 + i % 40, 'player ' || i || ' ' || hex(zeroblob(40)) FROM n;
    """
}
