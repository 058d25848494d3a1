/// What a `CREATE TABLE` text says, as far as words about its differences need it.
struct TableDefinition: Hashable {
  /// What a column definition says of one aspect.
  enum Facet: Int, Hashable, CaseIterable {
    case type, nullability, primaryKey, unique, defaultValue, check, references, deferral
    case collation, generated
  }

  /// A column.
  struct Column: Hashable {
    let name: String
    /// What is said of each aspect, in the order of the text; aspects like `CHECK` may come twice.
    var facets: [Facet: [SQLWords]] = [:]
  }

  /// A constraint of the table.
  struct Constraint: Hashable {
    let name: String?
    let words: SQLWords
  }

  let name: String
  var columns: [Column] = []
  var constraints: [Constraint] = []
  var isWithoutRowID = false
  var isStrict = false
}
