/// What is known of the violations of a table before SQLite's own check of it.
enum TableProof {
  /// There are none.
  case clean
  /// Nothing: SQLite is to be asked.
  case unknown
  /// Some, or none: this finds them.
  case rows(RowSearch)
}
