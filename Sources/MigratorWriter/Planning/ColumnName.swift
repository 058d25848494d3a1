package import SQLSyntax

/// A column of a table.
package struct ColumnName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The table.
  package let table: SQLName
  /// The column.
  package let column: SQLName

  /// Creates a name from its properties.
  package init(_ table: SQLName, _ column: SQLName) { (self.table, self.column) = (table, column) }

  /// The name as written in options: `club.motto`.
  package var description: String { "\(table).\(column)" }

  /// Returns true if one name is sorted before the other.
  package static func < (one: ColumnName, other: ColumnName) -> Bool {
    (one.table, one.column) < (other.table, other.column)
  }
}
