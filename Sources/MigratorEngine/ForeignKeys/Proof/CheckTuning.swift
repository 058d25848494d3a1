/// Thresholds that select the method of a check and do not affect its result.
struct CheckTuning: Sendable {
  /// The number of rows up to which a table is left to SQLite's own check.
  var smallCount = 1000
  /// The number of virtual-machine steps, in thousands per table with foreign keys, that SQLite's
  /// own check of all tables may take.
  var kiloStepsPerTable = 2
  /// The number of written rows of a table up to which only these rows are checked.
  var rowLimit = 500
  /// The memory limit for keys, in bytes.
  var byteLimit = 192 << 20
  /// Keys are not collected if the parent has more than this many times as many rows as the child.
  var parentsPerChild = 4
}
