import MigratorEngine

package enum Format {
  /// A number with thousands separators: `12,400`.
  package static func number(_ value: Int64) -> String {
    var digits = String(value.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// A number with its noun: `1 row`, `8,120 rows`.
  ///
  /// The plural ends in "s", or in "es" if the noun ends in "x".
  package static func count(_ value: some BinaryInteger, _ noun: String) -> String {
    let plural = noun.hasSuffix("x") ? noun + "es" : noun + "s"
    return "\(number(Int64(value))) \(value == 1 ? noun : plural)"
  }

  /// The statements of a failed migration that were not rolled back: `its first 2 statements were
  /// not rolled back`.
  static func kept(_ statements: Int) -> String {
    switch statements {
    case 0: "none of its statements took effect"
    case 1: "its first statement was not rolled back"
    default: "its first \(count(statements, "statement")) were not rolled back"
    }
  }

  /// A size with a suitable unit: `412 MB`; units are powers of 1000.
  package static func bytes(_ value: Int64) -> String {
    var size = Double(value.magnitude)
    var unit = 0
    let units = ["B", "kB", "MB", "GB", "TB"]
    while size >= 1000, unit < units.count - 1 {
      size /= 1000
      unit += 1
    }
    let digits = unit == 0 || size >= 100 ? decimal(size, 0) : decimal(size, 1)
    return (value < 0 ? "-" : "") + "\(digits) \(units[unit])"
  }

  /// A duration: `3 ms`, `0.4 s`, `2 min 5 s`.
  package static func seconds(_ value: Double) -> String {
    if value < 0.1 { return "\(max(0, Int((value * 1000).rounded()))) ms" }
    if value < 10 { return "\(decimal(value, 1)) s" }
    if value < 60 { return "\(Int(value)) s" }
    return "\(Int(value) / 60) min \(Int(value) % 60) s"
  }

  /// An estimated duration: `3 ms`, `12 s`, `4 min`, `2 h`, `3 days`.
  package static func about(_ value: Double) -> String {
    if value < 60 { return seconds(value) }
    for (unit, length) in [("min", 60.0), ("h", 3600)] where value < 120 * length {
      return "\(Int((value / length).rounded())) \(unit)"
    }
    let days = value / 86_400
    return days < 1000 ? count(Int(days.rounded()), "day") : "years"
  }

  /// The time since an event, given in seconds: `just now`, `4 s ago`, `2 min ago`.
  package static func ago(_ value: Double) -> String {
    if value < 2 { return "just now" }
    if value < 60 { return "\(Int(value)) s ago" }
    if value < 3600 { return "\(Int(value) / 60) min ago" }
    return "\(Int(value) / 3600) h ago"
  }

  /// A UTC time as printed everywhere: `2026-11-22 09:31:07 UTC`.
  package static func utc(_ text: String) -> String { "\(text) UTC" }

  /// A recorded time in UTC, `2026-11-22 09:31:07`; unchanged if it names no offset from UTC.
  package static func utcTime(_ text: String) -> String {
    Timestamp(withOffset: text)?.text ?? text
  }

  /// A time in seconds since the session began, as `0:04` or `12:31`.
  package static func clock(_ value: Double) -> String {
    let seconds = Int(value)
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The first names, and the number of the others: `001_a, 002_b and 7 more`.
  package static func names(_ names: [String], limit: Int = 5) -> String {
    names.prefix(limit).joined(separator: ", ")
      + (names.count > limit ? " and \(number(Int64(names.count - limit))) more" : "")
  }

  private static func decimal(_ value: Double, _ places: Int) -> String {
    let factor = places == 0 ? 1.0 : 10.0
    let scaled = Int64((value * factor).rounded())
    return places == 0 ? "\(scaled)" : "\(scaled / 10).\(scaled % 10)"
  }
}
