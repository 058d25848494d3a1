/// All tools, in the order in which detection asks them.
public enum MigrationTools {
  /// The tools; a list of one's own goes into ``Project`` beside them or in their place.
  public static let all: [any MigrationTool] = [
    own,
    // Numbered SQL files, and a table of what was applied.
    GolangMigrate(), Dbmate(), Goose(), Sqlx(), Diesel(), Refinery(), Maragudk(),
    // Journals, hash chains or dependencies beside the SQL files.
    Prisma(), Drizzle(), DrizzleBeta(), D1(), Flyway(), Atlas(), Yoyo(),
    // A count of what was applied in `PRAGMA user_version`.
    SQLDelight(), RusqliteMigration(), Lighter(), Numbered(),
    // Migrations that are code: shown, never run.
    ShownTool.rails, Django(), Alembic(), ShownTool.sqliteUtils, ShownTool.ecto, ShownTool.knex,
    ShownTool.typeORM, ShownTool.laravel, ShownTool.efCore, ShownTool.umzug, ShownTool.dbMigrate,
    Room(),
  ]

  /// This program's own format.
  public static let own: any MigrationTool = PlainFiles()

  /// What shows a ledger that none of the tools knows.
  static let unknown = UnknownTool()

  /// The formats that can be asked for, that of an unknown ledger included.
  public static let formats: [MigrationFormat] = all.map(\.format) + [.unknown]

  /// Returns the tool of a format.
  ///
  /// - Parameter format: The format.
  /// - Returns: The tool, or `nil` for formats that are no tool's.
  public static func tool(_ format: MigrationFormat) -> (any MigrationTool)? {
    all.first { $0.format == format }
  }
}
