import MigratorEngine

extension Timestamp {
  /// A moment of this century in seconds, milliseconds, microseconds or nanoseconds since 1970.
  ///
  /// The number of digits tells which, until the year 2286; `nil` results for other numbers.
  init?(unix number: Int64) {
    let units: [Int: Int64] = [10: 1_000_000_000, 13: 1_000_000, 16: 1000, 19: 1]
    guard number > 0, let unit = units[String(number).count] else { return nil }
    let (nanoseconds, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}

extension LedgerRows.Row {
  /// A moment in a column, made readable; what is none as it is.
  func unixTime(_ column: String) -> String? {
    integer(column).flatMap { Timestamp(unix: $0)?.text } ?? text(column)
  }
}
