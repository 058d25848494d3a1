public import MigratorEngine

extension RunSubject {
  var words: String {
    switch self {
    case .database: "The database"
    case .copy: "The copy"
    }
  }
}

extension MigrationFailure {
  /// The failure in one line.
  public var headline: String {
    if isCancellation { return "\(identifier) was stopped\(stoppedWords)" }
    let place = location.map { " at \($0.file):\($0.line):\($0.column)" } ?? ""
    return "\(identifier) failed\(place): \(message)"
  }

  /// The headline as a sentence.
  public var sentence: String { headline.hasSuffix(".") ? headline : headline + "." }

  private var stoppedWords: String {
    switch databaseState {
    case .rolledBack: " and rolled back"
    case .unknown: "; the database may contain it"
    case .partlyApplied(let count, _): "; \(Format.kept(count))"
    }
  }

  /// The place of the failure: in the file, or a phase of the run.
  public var placeWords: String {
    if let location {
      return "\(location.file), line \(location.line), column \(location.column)"
    }
    let part =
      switch phase {
      case .begin: "acquiring the write lock"
      case .body: "running its statements"
      case .ledger: "writing its record"
      case .check: "checking foreign keys"
      case .agreement: "comparing its losses with the accepted ones"
      case .commit: "committing"
      }
    return "\(identifier), \(part)"
  }

  /// How many violations the check found, and how many of them existed before.
  ///
  /// `nil` if there are none, or if SQLite cannot check a key and so cannot count its violations.
  public var countLine: TextLine? {
    guard phase == .check, uncheckedKey == nil, let counts = violationCounts, counts.after > 0
    else { return nil }
    return TextLine(
      Format.count(counts.after, "violation")
        + (counts.remaining == 0
          ? ", none from before the migration"
          : counts.added == 0
            ? ", from before the migration"
            : ", \(Format.number(Int64(counts.remaining))) of them from before the migration"),
      .danger)
  }

  /// Returns the suggested next action.
  ///
  /// - Parameter subject: The database or copy that the migration ran on.
  /// - Returns: The sentences.
  public func remedyLine(on subject: RunSubject) -> TextLine {
    TextLine(remedy(on: subject).sentence, .warning)
  }

  /// At most ten new violations, and at most ten old ones.
  ///
  /// Omits what the message already says. If there are new violations, at most two old ones are
  /// listed, because only the new ones stopped the migration.
  public var violationLines: [TextLine] {
    Self.lines(violations, "new", besides: message, upTo: 10)
      + Self.lines(
        oldViolations, "old", besides: message, upTo: violations.isEmpty ? 10 : 2)
  }

  private static func lines(
    _ violations: [ViolationDetail], _ age: String, besides message: String, upTo limit: Int
  ) -> [TextLine] {
    violations.prefix(limit).compactMap { violation in
      let maker = violation.causedBy.map { ", caused at \($0.place)" } ?? ""
      guard !message.hasPrefix(violation.description) else {
        return maker.isEmpty ? nil : TextLine("the first, \(age)\(maker)", level: 1)
      }
      return TextLine("\(age)\(maker): ", .dim, level: 1).adding(violation.line)
    } + (violations.count > limit ? [TextLine("… and more \(age) violations", .dim, level: 1)] : [])
  }

  /// The rows for which a constraint stopped the statement, and a query for all of them.
  public var rejectedRowLines: [TextLine] { rejectedRows?.lines ?? [] }

  /// Returns sentences about the state of the database.
  ///
  /// - Parameter subject: The database or copy that the migration ran on.
  /// - Returns: The sentences.
  public func stateLine(on subject: RunSubject) -> TextLine {
    let place = displacement?.fileWords ?? subject.words
    let words =
      switch databaseState {
      case .rolledBack where isCorruption || displacement != nil:
        "Rolled back. \(place) does not contain \(identifier)."
      case .rolledBack: "Rolled back. \(place) is in the state before \(identifier)."
      case .partlyApplied(0, _):
        "\(place) contains no statement of \(identifier), but its ledger records the failure."
      case .partlyApplied(let count, let mayHoldMore):
        "\(place) contains the first \(count == 1 ? "statement" : Format.count(count, "statement")) of "
          + "\(identifier), which runs outside a transaction\(mayHoldMore ? moreWords : "")."
      case .unknown where displacement != nil:
        "\(place) contains \(identifier). \(displacement?.pathWords ?? "")"
      case .unknown where phase == .body:
        "\(place) may contain statements that \(identifier) ran outside a transaction: a commit failed."
      case .unknown: "\(place) may contain \(identifier): the disk failed during the commit."
      }
    return TextLine(words, .heading)
  }

  private var moreWords: String {
    phase == .ledger ? ", and may record it as applied" : ", and may contain the failed statement"
  }
}
