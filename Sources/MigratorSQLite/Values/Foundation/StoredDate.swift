#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

enum StoredDate {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns `YYYY-MM-DD HH:MM:SS.SSS` in UTC.
  ///
  /// Dates before 15 October 1582 are Julian. Years before the year 1 have no sign.
  static func text(of date: Date) -> String {
    // Rounds to the nearest millisecond. Outside ICU's range the result is empty, like that of
    // GRDB's formatter.
    let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
    guard milliseconds.magnitude < 1.8e17 else { return "" }
    let seconds = (milliseconds / 1000).rounded(.down)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: seconds))
    return DatabaseDateComponents(
      parts, format: .YMD_HMSS
    ).text(milliseconds: Int(milliseconds - seconds * 1000))
  }

  /// Returns the date, or `nil` if the format includes no date.
  static func date(of components: DatabaseDateComponents) -> Date? {
    guard components.format.namesDay else { return nil }
    return calendar.date(from: components.dateComponents)
  }
}
