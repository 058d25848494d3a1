internal import MigratorEngine

/// Migrations that each make a table and its index, with a foreign key to the table before, as many as are
/// asked for.
enum Chain {
  /// The file of a number.
  static func file(_ number: Int) -> (name: String, text: String) {
    (name(number) + ".sql", sql(number))
  }

  /// The identifier of the last of ``files(upTo:)``.
  static let last = "9999999_last"

  /// The files up to a number, the last with a name that does not depend on it.
  static func files(upTo count: Int) -> (Int) -> (name: String, text: String) {
    { number in number == count ? (last + ".sql", "SELECT 1;") : file(number) }
  }

  /// Makes a database that has so many of the tables, at a path where there is no file yet; where
  /// none of the migrations is recorded, there is no ledger.
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

  /// The identifier of a number, which sorts as the number does.
  static func name(_ number: Int) -> String { "\(1_000_000 + number)_item" }

  private static func sql(_ number: Int) -> String {
    """
    CREATE TABLE item\(number) (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, former INTEGER REFERENCES item\(max(1, number - 1))(id));
    CREATE INDEX item\(number)_on_name ON item\(number)(name);

    """
  }
}
