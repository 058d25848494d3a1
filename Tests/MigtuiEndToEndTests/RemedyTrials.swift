import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// A trial of a remedy's command: causes the error, follows the remedy and checks the state.
struct RemedyTrial: Sendable, CustomTestStringConvertible {
  /// The source file and the command, as ``RemedyTrialTests`` finds them.
  let command: String
  let run: @Sendable () throws -> Void
  var testDescription: String { command }

  init(_ command: String, _ run: @escaping @Sendable () throws -> Void) {
    (self.command, self.run) = (command, run)
  }
}

extension RemedyTrial {
  /// Commands that no test follows, and why.
  static let untried = [
    "ExplainedError: sqlite3 -readonly DB": "only errors that no test can cause",
    "FileDisplacement: find folder -xdev -inum inode": "DisplacedFileTests cause the error",
    "FileDisplacement: status path": "DisplacedFileTests cause the error",
    "OpenFailure: make install TRAITS=SQLCipher": "builds the program",
    "OpenFailure: sqlite3 path .schema":
      "only without permission to write, and for the sqlite3 shell",
    "Remedy: make install TRAITS=SQLCipher": "builds the program",
    "RowDecodingError: sqlite3 -readonly DB": "only for rows that this program's code misreads",
    "TransactionSwitch: sqlite3 DB PRAGMA journal_mode = \\(mode)":
      "TransactionSwitchTests run the statement for each tool",
    "TransactionSwitch: sqlite3 DB VACUUM":
      "TransactionSwitchTests compare it; VACUUM changes no contents",
  ]

  static let all = failures + refusals + restores

  // MARK: Failed migrations

