import MigratorEngine
@testable import MigratorTools

extension Project {
  /// Returns the repairs for a database, opening it as a session does.
  func repairs(databasePath: String, selected: String?) throws -> [LedgerRepair] {
    try DatabaseInspection.inspect(path: databasePath) {
      try repairs(of: $0, migrator: migrator(), selected: selected)
    }
  }
}
