internal import SQLSyntax

/// The parts of a `CREATE TABLE` statement that are needed to describe differences.
struct ParsedTable: Hashable {
  struct Column: Hashable {
    let name: String
    /// The clauses of each aspect, in source order; some, like `CHECK`, may occur twice.
    var aspects: [ColumnClause: [SQLFragment]] = [:]
  }

  struct Constraint: Hashable {
    let name: String?
    let words: SQLFragment
    /// The beginning of the constraint that says what is enforced: its kind, columns, parent and
    /// expression, without actions, deferral and conflict clause.
    let subject: SQLFragment
    /// The columns of a primary or unique key.
    var key: [SQLFragment]?
    var isPrimaryKey = false
  }

  /// A foreign key as written in SQL, in a column or in a table constraint.
  ///
  /// Unlike `ForeignKeyInfo`, it requires no database, for example in an expected schema.
  struct ForeignKey: Hashable {
    let columns: [String]
    let destination: String
    /// The parent columns; empty if the clause implies the primary key.
    let destinationColumns: [String]
    /// The `ON DELETE` action, such as `CASCADE`; `nil` if none is written.
    let onDelete: String?
  }

  let name: String
  var columns: [Column] = []
  var constraints: [Constraint] = []
  var foreignKeys: [ForeignKey] = []
  var isWithoutRowID = false
  var isStrict = false

  /// The columns of the primary key; empty if there is none.
  var primaryKey: [String] {
    if let column = columns.first(where: { $0.aspects[.primaryKey] != nil }) {
      return [column.name]
    }
    return constraints.first(where: \.isPrimaryKey)?.key?.compactMap {
      SQLTokenizer.tokens(of: $0.readable).first?.unquoted
    } ?? []
  }
}
