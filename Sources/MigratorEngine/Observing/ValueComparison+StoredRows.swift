internal import MigratorSQLite

/// Compares the stored pages of two tables before their values.
///
/// Only a dry run on an overlay can read pages. A step on the database must compare all values, so
/// each comparison here also estimates how much longer the step takes.
extension ValueComparison {
  /// The number of rows to compare for an estimate of a step's speed: 20,000 take about 10 ms.
  private static let sampleSize: Int64 = 20_000

  /// Returns whether all previous rows, with repetitions, still exist.
  ///
  /// - Complexity: O(*n*) for *n* rows if they are stored alike, otherwise O(*n* log *n*).
  func keepsAllRows(_ tables: TablePair, _ rows: StepReport.TableRows) throws -> Bool {
    if tables.columns.isEmpty { return false }
    let isStoredAlike = try areStoredAlike(tables, rows, isSorting: true) {
      _ = try tables.keepsAllRows(from: former, to: present, limit: $0)
    }
    return try isStoredAlike || tables.keepsAllRows(from: former, to: present)
  }

  /// Returns whether both tables store the same rows; also `false` if only their values show it.
  ///
  /// `compare` compares the given number of rows by value, as a step does; `isSorting` says whether
  /// it sorts them.
  func areStoredAlike(
    _ tables: TablePair, _ rows: StepReport.TableRows, isSorting: Bool = false,
    compare: (Int64) throws -> Void
  ) throws -> Bool {
    let start = ContinuousClock.now
    guard try tables.isStoredAlike(in: former, and: present) else { return false }
    let end = ContinuousClock.now
    let count = rows.before ?? rows.after ?? 0
    guard count > 0, tables.former.rowIDName != nil else { return true }
    let sample = min(count, Self.sampleSize)
    try compare(sample)
    let sampled = (ContinuousClock.now - end).seconds
    var growth = Double(count) / Double(sample)
    // A sort compares each row about as many times as the row count has bits.
    if isSorting { growth *= Double(count.bitCount) / Double(sample.bitCount) }
    extraStepSeconds += sampled * growth - sampled - (end - start).seconds
    return true
  }
}

extension Int64 {
  fileprivate var bitCount: Int { bitWidth - leadingZeroBitCount }
}
