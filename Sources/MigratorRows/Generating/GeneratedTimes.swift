internal import MigratorSQLite

/// The notation of a time, as text or as a number.
enum GeneratedTimes {
  /// Midnight of 2024-03-05 UTC, the day of all generated unique times, as Unix time.
  private static let midnight = 1_709_596_800

  /// A time within a second, in its first or second half.
  static func value(_ second: Int, isLate: Bool = false, _ form: TimeForm) -> DatabaseValue {
    switch form {
    case .dateTime, .date: text("2024-03-05 \(clock(second))")
    case .clock: text(clock(second))
    case .seconds: DatabaseValue(storage: .int64(Int64(midnight + second)))
    case .milliseconds:
      DatabaseValue(storage: .int64(Int64(midnight + second) * 1000 + (isLate ? 750 : 250)))
    case .fractionalSeconds:
      DatabaseValue(storage: .double(Double(midnight + second) + (isLate ? 0.75 : 0.25)))
    }
  }

  /// The date that is `day` days after 2001-01-01.
  static func day(_ day: Int) -> DatabaseValue {
    var (year, rest) = (2001, day)
    func length(_ year: Int) -> Int { year.isMultiple(of: 4) ? 366 : 365 }
    while rest >= length(year) {
      rest -= length(year)
      year += 1
    }
    var month = 1
    for days in [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      if rest < days { break }
      rest -= days
      month += 1
    }
    return text("\(year)-\(two(month))-\(two(rest + 1))")
  }

  /// The seconds since 1970 of a date, with or without a time; `nil` for another text.
  static func seconds(_ text: String) -> Double? {
    let pattern = /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?)?/
    guard let match = text.wholeMatch(of: pattern)?.output, let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3), (1...12).contains(month)
    else { return nil }
    func part(_ text: Substring?) -> Double { text.flatMap { Double($0) } ?? 0 }
    // The day's number in the proleptic Gregorian calendar, with years that begin in March.
    let (shifted, index) = (month > 2 ? year : year - 1, (month + 9) % 12)
    let days =
      shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
      + (153 * index + 2) / 5 + day - 719_469
    return Double(days) * 86_400 + part(match.4) * 3600 + part(match.5) * 60 + part(match.6)
  }

  /// The usual notations of times for a column.
  static func usual(_ form: TimeForm) -> [DatabaseValue] {
    switch form {
    case .dateTime:
      [text("2023-01-15 08:30:00"), text("2023-06-30T23:59:59Z"), text("2023-06-30")]
    case .date: [text("2023-01-15"), text("2023-12-31")]
    case .clock: [text("00:00:00"), text("23:59:59")]
    case .seconds: [0, 1_672_531_200].map { DatabaseValue(storage: .int64($0)) }
    case .milliseconds: [0, 1_672_531_200_000].map { DatabaseValue(storage: .int64($0)) }
    case .fractionalSeconds: [0, 1_672_531_200.5].map { DatabaseValue(storage: .double($0)) }
    }
  }

  /// Notations that apps do not write, and dates that do not exist.
  static func unusual(_ form: TimeForm) -> [DatabaseValue] {
    switch form {
    case .dateTime, .date, .clock:
      ["2024-02-30", "31.12.2024", "12/31/2024", "", "soon", "0000-00-00 00:00:00"].map(text)
    case .seconds, .milliseconds, .fractionalSeconds:
      [DatabaseValue(storage: .int64(-1)), text("2024-03-05 10:00:00")]
    }
  }

  /// A time in a format of SQLite's `strftime`; unknown fields are kept.
  static func formatted(_ second: Int, _ format: String) -> String {
    var result = ""
    var rest = Array(format)[...]
    while let character = rest.popFirst() {
      guard character == "%", let field = rest.popFirst() else {
        result.append(character)
        continue
      }
      switch field {
      case "Y": result += "2024"
      case "m": result += "03"
      case "d", "e": result += "05"
      case "H": result += two(second / 3600)
      case "M": result += two(second / 60 % 60)
      case "S": result += two(second % 60)
      case "f": result += two(second % 60) + ".000"
      case "s": result += String(midnight + second)
      case "J": result += "2460374.5"
      case "j": result += "065"
      case "w": result += "2"
      case "F": result += "2024-03-05"
      case "T": result += clock(second)
      case "R": result += String(clock(second).prefix(5))
      case "%": result += "%"
      default: result += "%\(field)"
      }
    }
    return result
  }

  private static func clock(_ second: Int) -> String {
    "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func text(_ text: String) -> DatabaseValue {
    DatabaseValue(storage: .string(text))
  }
}
