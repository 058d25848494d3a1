public import MigratorEngine
import MigratorPlatform
import MigratorSession

/// A migration that is to be made, for `migtui new`.
public struct NewMigration: Sendable {
  /// What it does, in the user's words.
  public let title: String
  /// The folder of migrations.
  public let folder: FolderTree
  /// The migrations that are there.
  public let existing: [ToolMigration]
  /// The present moment.
  public let now: Timestamp

  package init(title: String, folder: FolderTree, existing: [ToolMigration], now: Timestamp) {
    self.title = title
    self.folder = folder
    self.existing = existing
    self.now = now
  }
}

extension MigrationTool {
  /// Makes the files of a new migration with its statements, in the style of those that are there.
  ///
  /// - Parameters:
  ///   - title: What it does.
  ///   - sql: The statements.
  ///   - place: Where the migrations are.
  /// - Returns: The files, the one with the statements first; `nil` where only the tool itself can make them.
  /// - Throws: `SourceFailure` when what is there cannot be read.
  func files(titled title: String, with sql: String, in place: MigrationPlace) throws
    -> [MigrationFile]?
  {
    let folder = try FolderTree(path: place.path, stem: place.stem)
    let new = NewMigration(
      title: title, folder: folder, existing: try read(folder, table: nil).migrations, now: .now)
    return newFiles(for: new)?.enumerated().map { index, file in
      MigrationFile(
        path: Paths.join(place.path, file.path),
        text: index == 0 ? file.withStatements(sql) : file.text)
    }
  }
}

extension NewFile {
  /// The text of a new file with statements, before the remark at which its way down begins.
  func withStatements(_ sql: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let down = lines.firstIndex { $0.hasPrefix("--") && $0.lowercased().contains("down") }
    let (head, tail) = (lines[..<(down ?? lines.endIndex)], lines[(down ?? lines.endIndex)...])
    let above = head.reversed().drop { $0.isEmpty }.reversed()
    return (above + [sql] + (tail.isEmpty ? [""] : [""] + tail)).joined(separator: "\n")
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

  /// Returns the next `NUMBER_title`: a number one higher and as wide as the last, or a timestamp
  /// where the last has one.
  ///
  /// - Parameters:
  ///   - fallback: The style where there is none yet.
  ///   - names: The names that are there, each beginning with its number; `nil` for the identifiers.
  ///   - separator: What stands between number and title.
  /// - Returns: The name, without extension.
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
