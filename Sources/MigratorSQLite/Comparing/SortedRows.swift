/// Checks that rows without a key still exist, with the same number of duplicates.
package enum SortedRows {
  /// Returns true if another statement returns all rows of a statement.
  ///
  /// Both statements return the same columns in the same order, and sort by all columns. A row is
  /// therefore either found in a single pass or missing.
  ///
  /// - Parameters:
  ///   - rows: Returns the rows to search for.
  ///   - others: Returns the rows to search in.
  /// - Returns: `true` if each row has an equal row, with the same types and bytes.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(*n*) for *n* rows, plus the cost of sorting.
  package static func areAll(_ rows: Statement, among others: Statement) throws -> Bool {
    defer {
      rows.reset()
      others.reset()
    }
    try rows.begin(arguments: nil)
    try others.begin(arguments: nil)
    let columns = 0..<Int32(rows.columnCount)
    while try rows.step() {
      repeat {
        guard try others.step() else { return false }
      } while !columns.allSatisfy { rows.hasSameValue(at: $0, as: others, at: $0) }
    }
    return true
  }
}
