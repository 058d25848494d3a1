import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// A project of a tool with one migration, to which another is added.
struct WrittenProject: Sendable, CustomStringConvertible {
  let tool: any MigrationTool
  let files: [String: String]
  /// True if the tool has files or sections that undo a migration.
  var hasDown = false

  var description: String { tool.title }

  static let all = [
    WrittenProject(tool: PlainFiles(), files: ["001_a.sql": sql]),
    WrittenProject(
      tool: Goose(),
      files: ["00001_a.sql": "-- +goose Up\n\(sql)-- +goose Down\nDROP TABLE old;\n"],
      hasDown: true),
    WrittenProject(
      tool: Dbmate(),
      files: ["20240101000000_a.sql": "-- migrate:up\n\(sql)\n-- migrate:down\nDROP TABLE old;\n"],
      hasDown: true),
    WrittenProject(
      tool: GolangMigrate(),
      files: ["000001_a.up.sql": sql, "000001_a.down.sql": "DROP TABLE old;"], hasDown: true),
    WrittenProject(
      tool: Sqlx(), files: ["1_a.up.sql": sql, "1_a.down.sql": "DROP TABLE old;"], hasDown: true),
    WrittenProject(
      tool: Diesel(),
      files: [
        "2024-01-01-000000_a/up.sql": sql, "2024-01-01-000000_a/down.sql": "DROP TABLE old;",
      ], hasDown: true),
    WrittenProject(tool: Refinery(), files: ["V1__a.sql": sql]),
    WrittenProject(
      tool: Maragudk(), files: ["001-a.up.sql": sql, "001-a.down.sql": "DROP TABLE old;"],
      hasDown: true),
    WrittenProject(
      tool: Prisma(),
      files: [
        "20240101000000_a/migration.sql": sql, "migration_lock.toml": "provider = \"sqlite\"\n",
      ]),
    WrittenProject(
      tool: Drizzle(),
      files: [
        "0000_a.sql": sql,
        "meta/_journal.json": """
        {
          "version": "7",
          "dialect": "sqlite",
          "entries": [
            {
              "idx": 0,
              "version": "6",
              "when": 1704067200000,
              "tag": "0000_a",
              "breakpoints": true
            }
          ]
        }
        """,
      ]),
    WrittenProject(tool: DrizzleBeta(), files: ["20240101000000_a/migration.sql": sql]),
    WrittenProject(tool: D1(), files: ["0001_a.sql": sql]),
    WrittenProject(
      tool: Flyway(), files: ["V1__a.sql": sql, "U1__a.sql": "DROP TABLE old;"], hasDown: true),
    WrittenProject(
      tool: Atlas(),
      files: [
        "20240101000000_a.sql": sql,
        "atlas.sum": AtlasSum(of: [("20240101000000_a.sql", Array(sql.utf8))]).text,
      ]),
    WrittenProject(
      tool: Yoyo(),
      files: ["0001_a.sql": "-- depends:\n\n\(sql)", "0001_a.rollback.sql": "DROP TABLE old;"]),
    WrittenProject(tool: SQLDelight(), files: ["1.sqm": sql]),
    WrittenProject(
      tool: RusqliteMigration(),
      files: ["01-a/up.sql": sql, "01-a/down.sql": "DROP TABLE old;"], hasDown: true),
    WrittenProject(
      tool: Lighter(), files: ["App-001.sql": "\(sql)PRAGMA user_version = 1;\n"]),
    WrittenProject(tool: Numbered(), files: ["001-a.sql": sql]),
  ]

  private static let sql = "CREATE TABLE old (a);\n"

  static subscript(_ format: MigrationFormat) -> WrittenProject {
    get throws { try #require(all.first { $0.tool.format == format }) }
  }

  func project() throws -> ToolProject {
    try ToolProject(
      tool, files: files,
      sql: "PRAGMA user_version = \(tool is SQLDelight ? 1 : 0);"
        + (tool is Prisma ? PrismaTests.table : ""))
  }

  /// The files of a new migration in a project, which are not written.
  func files(
    _ statements: NewStatements, titled title: String = "Add more", in project: ToolProject
  ) throws -> [MigrationFile] {
    let new = try NewMigration(
      title: title, statements: statements, for: tool, in: project.tree())
    return try new.files(for: tool)
  }

  /// The reason why the tool cannot have the statements, or `nil`.
  func refusal(_ up: [String], titled title: String = "Add more") throws -> String? {
    let project = try project()
    do {
      _ = try files(NewStatements(up: up), titled: title, in: project)
      return nil
    } catch let refusal as WriteRefusal {
      return refusal.description
    }
  }
}
