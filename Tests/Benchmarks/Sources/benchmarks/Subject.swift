/// What is measured of an engine; a closure is missing where the engine cannot do it.
struct Subject {
  /// The name in the heading.
  let name: String
  /// Registers so many migrations.
  var register: ((Int) throws -> Void)?
  /// Asks which of so many migrations are applied, registered beforehand, and returns the number.
  var status: ((_ path: String, _ count: Int) throws -> () throws -> Int)?
  /// Applies so many migrations that each make an empty table.
  var migrate: ((_ path: String, _ count: Int, _ immediate: Bool) throws -> Void)?
  /// Checks all foreign keys on an open connection.
  var check: ((_ path: String) throws -> () throws -> Void)?
  /// Copies a database with SQLite's online backup.
  var copy: ((_ path: String, _ target: String) throws -> Void)?
  /// Tries so many migrations on a copy that is thrown away.
  var dryRun: ((_ path: String, _ count: Int) throws -> Void)?
}

/// The migration of a number, the same for all engines.
enum Migrations {
  /// Its identifier.
  static func identifier(_ number: Int) -> String { "migration \(number)" }

  /// Its statement.
  static func sql(_ number: Int) -> String { "CREATE TABLE benchmark\(number) (id INTEGER)" }

  /// The ledger's table.
  static let ledger =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
}
