#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Components of a date or a time in the formats of SQLite's date functions.
/// - Source: <https://www.sqlite.org/lang_datefunc.html>
public struct DatabaseDateComponents: Sendable {
  /// The date and time formats.
  public enum Format: String, Sendable {
    /// `yyyy-MM-dd`
    case YMD = "yyyy-MM-dd"
    /// `yyyy-MM-dd HH:mm`
    case YMD_HM = "yyyy-MM-dd HH:mm"
    /// `yyyy-MM-dd HH:mm:ss`
    case YMD_HMS = "yyyy-MM-dd HH:mm:ss"
    /// `yyyy-MM-dd HH:mm:ss.SSS`
    case YMD_HMSS = "yyyy-MM-dd HH:mm:ss.SSS"
    /// `HH:mm`
    case HM = "HH:mm"
    /// `HH:mm:ss`
    case HMS = "HH:mm:ss"
    /// `HH:mm:ss.SSS`
    case HMSS = "HH:mm:ss.SSS"

    var namesDay: Bool { rawValue.hasPrefix("yyyy") }
  }

  /// The components.
  public let dateComponents: DateComponents
  /// The format in which they are stored.
  public let format: Format

  /// Creates a date or a time.
  ///
  /// - Parameters:
  ///   - dateComponents: The components. Missing ones default to 0, or 1 for month and day.
  ///   - format: The format in which they are stored.
  public init(_ dateComponents: DateComponents, format: Format) {
    self.dateComponents = dateComponents
    self.format = format
  }

  /// Returns the formatted string; milliseconds default to those of the components.
  func text(milliseconds: Int? = nil) -> String {
    let parts = dateComponents
    let day =
      "\(Self.padded(parts.year ?? 0, 4))-\(Self.padded(parts.month ?? 1, 2))-\(Self.padded(parts.day ?? 1, 2))"
    var time = "\(Self.padded(parts.hour ?? 0, 2)):\(Self.padded(parts.minute ?? 0, 2))"
    if format.rawValue.contains("ss") { time += ":\(Self.padded(parts.second ?? 0, 2))" }
    if format.rawValue.hasSuffix("SSS") {
      let rounded = (Double(parts.nanosecond ?? 0) / 1_000_000).rounded()
      time += ".\(Self.padded(milliseconds ?? Int(rounded), 3))"
    }
    return switch format {
    case .YMD: day
    case .YMD_HM, .YMD_HMS, .YMD_HMSS: "\(day) \(time)"
    case .HM, .HMS, .HMSS: time
    }
  }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    return sign + String(repeating: "0", count: max(0, length - digits.count - sign.count)) + digits
  }
}

extension DatabaseDateComponents: DatabaseValueConvertible, StatementColumnConvertible {
  /// The formatted string.
  public var databaseValue: DatabaseValue { text().databaseValue }

  /// Returns the components of a string in one of the formats.
  ///
  /// It also accepts `T` before the time, more decimal places, and a time zone: `Z`, `+02:00`,
  /// `-02:00`.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> DatabaseDateComponents? {
    String.fromDatabaseValue(databaseValue).flatMap(DateText.components)
  }

  /// Creates components from the column's text.
  public init?(column: StatementColumn) {
    guard let value = DateText.components(of: column.text) else { return nil }
    self = value
  }
}

private struct DateText {
  private var rest: ArraySlice<UInt8>
  private var parts = DateComponents()

  /// Returns the components, or `nil` if the whole string is not a valid date or time.
  static func components(of text: String) -> DatabaseDateComponents? {
    var reader = DateText(rest: Array(text.utf8)[...])
    return reader.read()
  }

  private mutating func read() -> DatabaseDateComponents? {
    guard rest.count >= 5 else { return nil }
    let format: DatabaseDateComponents.Format?
    if rest[4] == UInt8(ascii: "-") {
      format = day()
    } else if rest[2] == UInt8(ascii: ":") {
      format = time()
    } else {
      return nil
    }
    guard let format, rest.isEmpty else { return nil }
    return DatabaseDateComponents(parts, format: format)
  }

  private mutating func day() -> DatabaseDateComponents.Format? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2)
    else { return nil }
    (parts.year, parts.month, parts.day) = (year, month, day)
    if rest.isEmpty { return .YMD }
    guard take(" ") || take("T") else { return nil }
    return switch time() {
    case .HM: .YMD_HM
    case .HMS: .YMD_HMS
    case .HMSS: .YMD_HMSS
    default: nil
    }
  }

  private mutating func time() -> DatabaseDateComponents.Format? {
    guard let hour = number(2), take(":"), let minute = number(2) else { return nil }
    (parts.hour, parts.minute) = (hour, minute)
    if rest.isEmpty || zone() { return .HM }
    guard take(":"), let second = number(2) else { return nil }
    parts.second = second
    if rest.isEmpty || zone() { return .HMS }
    guard take("."), let tenths = digit() else { return nil }
    var nanoseconds = tenths * 100_000_000
    parts.nanosecond = nanoseconds
    if rest.isEmpty || zone() { return .HMSS }
    guard let hundredths = digit() else { return nil }
    nanoseconds += hundredths * 10_000_000
    parts.nanosecond = nanoseconds
    if rest.isEmpty || zone() { return .HMSS }
    guard let thousandths = digit() else { return nil }
    parts.nanosecond = nanoseconds + thousandths * 1_000_000
    while digit() != nil {}
    _ = zone()
    return .HMSS
  }

  private mutating func zone() -> Bool {
    if take("Z") {
      parts.timeZone = .gmt
      return true
    }
    for (sign, factor) in [("+", 1), ("-", -1)] as [(Unicode.Scalar, Int)] {
      if take(sign), let hours = number(2), take(":"), let minutes = number(2) {
        parts.timeZone = TimeZone(secondsFromGMT: factor * (hours * 3600 + minutes * 60))
        return true
      }
    }
    return false
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digit() -> Int? {
    guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    rest.removeFirst()
    return Int(first - UInt8(ascii: "0"))
  }

  private mutating func number(_ count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }
}
