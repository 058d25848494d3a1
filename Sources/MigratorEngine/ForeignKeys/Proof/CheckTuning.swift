/// From which sizes on a check is made which way; nothing of it changes what a check says.
struct CheckTuning: Sendable {
  /// Tables with no more rows are left to SQLite's own check.
  var smallCount = 1000
  /// Of a table of which so many rows were written, these are checked and no others.
  var rowLimit = 500
  /// The memory that keys may take.
  var byteLimit = 192 << 20
  /// Keys are not worth collecting for a child that has so many times fewer rows than the parent.
  var parentsPerChild = 4
  /// A jump in an index costs about as much as so many rows of a scan.
  var rowsPerJump = 16
  /// Whether children whose neighbours refer to neighbours are left to SQLite's own check.
  var leavesClustered = true
}
