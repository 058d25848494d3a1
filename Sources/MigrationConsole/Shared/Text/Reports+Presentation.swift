import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

extension StepReport {
  /// What happened, in a line, to the file itself or to a copy.
  func headline(isDone: Bool) -> String {
    if let failure { return failure.headline }
    let verb = isDone ? "applied in" : "took"
    return (["\(identifier) \(verb) \(Format.seconds(seconds))"] + remarks(isDone: isDone))
      .joined(separator: " · ")
  }

  /// What there is to look at in a step that loses nothing, in a word, or `nil`.
  var warningWord: String? {
    (violations?.added ?? 0) > 0 ? "violations" : warnings.isEmpty ? nil : "note"
  }

  /// What a person should know of a step that succeeded: losses and violations.
  func remarks(isDone: Bool = false) -> [String] {
    var parts = Losses(of: [self]).summary(isDone: isDone)
    if let added = violations?.added, added > 0 {
      parts.append("\(isDone ? "added" : "adds") \(Format.count(added, "violation"))")
    }
    return parts
  }
}

extension Losses {
  /// What is lost beside data, in a word, or `nil`.
  var word: String? {
    if objects.contains(where: \.isUnique) || !uniqueKeys.isEmpty { return "unique" }
    return objects.first?.kind.rawValue ?? (constraints.isEmpty ? nil : "constraint")
  }
}

extension DryRunReport {
  /// What the dry run showed, in a line.
  var headline: String {
    if let failure { return "dry run: \(failure.headline)" }
    let warnings = steps.flatMap { $0.remarks() }
    let subject = steps.count == 1 ? steps[0].identifier : Format.count(steps.count, "migration")
    if steps.isEmpty { return "dry run: nothing is pending" }
    let result =
      warnings.isEmpty ? "no losses, no new violations" : warnings.joined(separator: ", ")
    return "dry run of \(subject) on a copy: \(result)"
  }

  /// What the dry run showed, for the line above the footer.
  var noticeText: String {
    guard failure == nil, !steps.isEmpty else { return headline }
    let warnings = steps.flatMap { $0.remarks() }
    let subject = steps.count == 1 ? "dry run" : "dry run of \(steps.count) migrations"
    return warnings.isEmpty
      ? "\(subject): no losses, no new violations"
      : "\(subject): \(warnings.joined(separator: ", "))"
  }

  /// How loud the headline is.
  var noticeLevel: Notice.Level {
    if failure != nil { return .error }
    return steps.contains { !$0.remarks().isEmpty } ? .warning : .info
  }
}

extension MigrationFailure {
  /// All that is known of the failure: the place, the statement with the place marked, SQLite's
  /// words, the violations, and the state of the database.
  func explanation(on subject: RunSubject, width: Int) -> [StyledLine] {
    // Nothing went wrong where somebody stopped it: there is no place to mend.
    var lines =
      isCancellation
      ? paragraph("\(headline).", width: width, .danger)
      : paragraph(placeWords, width: width, .strong)
        + paragraph(message, width: width, .danger)
    if let countLine { lines += countLine.styled(width: width) }
    lines.append(StyledLine())
    if let statement {
      for line in MarkedStatement(statement, at: location, width: width).lines {
        var styled = StyledLine(line.margin, .dim)
        styled.add(line.text, line.isCaret ? .danger : .normal, bold: line.isCaret)
        lines.append(styled)
      }
      lines.append(StyledLine())
    } else if let sql {
      for line in SafeText.lines(sql) { lines += paragraph(line.plain, width: width) }
      lines.append(StyledLine())
    }
    for line in violationLines { lines += line.styled(width: width) }
    if !violationLines.isEmpty { lines.append(StyledLine()) }
    return lines + stateLine(on: subject).styled(width: width) + [StyledLine()]
      + remedyLine(on: subject).styled(width: width)
  }
}

extension TextLine {
  /// The line, broken where it is wider than the columns there are; then of one role.
  func styled(width: Int) -> [StyledLine] {
    var line = StyledLine(String(repeating: " ", count: level * 2))
    for piece in pieces { line.add(piece.text, piece.role.shown) }
    if line.width <= width { return [line] }
    let text = pieces.map(\.text).joined()
    return paragraph(text, width: width - level * 2, pieces.last?.role.shown ?? .normal)
      .map { $0.indented(by: level * 2) }
  }
}

extension TextLine.Role {
  /// How the terminal shows it.
  var shown: Role {
    switch self {
    case .normal, .code: .normal
    case .heading: .strong
    case .dim: .dim
    case .ok: .applied
    case .warning: .warning
    case .danger: .danger
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}
