import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// Files with an up and a down section, in the formats of tools that run whole files.
struct UndoSectionTests {
  /// The markers of tools, with the tool that the problem names.
  private static let markers: [(up: String, down: String, tool: String)] = [
    ("-- +migrate Up", "-- +migrate Down", "sql-migrate"), ("-- Up", "-- Down", "npm sqlite"),
    ("-- Up Migration", "-- Down Migration", "node-pg-migrate"),
    ("-- // create", "-- //@UNDO", "MyBatis Migrations"),
    ("-- !Ups", "-- !Downs", "Play evolutions"), ("-- rambler up", "-- rambler down", "rambler"),
    ("-- +goose Up", "-- +goose Down", "goose"), ("-- migrate:up", "-- migrate:down", "dbmate"),
    ("-- up", "---- create above / drop below ----", "tern"),
  ]
  private static let tools: [any MigrationTool] = [
    PlainFiles(), Numbered(), GolangMigrate(), Sqlx(), Refinery(), D1(), Maragudk(), Yoyo(),
  ]

  private func name(_ number: Int, for tool: any MigrationTool) -> String {
    switch tool.format {
    case .golangMigrate, .maragudk: "\(number)_m.up.sql"
    case .refinery: "V\(number)__m.sql"
    default: "\(number)_m.sql"
    }
  }

  @Test(arguments: markers.indices)
  func `a file that contains a down section is refused until the section is removed`(
    index: Int
  ) throws {
    let (up, down, other) = Self.markers[index]
    let good = "\(up)\nCREATE TABLE fan (id INTEGER PRIMARY KEY);\n"
    for tool in Self.tools {
      let file = name(2, for: tool)
      let project = try ToolProject(
        tool,
        files: [
          name(1, for: tool): "CREATE TABLE club (id); INSERT INTO club VALUES (1);\n",
          file: good + "\n\(down)\nDROP TABLE club;\n",
        ])
      func folder() throws -> ToolFolder { try ToolFolder(tool: tool, folder: project.tree()) }
      let problem = try #require(folder().failure?.problems.first)
      #expect(try folder().migrations.count == 2)
      #expect(problem.location?.line == 4)
      #expect(
        problem.message.contains("as in \(other). Files of format \(tool.format.rawValue) run"))
      let queue = try DatabaseQueue(path: project.databasePath)
      // The first file runs.
      #expect(try folder().migrator().step(queue)?.failure == nil)
      #expect(throws: (any Error).self) { try folder().migrator().step(queue) }
      try queue.close()
      #expect(try project.rows("SELECT id FROM club") == ["1"])
      // The remedy.
      try project.folder.write("migrations/\(file)", good)
      #expect(try project.step()?.failure == nil)
      #expect(try project.rows("SELECT id FROM club") == ["1"])
      #expect(try project.rows("SELECT count(*) FROM fan") == ["0"])
    }
  }

  @Test func `the remedy works: goose and dbmate files run with their own formats`() throws {
    for (tool, up, down) in [
      (Goose() as any MigrationTool, "-- +goose Up", "-- +goose Down"),
      (Dbmate(), "-- migrate:up", "-- migrate:down"),
    ] {
      let files = ["1_m.sql": "\(up)\nCREATE TABLE a (id);\n\(down)\nDROP TABLE a;\n"]
      let own = try ToolProject(PlainFiles(), files: files)
      let problem = try ToolFolder(tool: PlainFiles(), folder: own.tree()).failure?.problems.first
      #expect(problem?.remedy.contains("add --format \(tool.format.rawValue).") == true)
      let project = try ToolProject(tool, files: files)
      #expect(try project.step()?.failure == nil)
      #expect(try project.rows("SELECT count(*) FROM a") == ["0"])
    }
  }

  @Test(arguments: [
    "CREATE TABLE a (id);\n-- Down\n-- DROP TABLE a;\n",
    "-- Down payments of a club\nCREATE TABLE a (id);\n",
    "CREATE TABLE a (id, note DEFAULT '\n-- Down\n');\nSELECT 1;\n",
    "/*\n-- Down\n*/\nCREATE TABLE a (id);\n",
  ])
  func `a comment is not a marker if no section follows it`(text: String) throws {
    let project = try ToolProject(PlainFiles(), files: ["1_m.sql": text])
    #expect(try project.step()?.failure == nil)
    #expect(try project.rows("SELECT count(*) FROM a") == ["0"])
  }

  @Test func `the ledgers of npm sqlite and Play are recognized`() throws {
    for ledger in [
      "CREATE TABLE migrations (id INTEGER PRIMARY KEY, name TEXT, up TEXT, down TEXT)",
      "CREATE TABLE play_evolutions (id INT, hash TEXT, applied_at TEXT, apply_script TEXT)",
    ] {
      let project = try ToolProject(UnknownTool(), files: [:], sql: ledger)
      #expect(try project.ledgerEvidence() != nil)
    }
  }
}
