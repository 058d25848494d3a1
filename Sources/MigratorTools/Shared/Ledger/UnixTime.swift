import MigratorEngine

extension Timestamp {
  /// Creates a time from seconds, milliseconds, microseconds or nanoseconds since 1970.
  ///
  /// The number of digits determines the unit, for times until the year 2286. Other numbers yield
  /// `nil`.
  init?(unix number: Int64) {
    let units: [Int: Int64] = [10: 1_000_000_000, 13: 1_000_000, 16: 1000, 19: 1]
    guard number > 0, let unit = units[String(number).count] else { return nil }
    let (nanoseconds, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}

extension LedgerRows.Row {
  /// The time in a column as text; other values are returned as text unchanged.
  func unixTime(_ column: String) -> String? {
    integer(column).flatMap { Timestamp(unix: $0)?.text } ?? text(column)
  }
}
