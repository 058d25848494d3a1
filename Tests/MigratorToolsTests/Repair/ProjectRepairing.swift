import MigratorEngine
@testable import MigratorTools

extension Project {
  /// The repairs of a database that is opened for them, as a session asks for them.
  func repairs(databasePath: String, selected: String?) throws -> [LedgerRepair] {
    try DatabaseInspection.inspect(path: databasePath) {
      try repairs(of: $0, migrator: migrator(), selected: selected)
    }
  }
}
