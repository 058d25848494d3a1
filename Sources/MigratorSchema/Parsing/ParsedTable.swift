internal import SQLSyntax

/// The parts of a `CREATE TABLE` statement that are needed to describe differences.
package struct ParsedTable: Hashable {
  package struct Column: Hashable {
    package let name: String
    /// The clauses of each aspect, in source order; some, like `CHECK`, may occur twice.
    var aspects: [ColumnClause: [SQLFragment]] = [:]

    /// True if the column is declared `NOT NULL`.
    package var isNotNull: Bool {
      aspects[.nullability]?.contains { $0.readable.hasPrefix("NOT ") } ?? false
    }
  }

  struct Constraint: Hashable {
    let name: String?
    let words: SQLFragment
    /// The beginning of the constraint, which specifies what is enforced: its kind, columns, parent
    /// and expression, without actions, deferral and conflict clause.
    let subject: SQLFragment
    /// The columns of a primary or unique key.
    var key: [SQLFragment]?
    var isPrimaryKey = false

    /// The columns of a key, without collations and directions.
    var columns: [String] {
      key?.compactMap { SQLTokenizer.tokens(of: $0.readable).first?.unquoted } ?? []
    }
  }

  /// A foreign key as written in SQL, in a column or in a table constraint.
  ///
  /// Unlike `ForeignKeyInfo`, it requires no database, for example in an expected schema.
  package struct ForeignKey: Hashable {
    package let columns: [String]
    package let destination: String
    /// The parent columns; empty if none are written, which means the primary key.
    package let destinationColumns: [String]
    /// The `ON DELETE` action, such as `CASCADE`; `nil` if none is written.
    let onDelete: String?
  }

  package let name: String
  package internal(set) var columns: [Column] = []
  var constraints: [Constraint] = []
  package internal(set) var foreignKeys: [ForeignKey] = []
  var isWithoutRowID = false
  var isStrict = false

  /// Parses a statement; returns `nil` if it is not completely understood.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func parse(_ sql: String) -> ParsedTable? { TableParser.parse(TokenReader(sql)) }

  /// The columns of the primary key; empty if there is none.
  var primaryKey: [String] {
    if let column = columns.first(where: { $0.aspects[.primaryKey] != nil }) {
      return [column.name]
    }
    return constraints.first(where: \.isPrimaryKey)?.columns ?? []
  }

  /// The columns of each primary or unique key.
  package var uniqueKeys: [[String]] {
    columns.filter { $0.aspects[.primaryKey] != nil || $0.aspects[.unique] != nil }.map {
      [$0.name]
    }
      + constraints.filter { $0.key != nil }.map(\.columns)
  }
}
