import CSQLite3

/// The work of a statement, in units that do not depend on the speed of the machine.
///
/// Source: <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>.
package struct StatementWork: Sendable, Hashable {
  /// The number of operations of SQLite's virtual machine.
  ///
  /// Operations of statements that SQLite runs within the statement, as for `VACUUM`, do not count.
  package var steps: Int64 = 0
  /// The number of sorts.
  package var sorts: Int64 = 0

  /// Creates work from its properties.
  package init(steps: Int64 = 0, sorts: Int64 = 0) { (self.steps, self.sorts) = (steps, sorts) }
}

extension Statement {
  /// The work of all runs.
  var work: StatementWork {
    StatementWork(
      steps: Int64(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 0)),
      sorts: Int64(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_SORT, 0)))
  }
}
