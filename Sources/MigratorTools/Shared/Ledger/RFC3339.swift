import MigratorEngine

/// Times as RFC 3339 writes them: `2026-11-21T13:22:38Z`.
enum RFC3339 {
  /// Writes a time in UTC, with as many digits of a second as it needs.
  static func text(_ time: Timestamp) -> String {
    var text = time.text(digits: 9, separator: "T")
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text + "Z"
  }

  /// Whether a text is a time in this form.
  static func isValid(_ text: String) -> Bool {
    var reader = Reader(bytes: Array(text.utf8)[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), reader.skip("T") || reader.skip("t"),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
      reader.skip(":"), let second = reader.number(2),
      !reader.skip(".") || reader.skipDigits() > 0
    else { return false }
    guard (1...12).contains(month), (1...days(of: month, in: year)).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return false }
    if reader.skip("Z") || reader.skip("z") { return reader.bytes.isEmpty }
    guard reader.skip("+") || reader.skip("-"), let hours = reader.number(2), reader.skip(":"),
      let minutes = reader.number(2)
    else { return false }
    return reader.bytes.isEmpty && hours < 24 && minutes < 60
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    /// Reads a number of so many digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = bytes.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
      bytes = bytes.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard let first = bytes.first, UInt32(first) == character.value else { return false }
      bytes = bytes.dropFirst()
      return true
    }

    mutating func skipDigits() -> Int {
      let count = bytes.prefix { (48...57).contains($0) }.count
      bytes = bytes.dropFirst(count)
      return count
    }
  }
}
