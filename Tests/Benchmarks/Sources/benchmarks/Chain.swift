internal import MigratorEngine

/// A chain of migrations of any length.
///
/// Each creates a table with an index and a foreign key to the previous table.
enum Chain {
  static func file(_ number: Int) -> (name: String, text: String) {
    (name(number) + ".sql", sql(number))
  }

  /// The identifier of the last of ``files(upTo:)``.
  static let last = "9999999_last"

  /// The files up to a number.
  ///
  /// The name of the last file does not depend on the number.
  static func files(upTo count: Int) -> (Int) -> (name: String, text: String) {
    { number in number == count ? (last + ".sql", "SELECT 1;") : file(number) }
  }

  /// Creates a database with a number of the tables, at a path without a file.
  ///
  /// If no migrations are recorded, the ledger is not created.
  static func apply(_ count: Int, to path: String, recorded: Int = 0) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      for number in 1...count { try db.execute(sql: sql(number)) }
      guard recorded > 0 else { return }
      try db.execute(sql: Migrations.ledger)
      for number in 1...recorded {
        try db.execute(
          sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name(number)])
      }
    }
    try queue.close()
  }

  /// The identifier for a number, which sorts like the number.
  static func name(_ number: Int) -> String { "\(1_000_000 + number)_item" }

  private static func sql(_ number: Int) -> String {
    """
    CREATE TABLE item\(number) (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, former INTEGER REFERENCES item\(max(1, number - 1))(id));
    CREATE INDEX item\(number)_on_name ON item\(number)(name);

    """
  }
}
