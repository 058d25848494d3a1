// Shared by both engines: the other driver has a symbolic link to this file.
#if OURS || GRDB
  internal import Foundation

  #if OURS
    internal import MigratorEngine
    internal import MigratorFoundation
  #else
    internal import GRDB
  #endif

  private struct Player: Codable, FetchableRecord, MutablePersistableRecord {
    enum Columns {
      static let name = Column(CodingKeys.name)
    }
    static let databaseTableName = "players"
    static let persistenceConflictPolicy = PersistenceConflictPolicy(
      insert: .replace, update: .ignore)
    static let databaseColumnDecodingStrategy = DatabaseColumnDecodingStrategy.convertFromSnakeCase
    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
      .timeIntervalSince1970
    }
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .uppercaseString
    }

    var id: Int64?
    var name: String
    var birth: Date?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  private struct Team: PersistableRecord {
    var name: String

    func encode(to container: inout PersistenceContainer) throws {
      container["name"] = name
    }
  }

  extension Team: FetchableRecord {
    init(row: Row) { name = row["name"] }
  }

  /// Migrations of an app that has record types.
  public enum RecordTypes {
    /// Migrates a database with the names of record types, and reads a record.
    ///
    /// - Returns: The rows of all tables.
    /// - Throws: An error of the engine.
    public static func rows() throws -> [String] {
      var configuration = Configuration()
      configuration.qos = .default
      configuration.targetQueue = nil
      configuration.persistentReadOnlyConnections = true
      configuration.acceptsDoubleQuotedStringLiterals = false
      let queue = try DatabaseQueue(configuration: configuration)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("players") { db in
        try db.create(table: Player.databaseTableName) { t in
          t.autoIncrementedPrimaryKey("id")
          t.column(Player.Columns.name.name, .text).collate(.localizedCaseInsensitiveCompare)
        }
        try db.create(table: Team.databaseTableName) { t in t.column("name", .text) }
        try db.execute(
          sql: """
            INSERT INTO \(Player.databaseTableName) (name) VALUES ('b'), ('A');
            INSERT INTO team VALUES ('c');
            """)
      }
      try migrator.migrate(queue)
      return try queue.read { db in
        let row = try Row.fetchOne(db, sql: "SELECT * FROM team")
        return try String.fetchAll(db, sql: "SELECT name FROM players ORDER BY name")
          + [row.map { Team(row: $0).name } ?? ""]
      }
    }
  }
#endif
