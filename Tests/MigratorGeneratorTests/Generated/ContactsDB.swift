// Made by `migtui generate`; what is changed here is lost.

import MigratorRecords

/// The database that `ContactsDB-001.sql` and `ContactsDB-002.sql` create.
struct ContactsDB: SQLDatabase {
  /// The common prefix of the file names.
  static let name = "ContactsDB"
  /// The version of the schema.
  static let userVersion = 2
  /// The files, in the order in which they run.
  static let scripts = [
    DatabaseScript(
      "ContactsDB-001.sql", version: 1,
      text: #"""
        CREATE TABLE contact (
            id   INT  NOT NULL PRIMARY KEY,
            name TEXT NOT NULL
        );
        PRAGMA user_version = 1; -- tag the schema version

        """#),
    DatabaseScript(
      "ContactsDB-002.sql", version: 2,
      text: #"""
        ALTER TABLE contact ADD COLUMN age INT NULL;
        PRAGMA user_version = 2; -- tag the new schema version

        """#),
  ]

  /// The connection to the database.
  let connection: DatabaseQueue

  /// Creates a database from a connection, without checking it.
  init(_ connection: DatabaseQueue) {
    self.connection = connection
  }

  /// A row of the table `contact`.
  struct Contact: SQLKeyedTableRecord, Identifiable {
    /// The table and its columns.
    static let schema = RecordSchema(table: "contact", columns: ["id", "name", "age"], key: ["id"])

    /// The key, which identifies a row.
    typealias Key = Int

    /// `id INT`.
    var id: Int
    /// `name TEXT`.
    var name: String
    /// `age INT`.
    var age: Int?

    /// Creates a record, which is in no database yet.
    init(id: Int, name: String, age: Int? = nil) {
      self.id = id
      self.name = name
      self.age = age
    }

    /// Creates the record of a row with the columns of the schema.
    init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      name = try row.decode(atIndex: 1)
      age = try row.decode(atIndex: 2)
    }

    /// The values that are written.
    var databaseValues: [DatabaseValue] {
      [id.databaseValue, name.databaseValue, age.databaseValue]
    }
  }
}
