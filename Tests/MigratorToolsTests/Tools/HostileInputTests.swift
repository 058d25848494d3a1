import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Malformed ledgers and files: the program does not trap, and the scripts it writes are valid SQL.
struct HostileInputTests {
  private static let tools: [any MigrationTool] = [
    GolangMigrate(), Dbmate(), Goose(), Sqlx(), Diesel(), Refinery(), Maragudk(),
  ]

  private static let files: [MigrationFormat: [String: String]] = [
    .golangMigrate: [
      "1_a.up.sql": "SELECT 1;", "02_b.up.sql": "", "18446744073709551615_c.up.x": "",
    ],
    .dbmate: ["1_a.sql": "-- migrate:up\n-- migrate:down\n", "é.sql": ""],
    .goose: ["1_a.sql": "-- +goose Up\n", "9223372036854775807_b.go": ""],
    .sqlx: ["-9223372036854775808_a.sql": "", "1_.sql": "SELECT 'O''Brien';"],
    .diesel: ["_/up.sql": "", "1'2_x/up.sql": "SELECT 1;", "-/up.sql": "SELECT 2;"],
    .refinery: ["V0__é.sql": "", "U9223372036854775807__b.sql": "", "a/V1__c.rs": ""],
    .maragudk: ["_.up.sql": "", "-.up.sql": "", "A.up.sql": ""],
  ]

  private static func value(_ random: inout SeededGenerator) -> DatabaseValue {
    let number: Int64 = [.min, -1, 0, 1, 2, .max].randomElement(using: &random) ?? 0
    let text = ["", "0", "1", "01", "x'y", "A", "é", "9223372036854775808", "2026-13-40T99:99:99Z"]
      .randomElement(using: &random)
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: .null
    case 1: .blob([0xFF, 0x00])
    case 2:
      DatabaseValue(
        storage: .double([1, -0.0, 1e300, .infinity].randomElement(using: &random) ?? 0))
    case 3, 4: .number(number)
    default: .text(text ?? "")
    }
  }

  @Test(arguments: tools.map(\.format))
  func `ledgers with random values are read, and the written statements are valid SQL`(
    _ format: MigrationFormat
  ) throws {
    let tool = try #require(MigrationTools.tool(format))
    let project = try ToolStates.folder(tool, Self.files[format] ?? [:])
    let ledger = project.ledger
    let stamp = RecordStamp(time: Timestamp(nanoseconds: .max), seconds: .infinity)
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      for statement in ledger.statements(for: .create, LedgerRows(), stamp) {
        try db.execute(sql: statement)
      }
      let empty = try ledger.rows(db)
      let columns = try #require(empty.tables[ledger.name]).columns
      var random = SeededGenerator(seed: 8)
      for _ in 0..<300 {
        var rows = empty
        rows.tables[ledger.name]?.rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          LedgerRows.Row(
            Dictionary(
              uniqueKeysWithValues: columns.map { ($0.name.lowercased(), Self.value(&random)) }))
        }
        let state = ledger.state(rows)
        let report = try project.migrator().statusReport(state)
        #expect(report.migrations.count >= project.migrations.count)
        #expect(state.obstacle == nil || report.next == nil)
        let changes = project.migrations.map(\.identifier).flatMap { identifier in
          [
            LedgerChange.acceptChecksum(identifier), .begin(identifier), .record(identifier),
            .baseline([identifier]), .fail(identifier, message: "it's\u{0}", ran: .max),
          ]
        }
        let statements = ([.clearFailures] + changes).flatMap {
          ledger.statements(for: $0, rows, stamp)
        }
        for statement in statements {
          try db.execute(sql: "BEGIN")
          defer { try? db.execute(sql: "ROLLBACK") }
          try db.execute(sql: statement)
        }
      }
    }
  }

  @Test(arguments: tools.map(\.format))
  func `folders with random names and contents are read or refused with a remedy`(
    _ format: MigrationFormat
  ) throws {
    let tool = try #require(MigrationTools.tool(format))
    var random = SeededGenerator(seed: 9)
    let pieces = [
      "1", "01", "99999999999999999999", "-", "_", "__", ".", ".up", ".down", ".sql", ".rs", ".go",
      "V", "U", "x", "é", "\u{301}", " ", "'", "\r", "up.sql", "/up.sql", "/metadata.toml",
    ]
    let texts = [
      "", "-- +goose Up", "-- +goose", "\r\n", "\n", "-- migrate:up", "-- migrate:down",
      "SELECT 1;", "BEGIN;", "'", "-- no-transaction", " ", "é", "/*", "CREATE TRIGGER",
    ]
    for _ in 0..<60 {
      let folder = try TemporaryFolder()
      for _ in 0..<4 {
        let name = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
          pieces.randomElement(using: &random)
        }.joined()
        let text = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
          texts.randomElement(using: &random)
        }.joined()
        // Skips names that are invalid for files.
        _ = try? folder.write("a/" + name, bytes: Array(text.utf8) + (text.isEmpty ? [0xC3] : []))
      }
      try folder.write("a/.keep", "")
      let tree = try FolderTree(path: folder.path("a"))
      let evidence = tool.evidence(in: tree)
      #expect(evidence?.count != 0)
      _ = tool.notes(on: tree)
      do {
        let project = try ToolFolder(tool: tool, folder: tree)
        _ = try project.migrator()
        #expect((project.failure?.problems ?? []).allSatisfy { !$0.remedy.isEmpty })
        let new = try tool.newFiles(
          title: "Add Teams", in: tree, after: project.migrations, now: Timestamp(nanoseconds: 0))
        #expect(new.allSatisfy { !tree.contains($0.path) })
      } catch let failure as SourceFailure {
        #expect(!failure.problems.isEmpty)
        #expect(failure.problems.allSatisfy { !$0.remedy.isEmpty })
      }
    }
  }

  @Test(arguments: tools.map(\.format))
  func `an empty folder yields no migrations and no evidence`(_ format: MigrationFormat) throws {
    let tool = try #require(MigrationTools.tool(format))
    let project = try ToolProject(tool, files: [".keep": ""])
    #expect(try project.tool.evidence(in: project.tree()) == nil)
    #expect(try project.toolFolder().migrations.isEmpty)
    #expect(try project.status().migrations.isEmpty)
    #expect(try project.ledgerEvidence() == nil)
  }
}
