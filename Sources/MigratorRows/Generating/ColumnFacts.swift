internal import MigratorSQLite

/// The facts that SQL states about the values of a column.
struct ColumnFacts: Sendable {
  /// Literals that are compared with the column by `=`, `IN` or `CASE`, in order.
  var equal: [DatabaseValue] = []
  /// Literals that are compared by `<` or `BETWEEN`.
  var bounds: [DatabaseValue] = []
  var patterns: [Pattern] = []
  /// Lengths with which the column's length is compared.
  var lengths: [Int] = []
  /// The results of `typeof` with which the column's type is compared.
  var storage: [String] = []
  /// Paths that are read from the column as JSON, such as `$.client_id`.
  var paths: [String] = []
  var holdsJSON = false
  /// True if the column is read as a JSON array.
  var holdsArray = false
  var holdsTime = false

  struct Pattern: Hashable, Sendable {
    let text: String
    /// True for GLOB, false for LIKE.
    let isGlob: Bool
    let isNegated: Bool
  }

  var literals: [DatabaseValue] { equal + bounds }

  mutating func add(_ other: ColumnFacts) {
    Self.add(other.equal, to: &equal)
    Self.add(other.bounds, to: &bounds)
    Self.add(other.patterns, to: &patterns)
    Self.add(other.lengths, to: &lengths)
    Self.add(other.storage, to: &storage)
    Self.add(other.paths, to: &paths)
    holdsJSON = holdsJSON || other.holdsJSON
    holdsArray = holdsArray || other.holdsArray
    holdsTime = holdsTime || other.holdsTime
  }

  private static func add<T: Equatable>(_ new: [T], to all: inout [T]) {
    // The beginning of a long IN list is sufficient.
    for value in new where all.count < 40 && !all.contains(value) { all.append(value) }
  }
}
