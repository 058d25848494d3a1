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

  let name: String
  var columns: [Column] = []
  var constraints: [Constraint] = []
  var isWithoutRowID = false
  var isStrict = false
}
