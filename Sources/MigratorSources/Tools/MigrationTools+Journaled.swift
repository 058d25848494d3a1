extension MigrationTools {
  /// Tools with journals, hash chains or dependencies beside their SQL files.
  static let journaled: [any MigrationTool] = [
    Prisma(), Drizzle(), DrizzleBeta(), D1(), Flyway(), Atlas(), Yoyo(),
  ]
}
