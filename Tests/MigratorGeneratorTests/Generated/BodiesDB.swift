// Made by `migtui generate`; what is changed here is lost.

import MigratorRecords

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The database that `BodiesDB.sql` and `BodiesDB-create-indices.sql` create.
struct BodiesDB: SQLDatabase {
  /// The common prefix of the file names.
  static let name = "BodiesDB"
  /// The version of the schema.
  static let userVersion = 3
  /// The files, in the order in which they run.
  static let scripts = [
    DatabaseScript(
      "BodiesDB.sql",
      text: #"""
        CREATE TABLE solar_bodies (
            id         TEXT NOT NULL PRIMARY KEY,
            name       TEXT NOT NULL,
            is_planet  BOOLEAN NOT NULL DEFAULT FALSE,
            density    REAL,
            discovered DATE,
            orbits     TEXT REFERENCES solar_bodies (id)
        );
        CREATE VIEW planets AS SELECT id, name FROM solar_bodies WHERE is_planet;
        PRAGMA user_version = 3;

        """#),
    DatabaseScript(
      "BodiesDB-create-indices.sql",
      text: #"""
        CREATE INDEX solar_bodies_on_orbits ON solar_bodies (orbits);

        """#),
  ]

  /// The connection to the database.
  let connection: DatabaseQueue

  /// Creates a database from a connection, without checking it.
  init(_ connection: DatabaseQueue) {
    self.connection = connection
  }

  /// A row of the table `solar_bodies`.
  struct SolarBody: SQLKeyedTableRecord, Identifiable {
    /// The table and its columns.
    static let schema = RecordSchema(
      table: "solar_bodies",
      columns: ["id", "name", "is_planet", "density", "discovered", "orbits"], key: ["id"])

    /// The key, which identifies a row.
    typealias Key = String

    /// `id TEXT`.
    var id: String
    /// `name TEXT`.
    var name: String
    /// `is_planet BOOLEAN`.
    var isPlanet: Bool
    /// `density REAL`.
    var density: Double?
    /// `discovered DATE`.
    var discovered: Date?
    /// `orbits TEXT`.
    var orbits: String?

    /// Creates a record, which is in no database yet.
    init(
      id: String, name: String, isPlanet: Bool = false, density: Double? = nil,
      discovered: Date? = nil, orbits: String? = nil
    ) {
      self.id = id
      self.name = name
      self.isPlanet = isPlanet
      self.density = density
      self.discovered = discovered
      self.orbits = orbits
    }

    /// Creates the record of a row with the columns of the schema.
    init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      name = try row.decode(atIndex: 1)
      isPlanet = try row.decode(atIndex: 2)
      density = try row.decode(atIndex: 3)
      discovered = try row.decode(atIndex: 4)
      orbits = try row.decode(atIndex: 5)
    }

    /// The values that are written.
    var databaseValues: [DatabaseValue] {
      [
        id.databaseValue, name.databaseValue, isPlanet.databaseValue, density.databaseValue,
        discovered.databaseValue, orbits.databaseValue,
      ]
    }

    /// Returns the rows with a foreign key into `solar_bodies`.
    static func fetchAll(_ db: Database, orbits: String) throws -> [SolarBody] {
      try fetchAll(db, where: ["orbits": orbits.databaseValue])
    }

    /// Returns the row of `solar_bodies` that this one refers to.
    func fetchSolarBody(_ db: Database) throws -> SolarBody? {
      try SolarBody.fetchOne(db, where: ["id": orbits.databaseValue])
    }

    /// Returns the rows of `solar_bodies` that refer to this one.
    func fetchSolarBodies(_ db: Database) throws -> [SolarBody] {
      try SolarBody.fetchAll(db, where: ["orbits": id.databaseValue])
    }
  }

  /// A row of the view `planets`.
  struct Planet: SQLRecord {
    /// The table and its columns.
    static let schema = RecordSchema(table: "planets", columns: ["id", "name"])

    /// `id TEXT`.
    var id: String?
    /// `name TEXT`.
    var name: String?

    /// Creates the record of a row with the columns of the schema.
    init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      name = try row.decode(atIndex: 1)
    }
  }
}
