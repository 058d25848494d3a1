// Made by `migtui generate`; what is changed here is lost.

import MigratorRecords

/// The database that `NewContactsDB.sql` creates.
struct NewContactsDB: SQLDatabase {
  /// The common prefix of the file names.
  static let name = "NewContactsDB"
  /// The version of the schema.
  static let userVersion = 2
  /// The files, in the order in which they run.
  static let scripts = [
    DatabaseScript(
      "NewContactsDB.sql",
      text: #"""
        CREATE TABLE contact (
            id    INT  NOT NULL PRIMARY KEY,
            name  TEXT NOT NULL,
            note  TEXT NOT NULL DEFAULT 'none',
            age   INT,
            since TEXT NOT NULL
        );
        PRAGMA user_version = 2;

        """#)
  ]

  /// The connection to the database.
  let connection: DatabaseQueue

  /// Creates a database from a connection, without checking it.
  init(_ connection: DatabaseQueue) {
    self.connection = connection
  }
}

/// A row of the table `contact`.
struct Contact: SQLKeyedTableRecord, Identifiable {
  /// The table and its columns.
  static let schema = RecordSchema(
    table: "contact", columns: ["id", "name", "note", "age", "since"], key: ["id"])

  /// The key, which identifies a row.
  typealias Key = Int

  /// `id INT`.
  var id: Int
  /// `name TEXT`.
  var name: String
  /// `note TEXT`.
  var note: String
  /// `age INT`.
  var age: Int?
  /// `since TEXT`.
  var since: String

  /// Creates a record, which is in no database yet.
  init(id: Int, name: String, note: String = "none", age: Int? = nil, since: String) {
    self.id = id
    self.name = name
    self.note = note
    self.age = age
    self.since = since
  }

  /// Creates the record of a row with the columns of the schema.
  init(row: Row) throws {
    id = try row.decode(atIndex: 0)
    name = try row.decode(atIndex: 1)
    note = try row.decode(atIndex: 2)
    age = try row.decode(atIndex: 3)
    since = try row.decode(atIndex: 4)
  }

  /// The values that are written.
  var databaseValues: [DatabaseValue] {
    [
      id.databaseValue, name.databaseValue, note.databaseValue, age.databaseValue,
      since.databaseValue,
    ]
  }
}

extension Contact {
  /// Creates a record from one of an older database.
  init(_ old: OldContactsDB.Contact, since: String) {
    self.init(id: old.id, name: old.name, note: old.note ?? "none", age: nil, since: since)
  }
}
