internal import MigratorSQLite

struct DatabaseSchema: Sendable {
  struct File: Sendable {
    let name: String
    let path: String
    let version: Int?
    let text: String
  }

  struct Table: Sendable {
    enum Kind: Sendable { case table, virtual, view }

    let name: String
    let kind: Kind
    var columns: [ColumnInfo]
    /// The only strings that a CHECK allows in a column, for columns with such a check.
    var choices: [SQLName: [String]] = [:]
    /// The columns that identify a row; empty if there are none.
    var key: [String] = []
    /// The alias of the rowid, whose value SQLite chooses.
    var rowIDColumn: String?
    /// The foreign keys to existing tables, with equal numbers of child and parent columns.
    var foreignKeys: [ForeignKeyInfo] = []
  }

  let stem: String
  let userVersion: Int
  let files: [File]
  var tables: [Table]
  var warnings: [GeneratorProblem]
}
