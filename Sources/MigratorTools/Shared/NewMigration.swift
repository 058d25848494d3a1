public import MigratorEngine
import MigratorPlatform

/// A migration that is to be made, for `migtui new`.
public struct NewMigration: Sendable {
  /// What it does, in the user's words, on one line: it is written into a comment, which a line end would end.
  public let title: String
  /// The folder of migrations.
  public let folder: FolderTree
  /// The migrations that are there.
  public let existing: [ToolMigration]
  /// The present moment.
  public let now: Timestamp

  package init(title: String, folder: FolderTree, existing: [ToolMigration], now: Timestamp) {
    self.title = String(
      String.UnicodeScalarView(title.unicodeScalars.map { $0.isVisible ? $0 : " " }))
    self.folder = folder
    self.existing = existing
    self.now = now
  }
}

// Names in the style of those that are there.
extension NewMigration {
  /// What is written where there is none yet to go by.
  enum Style {
    /// `20261121132238_title`
    case timestamp
    /// `001_title`, with the given number of digits
    case number(digits: Int)
  }

  /// Returns the next `NUMBER_title` without extension: a number one higher and as wide as the
  /// last, or a timestamp where the last has one.
  ///
  /// The names that are there begin with their numbers; `nil` stands for the identifiers.
  func name(_ fallback: Style, after names: [String]? = nil, separator: String = "_") -> String {
    number(fallback, after: names) + separator + slug()
  }

  /// Returns the number of the next migration.
  func number(_ fallback: Style, after names: [String]? = nil) -> String {
    let numbers = (names ?? existing.map(\.identifier)).map(\.leadingDigits).filter { !$0.isEmpty }
    let highest = numbers.max {
      NameOrder.numbers(String($0.drop { $0 == "0" }), String($1.drop { $0 == "0" }))
    }
    guard let highest else {
      switch fallback {
      case .timestamp: return now.compact
      case .number(let digits): return Self.padded(1, digits)
      }
    }
    // Fourteen digits are a time in every tool that writes them.
    if highest.count == 14 { return max(now.compact, Int64(highest).map { String($0 + 1) } ?? "") }
    if highest.count == 10, let seconds = Int64(highest) {
      return String(max(now.nanoseconds / 1_000_000_000, seconds + 1))
    }
    guard let value = Int64(highest), value < .max else { return now.compact }
    return Self.padded(value + 1, highest.count)
  }

  /// The title as names of files have it: lower case, words joined by underscores.
  func slug(_ separator: String = "_") -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "migration" : words.joined(separator: separator)
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
