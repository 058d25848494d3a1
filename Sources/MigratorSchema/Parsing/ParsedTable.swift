internal import SQLSyntax

/// What a `CREATE TABLE` text says, as far as words about its differences need it.
struct ParsedTable: Hashable {
  /// A column.
  struct Column: Hashable {
    let name: String
    /// What is said of each aspect, in the order of the text; aspects like `CHECK` may come twice.
    var aspects: [ColumnAspect: [SQLWords]] = [:]
  }

  /// A constraint of the table.
  struct Constraint: Hashable {
    let name: String?
    let words: SQLWords
    /// The columns of a primary or unique key.
    var key: [SQLWords]?
    var isPrimaryKey = false
  }

  /// A foreign key, of one column or of the table.
  struct ForeignKey: Hashable {
    let columns: [String]
    let destination: String
    /// The columns that it refers to; empty where the text leaves that to the primary key.
    let destinationColumns: [String]
    /// What the deletion of a parent does, `CASCADE` and the like; `nil` where the text says nothing.
    let onDelete: String?
  }

  let name: String
  var columns: [Column] = []
  var constraints: [Constraint] = []
  var foreignKeys: [ForeignKey] = []
  var isWithoutRowID = false
  var isStrict = false

  /// The columns of the primary key; empty where there is none.
  var primaryKey: [String] {
    if let column = columns.first(where: { $0.aspects[.primaryKey] != nil }) {
      return [column.name]
    }
    return constraints.first(where: \.isPrimaryKey)?.key?.compactMap {
      SQLTokenizer.tokens(of: $0.readable).first?.unquoted
    } ?? []
  }
}
