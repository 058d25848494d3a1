import MigratorEngine
import MigratorTestSupport

/// An empty database and the SQL of its schema after a definition.
struct DefinitionFixture {
  let folder: TemporaryFolder
  let queue: DatabaseQueue

  init(configuration: Configuration = Configuration()) throws {
    folder = try TemporaryFolder()
    queue = try DatabaseQueue(
      path: folder.path("defined.sqlite"), configuration: configuration)
  }

  func path(_ name: String) -> String { folder.path(name) }

  /// Runs a definition and returns the SQL that it added to `main.sqlite_master`.
  @discardableResult
  func define(_ body: (Database) throws -> Void) throws -> [String] {
    let before = try texts("main")
    try queue.writeWithoutTransaction { try body($0) }
    return Array(try texts("main").dropFirst(before.count))
  }

  func execute(_ sql: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  func columns(_ table: String) throws -> [String] {
    try queue.read { try $0.columns(in: table).map(\.name) }
  }

  func texts(_ schema: String) throws -> [String] {
    try queue.read { db in
      try String.fetchAll(
        db, sql: "SELECT sql FROM \(schema).sqlite_master WHERE sql NOT NULL ORDER BY rowid")
    }
  }

  func refusal(_ body: (Database) throws -> Void) throws -> SchemaDefinitionError.Kind? {
    do {
      try queue.writeWithoutTransaction { try body($0) }
      return nil
    } catch let error as SchemaDefinitionError {
      return error.kind
    }
  }
}
