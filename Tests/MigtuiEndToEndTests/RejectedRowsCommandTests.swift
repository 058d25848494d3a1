import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// The rows for which a constraint stops a migration, in the output of the commands.
struct RejectedRowsCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_unique.sql",
      #"CREATE UNIQUE INDEX one ON "o'l ""d" ("na$(me)" COLLATE NOCASE);"#)
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(
        sql: #"""
          CREATE TABLE "o'l ""d" (id INTEGER PRIMARY KEY, "na$(me)" TEXT);
          INSERT INTO "o'l ""d" VALUES
            (1, 'a'), (2, 'b'), (3, 'A'), (4, 'it''s'), (5, 'IT''S'), (6, 'a');
          """#)
    }
    try queue.close()
  }

  private func rows(_ query: String) throws -> [[DatabaseValue]] {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: query).map { Array($0.databaseValues) } }
  }

  @Test(arguments: [["dry-run"], ["check"], ["step", "--yes", "--no-dry-run"], ["step", "--yes"]])
  func `each command shows rejected values and a query that finds all of them`(_ command: [String])
    throws
  {
    let text = try BuiltProgram.run(
      [command[0], "app.sqlite"] + command.dropFirst(), in: folder.path)
    let output = text.output + text.errors
    #expect(text.status != 0)
    #expect(output.contains("'a': 3 rows"), "\(output)")
    #expect(output.contains("'it''s': 2 rows"), "\(output)")
    let marker = "before the failed statement: "
    let line = try #require(output.split(separator: "\n").first { $0.contains(marker) })
    let query = try #require(line.components(separatedBy: marker).last)
    // An independent look at the file: the groups by the lower-case value.
    let values = try rows(#"SELECT "na$(me)" FROM "o'l ""d""#)
      .compactMap { $0.first.flatMap(String.fromDatabaseValue)?.lowercased() }
    let expected = Dictionary(grouping: values) { $0 }.filter { $0.value.count > 1 }
      .mapValues { Int64($0.count) }
    let found = try rows(query).map { row in
      (
        String.fromDatabaseValue(row[0])?.lowercased() ?? "",
        Int64.fromDatabaseValue(row[1]) ?? 0
      )
    }
    #expect(Dictionary(uniqueKeysWithValues: found) == expected)

    let json = try BuiltProgram.run(
      [command[0], "app.sqlite", "--json"] + command.dropFirst(), in: folder.path)
    #expect(json.output.contains(query.replacing("\"", with: "\\\"")), "\(json.output)")
    #expect(json.output.contains("\"rejectedRows\":"))
  }

  @Test func `the migration can be applied once the listed rows are fixed`() throws {
    let failed = try BuiltProgram.run(["dry-run", "app.sqlite"], in: folder.path)
    #expect(failed.errors.contains("Fix these rows or "), "\(failed.errors)")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(sql: #"UPDATE "o'l ""d" SET "na$(me)" = "na$(me)" || rowid"#)
    }
    try queue.close()
    let step = try BuiltProgram.run(["step", "app.sqlite", "--yes"], in: folder.path)
    #expect(step.status == 0, "\(step.errors)")
  }

  @Test func `the console shows the rejected values after a dry run`() throws {
    for keys in ["d\nq\n", "d\n]\nq\n"] {
      try folder.write("keys", keys)
      let talk = try Program.run(
        ["sh", "-c", "exec '\(BuiltProgram.path)' --linear app.sqlite < keys"], in: folder.path)
      #expect(talk.output.contains("'a': 3 rows"), "\(talk.output)")
      #expect(talk.output.contains("HAVING"), "\(talk.output)")
    }
  }
}