  private static let failures = [
    RemedyTrial("MigrationFailure: repair DB") {
      let project = try RemedyProject(
        "CREATE TABLE note (text); INSERT INTO note VALUES ('kept')",
        ["1_note": "CREATE TABLE note (text);"])
      let command = try project.offer(
        "migtui repair", in: project.migtui("step", "app.sqlite", "--yes"))
      let offers = try project.paste(command)
      #expect(offers.status == 1 && offers.output.contains("adopt 1_note"))
      #expect(try project.paste(command, adding: "--adopt --yes").status == 0)
      #expect(try project.rows("SELECT * FROM note") == ["kept"])
      #expect(try project.migtui("plan", "app.sqlite").output.contains("1_note") == false)
    },
    RemedyTrial("MigrationFailure: dry-run DB --all") {
      let project = try RemedyProject(
        "CREATE TABLE note (text)", ["1_note": "INSERT INTO nowhere VALUES (1);"])
      let command = try project.offer(
        "migtui dry-run", in: project.migtui("dry-run", "app.sqlite"))
      try project.write("1_note", "INSERT INTO note VALUES ('a');")
      let run = try project.paste(command)
      #expect(run.status == 0 && run.output.contains("note: 0 → 1 row"), "\(run)")
      #expect(try project.rows("SELECT * FROM note").isEmpty)
    },
    RemedyTrial("FailureCause: dry-run DB --foreign-keys immediate") {
      let project = try RemedyProject("")
      for (name, sql) in [
        (
          "20240101000000_a",
          """
          CREATE TABLE torrent (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE file (id INTEGER PRIMARY KEY, torrent REFERENCES torrent (id) ON DELETE CASCADE);
          INSERT INTO torrent VALUES (1, 'x'); INSERT INTO file VALUES (1, 1), (2, 1);
          """
        ),
        (
          "20240102000000_b",
          """
          CREATE TEMP TABLE kept AS SELECT * FROM file;
          CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO new SELECT * FROM torrent;
          DROP TABLE torrent; ALTER TABLE new RENAME TO torrent;
          INSERT INTO file SELECT * FROM kept; DROP TABLE kept;
          """
        ),
      ] { try project.write(name, sql) }
      func migtui(_ arguments: String...) throws -> Program.Outcome {
        try BuiltProgram.run(arguments + ["--format", "sqlx"], in: project.folder.path)
      }
      #expect(try migtui("step", "app.sqlite", "--yes", "--no-backup").status == 0)
      for command in ["check", "dry-run"] {
        let run = try migtui(command, "app.sqlite")
        #expect(run.status != 0)
        let text = run.output + run.errors
        #expect(text.contains("sqlx enforces foreign keys and would not fail"), "\(text)")
      }
      let failed = try migtui("step", "app.sqlite", "--yes", "--no-backup")
      #expect(failed.errors.contains("UNIQUE constraint failed: file.id"), "\(failed)")
      #expect(failed.errors.contains("sqlx enforces foreign keys and would not fail"), "\(failed)")
      let command = try project.offer("migtui dry-run", in: failed)
      let run = try project.paste(command, adding: "--format sqlx")
      #expect(run.status == 0 && run.output.contains("20240102000000_b  ok"), "\(run)")
      let step = try migtui(
        "step", "app.sqlite", "--yes", "--no-backup", "--foreign-keys", "immediate")
      #expect(step.status == 0, "\(step)")
      #expect(try project.rows("SELECT * FROM file") == ["1|1", "2|1"])
    },
    RemedyTrial("NewCommand: mkdir -p folder") {
      let project = try RemedyProject("")
      func new() throws -> Program.Outcome {
        try project.migtui("new", "x", "--migrations", "db/new changes")
      }
      let command = try project.offer("mkdir", in: new())
      #expect(try project.paste(command).status == 0)
      let run = try new()
      #expect(run.output == "db/new changes/001_x.sql\n", "\(run)")
    },
    RemedyTrial("LostObject: schema DB") {
      let files = [
        "1_a": "CREATE TABLE a (x); INSERT INTO a VALUES (1);", "2_b": "CREATE TABLE b (x);",
        "3_c": "INSERT INTO b SELECT x FROM a; ALTER TABLE b ADD COLUMN y DEFAULT 2;",
      ]
      let project = try RemedyProject("", files)
      #expect(try project.migtui("step", "app.sqlite", "--up-to", "2_b", "--yes").status == 0)
      try project.execute("DROP TABLE b")
      let command = try project.offer(
        "migtui schema", in: project.migtui("step", "app.sqlite", "--yes"))
      let drift = try project.paste(command)
      #expect(drift.status == 1 && drift.output.contains("- table"), "\(drift)")
      try project.execute("CREATE TABLE b (x)")
      #expect(try project.paste(command).status == 0)
      #expect(try project.migtui("step", "app.sqlite", "--yes").status == 0)
      #expect(try project.rows("SELECT * FROM b") == ["1|2"])
    },
    RemedyTrial("MigrationFailure: restore DB") {
      let project = try RemedyProject(
        "CREATE TABLE note (text); INSERT INTO note VALUES ('kept')",
        [
          "1_half": """
          -- migtui: no-transaction
          DELETE FROM note;
          INSERT INTO nowhere VALUES (1);
          """
        ])
      let step = try project.migtui(
        "step", "app.sqlite", "--yes", "--no-dry-run", "--agree", "1_half: change anything unseen")
      #expect(try project.rows("SELECT * FROM note").isEmpty)
      let command = try project.offer("migtui restore", in: step)
      #expect(try project.paste(command).status == 1)
      #expect(try project.rows("SELECT * FROM note").isEmpty)
      #expect(try project.paste(command, adding: "--yes").status == 0)
      #expect(try project.rows("SELECT * FROM note") == ["kept"])
      try project.write("1_half", "INSERT INTO note VALUES ('new');")
      #expect(try project.migtui("step", "app.sqlite", "--yes").status == 0)
      #expect(try project.rows("SELECT * FROM note") == ["kept", "new"])
    },
    RemedyTrial("MigrationFailure: violations DB --fix") {
      let project = try RemedyProject(
        """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE club (id INTEGER PRIMARY KEY);
        CREATE TABLE player (id INTEGER PRIMARY KEY, club REFERENCES club (id));
        INSERT INTO club VALUES (1); INSERT INTO player VALUES (1, 1), (2, 7), (3, NULL);
        """, ["1_new": "CREATE TABLE new (a);"])
      let command = try project.offer(
        "migtui violations", in: project.migtui("step", "app.sqlite", "--yes"))
      let fixes = try project.paste(command)
      #expect(fixes.status == 1)
      let sql = try #require(
        fixes.output.split(separator: "\n").first { $0.contains("UPDATE ") }, "\(fixes.output)")
      try project.execute(String(sql))
      #expect(
        try project.rows("SELECT id, club FROM player ORDER BY id")
          == ["1|1", "2|NULL", "3|NULL"])
      #expect(try project.migtui("step", "app.sqlite", "--yes").status == 0)
      #expect(try project.tables() == ["club", "new", "player"])
    },
    RemedyTrial("MigrationFailure: dry-run DB --all (2)") {
      let project = try RemedyProject(
        """
        CREATE TABLE club (id INTEGER PRIMARY KEY);
        CREATE TABLE player (id INTEGER PRIMARY KEY, club REFERENCES club (id));
        """, ["1_new": "INSERT INTO player VALUES (1, 9);"])
      let command = try project.offer(
        "migtui dry-run", in: project.migtui("dry-run", "app.sqlite"))
      try project.write("1_new", "INSERT INTO club VALUES (9); INSERT INTO player VALUES (1, 9);")
      #expect(try project.paste(command).status == 0)
      #expect(try project.migtui("step", "app.sqlite", "--yes").status == 0)
      #expect(try project.rows("SELECT id, club FROM player") == ["1|9"])
    },
  ]

  // MARK: Refusals and usage

  /// Follows the command of an error that the library throws, or that a dry run prevents.
  fileprivate static func command(_ error: any ExplainedError) throws -> String {
    try #require(error.explanation.remedy.command)
  }

  private static let refusals = [
    RemedyTrial("MigrationError: status DB") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      let status = try project.paste(command(MigrationError(.unknownTarget("x"))))
      #expect(status.output.contains("pending  1_a"), "\(status)")
    },
    RemedyTrial("MigrationError: dry-run DB --trace") {
      let project = try RemedyProject(
        "CREATE TABLE note (text)",
        ["1_a": "-- migtui: no-transaction\nCREATE TABLE a (b);\nINSERT INTO a VALUES (1);"])
      let trace = try project.paste(command(MigrationError(.cannotBeHeld(identifier: "1_a"))))
      #expect(trace.output.contains("3:1  INSERT INTO a VALUES (1);"), "\(trace)")
      #expect(trace.output.contains("1 inserted"), "\(trace)")
      #expect(try project.tables() == ["note"])
    },
    RemedyTrial("MigrationError: dry-run DB") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      let run = try project.paste(command(MigrationError(.cannotBeTraced(identifier: "1_a"))))
      #expect(run.status == 0 && run.output.contains("a: + table"))
      #expect(try project.tables() == ["note"])
    },
    RemedyTrial("MigrationError: sqlite3 DB PRAGMA journal_mode = DELETE") {
      let project = try RemedyProject("CREATE TABLE note (text); INSERT INTO note VALUES ('new')")
      try project.execute("PRAGMA journal_mode = WAL")
      try project.folder.makeDatabase(
        "big.sqlite",
        sql: """
          PRAGMA page_size = 8192; VACUUM; CREATE TABLE note (text); INSERT INTO note VALUES ('old')
          """)
      let restore = [
        "restore", "app.sqlite", "big.sqlite", "--yes", "--agree", "undo all since",
      ]
      let refusal = try project.migtui(
        restore[0], restore[1], restore[2], restore[3], restore[4], restore[5])
      let command = try project.offer("sqlite3", in: refusal)
      #expect(try project.rows("SELECT * FROM note") == ["new"])
      // The statement of the command; the sqlite3 shell may not be installed.
      #expect(command == #"sqlite3 app.sqlite "PRAGMA journal_mode = DELETE""#)
      try project.execute("PRAGMA journal_mode = DELETE")
      let again = try project.migtui(
        restore[0], restore[1], restore[2], restore[3], restore[4], restore[5])
      #expect(again.status == 0, "\(again)")
      #expect(try project.rows("SELECT * FROM note") == ["old"])
    },
    RemedyTrial("MigrationError: repair DB") {
      let project = try RemedyProject(
        "CREATE TABLE note (text); CREATE TABLE a (b)",
        [
          "1_a": "CREATE TABLE a (b);",
          "2_b": "INSERT INTO grdb_migrations VALUES ('1_a'); DROP TABLE grdb_migrations;",
        ])
      let repair = try Self.command(MigrationError(.dropsLedger(identifier: "2_b", table: "x")))
      let repairs = try project.paste(repair, adding: "--mark-applied 1_a --yes")
      #expect(repairs.status == 0, "\(repairs)")
      #expect(try project.rows("SELECT * FROM grdb_migrations") == ["1_a"])
    },
    RemedyTrial("ShowCommand: status database") {
      let project = try RemedyProject()
      try project.write("1_a", "CREATE TABLE a (b);")
      try project.migtui("step", "app.sqlite", "--yes")
      let status = try project.paste(
        project.offer("migtui status", in: project.migtui("show", "app.sqlite")))
      #expect(status.status == 0 && status.output.contains("applied  1_a"))
    },
    RemedyTrial("RepairCommand: repair database") {
      let project = try RemedyProject(
        "CREATE TABLE a (b)", ["1_a": "CREATE TABLE a (b);", "2_b": "CREATE TABLE c (d);"])
      let refusal = try project.migtui("repair", "app.sqlite", "--accept-checksum", "1_a")
      let repairs = try project.paste(project.offer("migtui repair", in: refusal))
      #expect(repairs.status == 1 && repairs.output.contains("adopt 1_a"))
    },
    RemedyTrial("StepCommand: dry-run database") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      let run = try project.paste(
        project.offer("migtui dry-run", in: project.migtui("step", "app.sqlite")))
      #expect(run.status == 0 && run.output.contains("a: + table"))
      #expect(try project.tables() == ["note"])
      #expect(try project.migtui("step", "app.sqlite", "--yes").status == 0)
      #expect(try project.tables() == ["a", "note"])
    },
    RemedyTrial("CommandLineRun: help name") {
      let project = try RemedyProject()
      let page = try project.paste(
        project.offer("migtui help status", in: project.migtui("status", "--nope", "--json")))
      #expect(page.status == 0 && page.output.contains("migtui status DB"))
    },
    RemedyTrial("CommandLineRun: help") {
      let page = try RemedyProject().paste("migtui help")
      #expect(page.status == 0 && page.output.contains("dry-run"))
    },
    RemedyTrial("MigrationName: status DB") {
      let project = try RemedyProject()
      let status = try project.paste(
        project.offer("migtui status", in: project.migtui("show", "app.sqlite", "x")))
      #expect(status.output.contains("no migrations registered or applied"), "\(status)")
    },
    RemedyTrial("SessionRefusal+Text: path") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      let error = SessionRefusal.setReadOnly(path: "app.sqlite", .option)
      try project.folder.write("keys", "s\ntab\ntab\ny\nq\n")
      let read = try project.paste("migtui --linear --read-only app.sqlite < keys")
      #expect(read.output.contains("--read-only") && read.status == 0, "\(read)")
      #expect(try project.tables() == ["note"])
      let done = try project.paste(command(error), adding: "--linear < keys")
      #expect(done.status == 0, "\(done)")
      #expect(try project.tables() == ["a", "note"], "\(done)")
    },
    RemedyTrial("SessionRefusal+Text: dry-run path") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      try project.folder.write("migtui.conf", "read-only = on\n")
      let run = try project.paste(
        project.offer("migtui dry-run", in: project.migtui("step", "app.sqlite", "--yes")))
      #expect(run.status == 0 && run.output.contains("a: + table"))
      #expect(try project.tables() == ["note"])
      try project.folder.write("migtui.conf", "")
      #expect(try project.migtui("step", "app.sqlite", "--yes").status == 0)
    },
  ]
}
