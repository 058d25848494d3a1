internal import MigratorSQLite

extension DatabaseValue {
  /// True for a time of the scratch database's clock.
  var isClock: Bool {
    let days = ["2031-05-", "2031-06-", "2031-07-", "2031-08-"]
    switch storage {
    case .string(let text): return days.contains { text.hasPrefix($0) }
    case .int64(let number):
      let range = FrozenClock.start..<FrozenClock.start + FrozenClock.span
      return range.contains(number) || range.contains(number / 1000)
    case .double(let number):
      let day = number - 2_440_587.5
      return (Double(FrozenClock.start) / 86_400..<Double(FrozenClock.start) / 86_400 + 120)
        .contains(day)
    case .null, .blob: return false
    }
  }

  var isNumber: Bool {
    switch storage {
    case .int64, .double: true
    case .null, .string, .blob: false
    }
  }

  /// The number, or the time as seconds since 1970; `nil` for other values.
  var magnitude: Double? {
    switch storage {
    case .int64(let number): return Double(number)
    case .double(let number): return number.isFinite ? number : nil
    case .string(let text): return Double(text) ?? GeneratedTimes.seconds(text)
    case .null, .blob: return nil
    }
  }

  /// True if the value is the old number without its fraction.
  func isCut(from old: DatabaseValue) -> Bool {
    guard case .double(let number) = old.storage, number != number.rounded() else { return false }
    switch storage {
    case .int64(let whole): return abs(Double(whole) - number) < 1
    case .double(let whole): return whole == whole.rounded() && abs(whole - number) < 1
    default: return false
    }
  }
}
