/// All tools, in the order in which detection asks them.
public enum MigrationTools {
  /// The tools.
  public static let all: [any MigrationTool] =
    [own] + numbered + journaled + counted + coded

  /// This program's own format.
  public static let own: any MigrationTool = PlainFiles()

  /// Tools of numbered SQL files with a table of what was applied.
  static let numbered: [any MigrationTool] = [
    GolangMigrate(), Dbmate(), Goose(), Sqlx(), Diesel(), Refinery(), Maragudk(),
  ]

  /// Returns the tool of a format.
  ///
  /// - Parameter format: The format.
  /// - Returns: The tool, or `nil` for formats that are no tool's.
  public static func tool(_ format: MigrationFormat) -> (any MigrationTool)? {
    all.first { $0.format == format }
  }
}
