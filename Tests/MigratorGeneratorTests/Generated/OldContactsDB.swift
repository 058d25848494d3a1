// Made by `migtui generate`; what is changed here is lost.

import MigratorRecords

/// The database that `OldContactsDB.sql` creates.
struct OldContactsDB: SQLDatabase {
  /// The common prefix of the file names.
  static let name = "OldContactsDB"
  /// The version of the schema.
  static let userVersion = 1
  /// The files, in the order in which they run.
  static let scripts = [
    DatabaseScript(
      "OldContactsDB.sql",
      text: #"""
        CREATE TABLE contact (
            id   INT  NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            note TEXT
        );
        PRAGMA user_version = 1;

        """#)
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
    static let schema = RecordSchema(
      table: "contact", columns: ["id", "name", "note"], key: ["id"])

    /// The key, which identifies a row.
    typealias Key = Int

    /// `id INT`.
    var id: Int
    /// `name TEXT`.
    var name: String
    /// `note TEXT`.
    var note: String?

    /// Creates a record, which is in no database yet.
    init(id: Int, name: String, note: String? = nil) {
      self.id = id
      self.name = name
      self.note = note
    }

    /// Creates the record of a row with the columns of the schema.
    init(row: Row) throws {
      id = try row.decode(atIndex: 0)
      name = try row.decode(atIndex: 1)
      note = try row.decode(atIndex: 2)
    }

    /// The values that are written.
    var databaseValues: [DatabaseValue] {
      [id.databaseValue, name.databaseValue, note.databaseValue]
    }
  }
}
