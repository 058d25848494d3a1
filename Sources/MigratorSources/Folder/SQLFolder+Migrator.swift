public import MigratorEngine

extension SQLFolder {
  /// Returns a migrator with the migrations of the folder, in order.
  ///
  /// - Returns: The migrator; running it changes the database, making it does not.
  /// - Throws: `MigrationError` for an identifier registered twice.
  public func migrator() throws -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for file in files {
      migrator.registerMigration(
        file.identifier, foreignKeyChecks: file.directives.foreignKeys.checks, script: file.script,
        runsOutsideTransaction: file.directives.runsOutsideTransaction)
    }
    try migrator.validate()
    return migrator
  }
}

extension MigrationDirectives.ForeignKeys {
  /// The engine's name for the mode.
  public var checks: DatabaseMigrator.ForeignKeyChecks {
    switch self {
    case .deferred: return .deferred
    case .immediate: return .immediate
    case .off: return .disabled
    }
  }
}
