/// What the files of a group make, as SQLite tells it.
struct DatabaseSchema: Sendable {
  /// A file, and the version it leads to.
  struct File: Sendable {
    let name: String
    let path: String
    let version: Int?
    let text: String
  }

  /// A column of a table or view.
  struct Column: Sendable {
    let name: String
    let type: String
    let isNotNull: Bool
    let defaultSQL: String?
    let isGenerated: Bool
    /// The texts that a CHECK allows, where it allows no others.
    var choices: [String] = []
  }

  /// A foreign key; the columns of both tables are as many.
  struct ForeignKey: Sendable {
    let table: String
    let columns: [String]
    let destinationColumns: [String]
  }

  /// A table or view.
  struct Table: Sendable {
    enum Kind: Sendable { case table, virtual, view }

    let name: String
    let kind: Kind
    var columns: [Column]
    /// The columns that tell rows apart; none where nothing does.
    var key: [String] = []
    /// The column that is an alias of the rowid, so that SQLite chooses its value.
    var rowIDColumn: String?
    var foreignKeys: [ForeignKey] = []
  }

  let stem: String
  let userVersion: Int
  let files: [File]
  var tables: [Table]
  var warnings: [GeneratorProblem]
}
