/// Tells of rows that have no key whether they are still there: one like each of them, as often.
package enum SortedRows {
  /// Returns whether all rows of one statement are among those of another.
  ///
  /// Both read the same columns in the same order, and their rows in the order of all columns, so that a row
  /// is among the others, or none of what follows there is like it.
  ///
  /// - Parameters:
  ///   - rows: Reads the rows that are looked for.
  ///   - others: Reads the rows among which they may be.
  /// - Returns: Whether there is one like each of them, types and bytes alike.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(*n*) for *n* rows, beside what sorting them costs.
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
