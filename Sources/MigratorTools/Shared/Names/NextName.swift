import MigratorEngine

/// Names for new migrations, in the style of those that are there.
enum NextName {
  /// What is written where there is none yet to go by.
  enum Style {
    /// `20261121132238_title`
    case timestamp
    /// `001_title`, with the given number of digits
    case number(digits: Int)
  }

  /// Returns the next `NUMBER_title`: a number one higher and as wide as the last, or a timestamp
  /// where the last has one.
  ///
  /// - Parameters:
  ///   - title: What the migration does, in the user's words.
  ///   - existing: The names that are there, each beginning with its number.
  ///   - now: The present moment.
  ///   - fallback: The style where there is none yet.
  ///   - separator: What stands between number and title.
  /// - Returns: The name, without extension.
  static func numbered(
    title: String, after existing: [String], now: Timestamp, fallback: Style,
    separator: String = "_"
  ) -> String {
    number(after: existing, now: now, fallback: fallback) + separator + slug(title)
  }

  /// Returns the number of the next migration.
  static func number(after existing: [String], now: Timestamp, fallback: Style) -> String {
    let numbers = existing.map { name in
      String(name.prefix { $0.isASCII && $0.isNumber })
    }.filter { !$0.isEmpty }
    let highest = numbers.max { one, other in
      let (one, other) = (one.drop { $0 == "0" }, other.drop { $0 == "0" })
      return (one.count, String(one)) < (other.count, String(other))
    }
    guard let highest else {
      switch fallback {
      case .timestamp: return now.compact
      case .number(let digits): return padded(1, digits)
      }
    }
    // Fourteen digits are a time in every tool that writes them.
    if highest.count == 14 { return max(now.compact, Int64(highest).map { String($0 + 1) } ?? "") }
    if highest.count == 10, let seconds = Int64(highest) {
      return String(max(now.nanoseconds / 1_000_000_000, seconds + 1))
    }
    guard let value = Int64(highest), value < .max else { return now.compact }
    return padded(value + 1, highest.count)
  }

  /// A title as names of files have it: lower case, words joined by underscores.
  static func slug(_ title: String, separator: Character = "_") -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "migration" : words.joined(separator: String(separator))
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
