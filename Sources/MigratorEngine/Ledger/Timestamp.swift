internal import MigratorPlatform

/// A time in nanoseconds since 1970 (UTC), with the formats that ledgers use.
///
/// The calendar algorithm is Howard Hinnant's:
/// <https://howardhinnant.github.io/date_algorithms.html>.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Nanoseconds since 1970-01-01 00:00:00 UTC.
  public let nanoseconds: Int64

  /// Creates a time.
  ///
  /// - Parameter nanoseconds: Nanoseconds since 1970-01-01 00:00:00 UTC.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a time from milliseconds, or `nil` if they are out of range.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970; any number that a ledger holds.
  public init?(milliseconds: Int64) {
    let (product, isTooLarge) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    if isTooLarge { return nil }
    self.init(nanoseconds: product)
  }

  /// The current time.
  public static var now: Timestamp { Timestamp(nanoseconds: Environment.now) }

  /// Compares two times.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// Milliseconds since 1970.
  public var milliseconds: Int64 { Self.floored(nanoseconds, 1_000_000).quotient }

  /// `2026-11-21 13:22:38`, in UTC.
  public var text: String { "\(date) \(clock)" }

  /// Formats the time as `2026-11-21 13:22:38.279`, with the given number of fractional digits.
  ///
  /// - Parameters:
  ///   - digits: Up to nine digits, truncated.
  ///   - separator: The text between date and time.
  /// - Returns: The text, in UTC.
  public func text(digits: Int, separator: String = " ") -> String {
    let rest = Self.padded(Self.floored(nanoseconds, 1_000_000_000).remainder, 9)
    let fraction = digits > 0 ? "." + rest.prefix(min(9, digits)) : ""
    return "\(date)\(separator)\(clock)\(fraction)"
  }

  /// `20261121132238`: year to second in UTC, the format of many tools' file names.
  public var compact: String { (date + clock).filter { $0 != "-" && $0 != ":" } }

  private var date: String {
    let days = Self.floored(Self.floored(nanoseconds, 1_000_000_000).quotient, 86_400).quotient
    let shifted = days + 719_468
    let era = Self.floored(shifted, 146_097).quotient
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    return
      "\(Self.padded(civilYear, 4))-\(Self.padded(civilMonth, 2))-\(Self.padded(dayOfMonth, 2))"
  }

  private var clock: String {
    let seconds = Self.floored(Self.floored(nanoseconds, 1_000_000_000).quotient, 86_400).remainder
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0, 2) }
      .joined(separator: ":")
  }

  private static func floored(_ value: Int64, _ unit: Int64) -> (
    quotient: Int64, remainder: Int64
  ) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
