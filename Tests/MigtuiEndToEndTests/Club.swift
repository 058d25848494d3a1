import Foundation
import MigratorTestSupport
import Testing

/// A folder with a database and migrations for the built program.
struct Club {
  let folder: TemporaryFolder
  var database: String { folder.path("club/app.sqlite") }

  /// Creates a small club: two applied migrations, a pending one that re-creates a table and loses
  /// an index, and one that runs almost endlessly.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "club/Migrations/001_create_clubs.sql",
      "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n")
    try folder.write(
      "club/Migrations/002_create_players.sql",
      """
      CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        clubId INTEGER REFERENCES club(id),
        name TEXT NOT NULL
      );
      CREATE INDEX player_on_name ON player(name);

      """)
    try folder.write(
      "club/Migrations/003_leagues.sql",
      """
      CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      ALTER TABLE club ADD COLUMN leagueId INTEGER REFERENCES league(id);

      """)
    try folder.write(
      "club/Migrations/004_slow.sql",
      """
      CREATE TABLE big (n INTEGER);
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000000000)
      INSERT INTO big SELECT n FROM c WHERE n % 1000 = 0;

      """)
    try sql(
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        clubId INTEGER REFERENCES club(id),
        name TEXT NOT NULL
      );
      CREATE INDEX player_on_name ON player(name);
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('001_create_clubs'), ('002_create_players');
      INSERT INTO club VALUES (1, 'Rovers');
      INSERT INTO player VALUES (1, 1, 'Ada'), (2, 1, 'O''Brien');
      """)
  }

  @discardableResult
  func sql(_ text: String) throws -> String {
    try Self.output(of: "sqlite3", [database, text])
  }

  static func output(of program: String, _ arguments: [String]) throws -> String {
    let outcome = try Program.run([program] + arguments)
    return outcome.output + outcome.errors
  }

  func ledger() throws -> [String] {
    try sql("SELECT identifier FROM grdb_migrations ORDER BY rowid").split(separator: "\n")
      .map(String.init)
  }

  /// The bytes, permissions and times of the database's folder.
  func state(ignoring names: [String] = []) -> FolderState {
    FolderState(of: folder.path("club"), ignoring: names)
  }

  /// The files that dry runs left in the folder for temporary files.
  func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp"))
  }

  /// Returns a shell line that runs the program, optionally through a starter program.
  ///
  /// It writes the process ID, the terminal's modes before and after, and the exit status.
  func command(_ arguments: String = "app.sqlite", through starter: String = "") -> String {
    "cd club; stty -g > ../before; (echo $BASHPID > ../pid; "
      + "exec \(starter) '\(BuiltProgram.path)' \(arguments)); code=$?; stty -g > ../after; echo status=$code"
  }

  func terminal(
    columns: Int = 80, rows: Int = 24, _ environment: [String: String] = [:]
  ) throws -> Tmux {
    try Tmux(in: folder.path, columns: columns, rows: rows, environment: environment)
  }

  func open(
    _ terminal: Tmux, _ arguments: String = "app.sqlite", through starter: String = ""
  ) throws {
    try terminal.run(command(arguments, through: starter))
    try terminal.wait(for: "003_leagues")
    try terminal.press("3")
    try terminal.wait(for: "No foreign-key violations")
    try terminal.press("1")
    try terminal.wait(for: "[1 Migrations]")
  }

  /// Quits the console and checks that the terminal is restored.
  func leave(_ terminal: Tmux) throws {
    try terminal.press("q")
    #expect(try terminal.waitForStatus() == 0)
    try expectTerminalRestored()
  }

  func send(_ signal: Int32) throws {
    let number = try String(contentsOfFile: folder.path("pid"), encoding: .utf8).dropLast()
    kill(try #require(Int32(number)), signal)
  }

  /// Checks that the terminal has the same modes as before the program ran.
  func expectTerminalRestored(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try String(contentsOfFile: folder.path("before"), encoding: .utf8)
    let after = try String(contentsOfFile: folder.path("after"), encoding: .utf8)
    #expect(!before.isEmpty, sourceLocation: sourceLocation)
    #expect(before == after, sourceLocation: sourceLocation)
  }
}
