/// A tool whose connections enforce foreign keys while a migration runs.
package struct EnforcingTool: Sendable, Hashable {
  /// The tool, with its connection if that matters: `refinery with rusqlite's bundled SQLite`.
  package let name: String
  /// True if it runs a file in a transaction, in which `PRAGMA foreign_keys` has no effect.
  package let usesTransaction: Bool

  /// Creates a tool; the parameters are the properties.
  package init(name: String, usesTransaction: Bool) {
    (self.name, self.usesTransaction) = (name, usesTransaction)
  }
}

extension MigrationList {
  /// The tool that would run a migration with foreign keys enforced, unlike this program.
  func enforcingTool(of migration: Migration) -> EnforcingTool? {
    guard let tool = enforcingTool, migration.foreignKeyChecks != .immediate,
      let script = migration.script
    else { return nil }
    // Without a transaction, the file itself can switch foreign keys off.
    if !tool.usesTransaction, script.text.containsIgnoringASCIICase("foreign_keys") { return nil }
    return tool
  }
}
