extension Timestamp {
  /// Parses a time with an offset from UTC; `nil` for other strings.
  ///
  /// Accepts ISO 8601 such as `2026-11-22T10:31:07.120+02:00`, a space in place of the `T`, and
  /// Go's format `2026-11-22 10:31:07.12 +0200 CEST`.
  ///
  /// - Parameter text: The text.
  package init?(withOffset text: String) {
    var rest = Substring(text).utf8
    func number(_ count: Int, upTo most: Int64) -> Int64? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        return nil
      }
      rest = rest.dropFirst(count)
      let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
      return value <= most ? value : nil
    }
    func skip(_ signs: String) -> UInt8? {
      guard let first = rest.first, signs.utf8.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    guard let year = number(4, upTo: 9_999), skip("-") != nil, let month = number(2, upTo: 12),
      skip("-") != nil, let day = number(2, upTo: 31), skip("T ") != nil,
      let hour = number(2, upTo: 23), skip(":") != nil, let minute = number(2, upTo: 59),
      month > 0, day > 0
    else { return nil }
    let second = skip(":") == nil ? 0 : number(2, upTo: 60)
    guard let second else { return nil }
    var fraction = Int64(0)
    if skip(".,") != nil {
      var unit = Int64(100_000_000)
      while let digit = number(1, upTo: 9) {
        fraction += digit * unit
        unit /= 10
      }
    }
    _ = skip(" ")
    var offset = Int64(0)
    if skip("Zz") == nil {
      guard let sign = skip("+-"), let hours = number(2, upTo: 23) else { return nil }
      _ = skip(":")
      offset = (hours * 60 + (number(2, upTo: 59) ?? 0)) * (sign == UInt8(ascii: "-") ? -60 : 60)
    }
    let days = Self.days(year, month, day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isTooLarge { return nil }
    self.init(nanoseconds: product + fraction)
  }

  /// The days from 1970-01-01 to a date.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // A year begins in March, so that a leap day is its last day.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
