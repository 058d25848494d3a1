internal import SQLSyntax

/// The affinity of a column, which its declared type determines.
///
/// Source: <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
package enum ColumnAffinity: String, Sendable, Hashable {
  case integer = "INTEGER"
  case text = "TEXT"
  case blob = "BLOB"
  case real = "REAL"
  case numeric = "NUMERIC"

  /// Determines the affinity of a type; for an empty type, it is BLOB.
  ///
  /// In STRICT tables, the type itself determines what a column accepts.
  package init(type: String) {
    func contains(_ words: StaticString...) -> Bool {
      words.contains { type.containsIgnoringASCIICase($0) }
    }
    self =
      if contains("int") {
        .integer
      } else if contains("char", "clob", "text") {
        .text
      } else if type.isEmpty || contains("blob") {
        .blob
      } else if contains("real", "floa", "doub") {
        .real
      } else {
        .numeric
      }
  }
}
