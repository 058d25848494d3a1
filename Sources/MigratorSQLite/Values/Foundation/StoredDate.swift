#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Dates as they are stored.
enum StoredDate {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns `YYYY-MM-DD HH:MM:SS.SSS` in UTC; Julian before 15 October 1582, and without a sign before the year 1.
  static func text(of date: Date) -> String {
    // The nearest millisecond. Out of ICU's range, GRDB's formatter writes nothing, and so does this.
    let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
    guard milliseconds.magnitude < 1.8e17 else { return "" }
    let seconds = (milliseconds / 1000).rounded(.down)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: seconds))
    return DatabaseDateComponents(
      parts, format: .YMD_HMSS
    ).text(milliseconds: Int(milliseconds - seconds * 1000))
  }

  /// Returns the date, or `nil` when no day is named.
  static func date(of components: DatabaseDateComponents) -> Date? {
    guard components.format.namesDay else { return nil }
    return calendar.date(from: components.dateComponents)
  }
}
