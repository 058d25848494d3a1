/// The schema that a group's files produce, as SQLite reports it.
struct DatabaseSchema: Sendable {
  /// A file and the version that it leads to.
  struct File: Sendable {
    let name: String
    let path: String
    let version: Int?
    let text: String
  }

  struct Column: Sendable {
    let name: String
    let type: String
    let isNotNull: Bool
    let defaultSQL: String?
    let isGenerated: Bool
    /// The only strings that a CHECK allows; empty without such a check.
    var choices: [String] = []
  }

  /// A foreign key; both column lists have the same length.
  struct ForeignKey: Sendable {
    let table: String
    let columns: [String]
    let destinationColumns: [String]
  }

  struct Table: Sendable {
    enum Kind: Sendable { case table, virtual, view }

    let name: String
    let kind: Kind
    var columns: [Column]
    /// The columns that identify a row; empty if there are none.
    var key: [String] = []
    /// The alias of the rowid, whose value SQLite chooses.
    var rowIDColumn: String?
    var foreignKeys: [ForeignKey] = []
  }

  let stem: String
  let userVersion: Int
  let files: [File]
  var tables: [Table]
  var warnings: [GeneratorProblem]
}
