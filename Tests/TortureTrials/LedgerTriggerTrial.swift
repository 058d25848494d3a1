import Foundation
import MigratorSQLite
import MigratorTestSupport

/// A trigger on a ledger that changes another table when a migration is recorded.
///
/// The rows are compared independently of the program's own comparison.
struct LedgerTriggerTrial {
  private struct Tool {
    let format: String
    let ledger: String
    let names: [String]
    var head = ""
    var tail = ""
  }

  private static let tools = [
    Tool(format: "grdb", ledger: "grdb_migrations", names: ["001_a.sql", "002_b.sql"]),
    Tool(
      format: "goose", ledger: "goose_db_version", names: ["00001_a.sql", "00002_b.sql"],
      head: "-- +goose Up\n-- +goose StatementBegin\n", tail: "-- +goose StatementEnd\n"),
    Tool(
      format: "golang-migrate", ledger: "schema_migrations", names: ["1_a.up.sql", "2_b.up.sql"]),
    Tool(
      format: "dbmate", ledger: "schema_migrations", names: ["1_a.sql", "2_b.sql"],
      head: "-- migrate:up\n", tail: "-- migrate:down\n"),
    Tool(format: "sqlx", ledger: "_sqlx_migrations", names: ["1_a.sql", "2_b.sql"]),
    Tool(
      format: "refinery", ledger: "refinery_schema_history", names: ["V1__a.sql", "V2__b.sql"]),
  ]

  /// True if SQLite runs the migration without checks for losses: a control.
  let isBlind: Bool

  /// Creates a database with a trigger, then steps without and with consent to the losses.
  ///
  /// - Returns: A description of the problem; `nil` if each lost row was reported.
  func problem(using generator: inout SeededGenerator) throws -> String? {
    let tool = Self.tools.randomElement(using: &generator) ?? Self.tools[0]
    let rowCount = Int.random(in: 1...6, using: &generator)
    let effect =
      [
        "DELETE FROM note WHERE id <= \(Int.random(in: 0...rowCount, using: &generator))",
        "UPDATE note SET v = NULL WHERE id <= \(Int.random(in: 0...rowCount, using: &generator))",
        "UPDATE note SET v = v || id", "REPLACE INTO note SELECT id, 'other' FROM note LIMIT 1",
        "INSERT INTO note (v) VALUES ('new')",
      ].randomElement(using: &generator) ?? ""
    let event = ["AFTER", "BEFORE"].randomElement(using: &generator) ?? "AFTER"
    let kind = ["TEMP ", "", "before"].randomElement(using: &generator) ?? ""
    let trigger =
      "CREATE \(kind == "before" ? "" : kind)TRIGGER t \(event) INSERT ON \(tool.ledger) "
      + "BEGIN \(effect); END;\n"
    let folder = try TemporaryFolder()
    let second = kind == "before" ? "CREATE TABLE b (x);\n" : trigger
    try folder.write("m/\(tool.names[0])", tool.head + "CREATE TABLE a (x);\n" + tool.tail)
    try folder.write("m/\(tool.names[1])", tool.head + second + tool.tail)
    let rows = (1...rowCount).map { "(\($0), 'v\($0)')" }.joined(separator: ", ")
    try folder.makeDatabase(
      sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO note VALUES \(rows);")
    let path = folder.path("app.sqlite")
    let step = [
      "step", "--yes", "--no-backup", path, "--migrations", folder.path("m"), "--format",
      tool.format,
    ]
    func run(_ words: [String]) throws -> Program.Outcome {
      try Program.run(
        [BuiltProgram.path] + words, environment: ["XDG_STATE_HOME": folder.path("state")])
    }
    let first = try run(step)
    guard first.status == 0 else { throw TrialFailure(description: "\(tool.format): \(first)") }
    if kind == "before" { try execute(trigger, path) }
    let before = try notes(path)
    let what = "\(tool.format), \(kind) \(trigger)"
    if isBlind {
      // Re-inserts the existing rows, so that the trigger fires.
      try execute(
        kind == "before" ? "" : trigger, path,
        and: "CREATE TEMP TABLE r AS SELECT * FROM main.\(tool.ledger); "
          + "DELETE FROM main.\(tool.ledger); INSERT INTO main.\(tool.ledger) SELECT * FROM r;")
      return try lost(before, notes(path)) > 0 ? "\(what): rows are lost" : nil
    }
    let refused = try run(step)
    let unasked = try lost(before, notes(path))
    if unasked > 0 { return "\(what): \(unasked) rows are lost unasked\n\(refused)" }
    if refused.status == 0 { return nil }
    guard refused.status == 1, try notes(path) == before,
      let phrase = (refused.output + refused.errors).firstMatch(of: #/--agree "([^"]*)"/#)?.1
    else { return "\(what): \(refused)" }
    let agreed = try run(step + ["--agree", String(phrase)])
    let count = try lost(before, notes(path))
    guard agreed.status == 0, phrase.contains("lose \(count) ") else {
      return "\(what): \(count) rows are lost, agreed to \(phrase)\n\(agreed)"
    }
    return nil
  }

  private func execute(_ sql: String, _ path: String, and more: String = "") throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: sql)
      try $0.execute(sql: more)
    }
    try queue.close()
  }

  private func notes(_ path: String) throws -> [Int64: String?] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in
      try Row.fetchAll(db, sql: "SELECT id, v FROM note").reduce(into: [:]) {
        $0[try $1.decode(Int64.self, atIndex: 0)] = .some(try $1.decode(String?.self, atIndex: 1))
      }
    }
  }

  private func lost(_ before: [Int64: String?], _ after: [Int64: String?]) -> Int {
    before.count { after[$0.key] != .some($0.value) }
  }
}
