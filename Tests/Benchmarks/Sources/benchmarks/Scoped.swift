internal import MigratorEngine

/// The check after a small migration on a large file that was already checked.
enum Scoped {
  /// The titles of the migrations and their SQL for a round.
  static let migrations: [(String, @Sendable (Int) -> String)] = [
    ("CREATE TABLE", { "CREATE TABLE small\($0) (id INTEGER PRIMARY KEY)" }),
    ("ADD COLUMN", { "ALTER TABLE child ADD COLUMN extra\($0) TEXT" }),
    ("INSERT of a child", { _ in "INSERT INTO child (p1, p2) VALUES (1, 2)" }),
    ("a new child of a parent", { "CREATE TABLE visit\($0) (id INTEGER REFERENCES parent2(id))" }),
  ]

  /// Returns the seconds from the start of the check to the end of the commit.
  static func time(_ path: String, sql: String, round: String) throws -> Double {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    var migrator = DatabaseMigrator()
    // The first migration triggers a full check.
    migrator.registerMigration("\(round) first") { _ in }
    migrator.registerMigration("\(round) second") { try $0.execute(sql: sql) }
    var start = ContinuousClock.now
    var time = Duration.zero
    try migrator.migrate(queue, upTo: nil) { event in
      switch event {
      case .checking: start = .now
      case .committed: time = ContinuousClock.now - start
      default: break
      }
    }
    try queue.close()
    return time / .seconds(1)
  }
}
