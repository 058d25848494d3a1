import MigratorEngine
import MigratorSchema
import TerminalUI

extension StepReport {
  /// What happened, in a line.
  var headline: String {
    if let failure { return failure.headline }
    var parts = ["\(identifier) took \(Format.seconds(seconds))"]
    parts += remarks
    return parts.joined(separator: " · ")
  }

  /// What there is to look at in a step that loses nothing, in a word, or `nil`.
  var warningWord: String? {
    newViolationCount > 0 ? "violations" : warnings.isEmpty ? nil : "note"
  }

  /// What a person should know of a step that succeeded: losses and violations.
  var remarks: [String] {
    let losses = Losses(of: [self])
    var parts: [String] = []
    if losses.rowCount > 0 { parts.append("loses \(Format.count(losses.rowCount, "row"))") }
    if !losses.columns.isEmpty {
      parts.append("drops \(Format.count(losses.columns.count, "column"))")
    }
    if !losses.tables.isEmpty {
      parts.append("drops \(Format.count(losses.tables.count, "table"))")
    }
    let kinds = Dictionary(grouping: losses.objects, by: \.kind)
    for kind in kinds.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      parts.append(
        "\(Format.count(kinds[kind]?.count ?? 0, kind.rawValue)) not brought back")
    }
    if newViolationCount > 0 {
      parts.append("adds \(Format.count(newViolationCount, "violation"))")
    }
    return parts
  }
}

extension DryRunReport {
  /// What the dry run showed, in a line.
  var headline: String {
    if let failure { return "dry run: \(failure.headline)" }
    let warnings = steps.flatMap(\.remarks)
    let subject = steps.count == 1 ? steps[0].identifier : Format.count(steps.count, "migration")
    if steps.isEmpty { return "dry run: nothing is pending" }
    let result =
      warnings.isEmpty ? "no losses, no new violations" : warnings.joined(separator: ", ")
    return "dry run of \(subject) on a copy: \(result)"
  }

  /// What the dry run showed, for the line above the footer.
  var noticeText: String {
    guard failure == nil, !steps.isEmpty else { return headline }
    let warnings = steps.flatMap(\.remarks)
    let subject = steps.count == 1 ? "dry run" : "dry run of \(steps.count) migrations"
    return warnings.isEmpty
      ? "\(subject): no losses, no new violations"
      : "\(subject): \(warnings.joined(separator: ", "))"
  }

  /// How loud the headline is.
  var noticeLevel: Notice.Level {
    if failure != nil { return .error }
    return steps.contains { !$0.remarks.isEmpty } ? .warning : .info
  }
}

extension MigrationFailure {
  /// What failed, in a line.
  var headline: String {
    if isCancellation { return "\(identifier) was stopped and rolled back" }
    let place = location.map { " at \($0.file):\($0.line):\($0.column)" } ?? ""
    return "\(identifier) failed\(place): \(message)"
  }

  /// What state the database is in now.
  ///
  /// - Parameter subject: `The file` or `The copy`.
  /// - Returns: A sentence.
  func stateSentence(on subject: String) -> String {
    switch databaseState {
    case .asBefore:
      "\(subject) is as it was before the migration: its transaction was rolled back."
    case .partlyApplied(0):
      "\(subject) keeps no statement of the migration, but its ledger says that it failed."
    case .partlyApplied(let statements):
      "\(subject) keeps the migration's first \(Format.count(statements, "statement")): "
        + "the migration runs outside a transaction."
    }
  }

  /// All that is known of the failure: the place, the statement with the place marked, SQLite's
  /// words, the violations, and the state of the database.
  ///
  /// - Parameters:
  ///   - subject: `The file` or `The copy`.
  ///   - width: The columns there are.
  /// - Returns: The lines of a dialog or a log.
  func explanation(on subject: String, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    if let location {
      lines += paragraph(
        "\(location.file), line \(location.line), column \(location.column)", width: width,
        .strong)
    } else {
      lines += paragraph("\(identifier), \(phaseWords)", width: width, .strong)
    }
    lines += paragraph(message, width: width, .danger)
    if let remedy { lines += paragraph(remedy, width: width, .warning) }
    lines.append(StyledLine())
    if let statement {
      for line in MarkedStatement(statement, at: location, width: width).lines {
        var styled = StyledLine(line.margin, .dim)
        styled.add(line.text, line.isCaret ? .danger : .normal, bold: line.isCaret)
        lines.append(styled)
      }
      lines.append(StyledLine())
    }
    for violation in violations.prefix(10) {
      lines += paragraph(violation.description, width: width)
    }
    if violations.count > 10 { lines.append(StyledLine("… and more", .dim)) }
    if !violations.isEmpty { lines.append(StyledLine()) }
    return lines + paragraph(stateSentence(on: subject), width: width, .strong)
  }

  private var phaseWords: String {
    switch phase {
    case .begin: "taking the write lock"
    case .body: "running its body"
    case .ledger: "writing its ledger row"
    case .check: "checking foreign keys"
    case .commit: "committing"
    }
  }
}
