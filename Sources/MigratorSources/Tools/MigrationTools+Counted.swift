extension MigrationTools {
  /// Tools that count what was applied in `PRAGMA user_version`.
  static let counted: [any MigrationTool] = []
}
