public import MigratorEngine
import MigratorPlatform
import MigratorSession

/// A migration to create, for `migtui new`.
public struct NewMigration: Sendable {
  /// The user's description, on one line because it is written into a comment.
  public let title: String
  /// The folder of migrations.
  public let folder: FolderTree
  /// The existing migrations.
  public let existing: [ToolMigration]
  /// The current time.
  public let now: Timestamp
  /// The statements, or `nil` for a migration that the user writes.
  public let statements: NewStatements?
  /// The facts about the program that runs the migration.
  public let runner: WriterRunner
  /// The migration that it should precede, or `nil` if it is the last one.
  public let follower: String?

  package init(
    title: String, folder: FolderTree, existing: [ToolMigration], now: Timestamp,
    statements: NewStatements? = nil, runner: WriterRunner = WriterRunner(),
    before follower: String? = nil
  ) {
    self.title = String(
      String.UnicodeScalarView(title.unicodeScalars.map { $0.isVisible ? $0 : " " }))
    self.folder = folder
    self.existing = existing
    self.now = now
    self.statements = statements
    self.runner = runner
    self.follower = follower
  }
}

// MARK: File contents
extension NewMigration {
  /// The statements as file contents, with a final newline; empty if there are none.
  ///
  /// If the tool runs a file without a transaction, the contents begin and end a transaction
  /// themselves. `last` contains statements that the tool adds.
  func up(_ form: StatementForm = .plain, last: [String] = []) -> String {
    form.text(wrapped((statements?.up ?? []) + last))
  }

  /// The statements that undo the migration, as file contents.
  ///
  /// It is empty if the user writes them, and a comment if there are none.
  func down(_ form: StatementForm = .plain) -> String {
    guard let statements else { return "" }
    return statements.down.map { form.text(wrapped($0)) }
      ?? "-- This migration cannot be undone.\n"
  }

  /// The files of a migration, including a separate down file if the project has such files.
  ///
  /// There is no down file if the statements cannot be undone: the tool would run an empty one and
  /// record the migration as undone.
  func files(up: String, down: String, hasDown: Bool, comments: Bool = true) -> [MigrationFile] {
    let file = MigrationFile(path: up, text: (comments ? comment : "") + self.up())
    guard hasDown, statements == nil || statements?.down != nil else { return [file] }
    let head = comments ? "-- Reverts: \(title)\n" : ""
    return [file, MigrationFile(path: down, text: head + self.down())]
  }

  /// The first line of a file: the title.
  var comment: String { "-- \(title)\n" }

  private func wrapped(_ list: [String]) -> [String] {
    guard let statements, runner.transaction == .none else { return list }
    // If foreign keys may already be off, the file must not turn them on.
    guard statements.turnsForeignKeysOff, case .on = runner.foreignKeys else {
      return list.count < 2 ? list : ["BEGIN"] + list + ["COMMIT"]
    }
    return ["PRAGMA foreign_keys = OFF", "BEGIN"] + list + ["COMMIT", "PRAGMA foreign_keys = ON"]
  }
}

// Names in the style of the existing migrations.
extension NewMigration {
  /// The style of the name if there are no migrations yet.
  enum Style {
    /// `20261121132238_title`
    case timestamp
    /// `001_title`, with the given number of digits
    case number(digits: Int)
  }

  /// Returns the next `NUMBER_title`, without an extension.
  ///
  /// The number is one higher than the last one and has the same width, or it is a timestamp like
  /// the last one. `names` begin with their numbers; `nil` means the identifiers.
  ///
  /// With a ``follower``, it is between those of two migrations if one is free there. `hasDots`
  /// allows `3.1` between 3 and 4.
  func name(
    _ fallback: Style, after names: [String]? = nil, separator: String = "_", hasDots: Bool = false
  ) -> String {
    number(fallback, after: names, hasDots: hasDots) + separator + slug()
  }

  func number(
    _ fallback: Style, after names: [String]? = nil, hasDots: Bool = false
  ) -> String {
    if let free = freeNumber(names ?? existing.map(\.identifier), hasDots: hasDots) { return free }
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

  /// The number between those of the follower and the migration before it; `nil` if none is free.
  ///
  /// `names` begin with the numbers of ``existing``.
  private func freeNumber(_ names: [String], hasDots: Bool) -> String? {
    guard let place = existing.firstIndex(where: { $0.identifier == follower }),
      names.count == existing.count
    else { return nil }
    let upper = names[place].leadingNumber
    let lower = place > 0 ? names[place - 1].leadingNumber : ""
    if let high = Int64(upper), let low = lower.isEmpty ? -1 : Int64(lower), high - low > 1 {
      let present = upper.count == 14 ? Int64(now.compact) ?? low : low
      let free = low < present && present < high ? present : lower.isEmpty ? high - 1 : low + 1
      return Self.padded(free, upper.count)
    }
    return hasDots && !lower.isEmpty ? DottedVersion.text(between: lower, upper) : nil
  }

  /// The title in the form of a file name: lowercase words joined by the separator.
  func slug(_ separator: String = "_") -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "migration" : words.joined(separator: separator)
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
