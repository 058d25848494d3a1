import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

extension StepReport {
  func headline(isDone: Bool) -> String {
    if let failure { return failure.headline }
    let verb = isDone ? "applied in" : "took"
    return (["\(identifier) \(verb) \(Format.seconds(seconds))"] + remarks(isDone: isDone))
      .joined(separator: " · ")
  }

  var warningWord: String? {
    (violations?.added ?? 0) > 0 ? "violations" : warnings.isEmpty ? nil : "note"
  }

  func remarks(isDone: Bool = false) -> [String] {
    var parts = Losses(of: [self]).summary(isDone: isDone)
    if let added = violations?.added, added > 0 {
      parts.append("\(isDone ? "added" : "adds") \(Format.count(added, "violation"))")
    }
    return parts
  }
}

extension DryRunReport {
  var headline: String {
    if let failure { return "dry run: \(failure.headline)" }
    let warnings = steps.flatMap { $0.remarks() }
    let subject = steps.count == 1 ? steps[0].identifier : Format.count(steps.count, "migration")
    if steps.isEmpty { return "dry run: nothing is pending" }
    let result =
      warnings.isEmpty ? "no losses, no new violations" : warnings.joined(separator: ", ")
    return "dry run of \(subject) on a copy: \(result)"
  }

  var noticeText: String {
    guard failure == nil, !steps.isEmpty else { return headline }
    let warnings = steps.flatMap { $0.remarks() }
    let subject = steps.count == 1 ? "dry run" : "dry run of \(steps.count) migrations"
    return warnings.isEmpty
      ? "\(subject): no losses, no new violations"
      : "\(subject): \(warnings.joined(separator: ", "))"
  }

  var noticeLevel: Notice.Level {
    if failure != nil { return .error }
    return steps.contains { !$0.remarks().isEmpty } ? .warning : .info
  }
}

extension MigrationFailure {
  /// Explains the failure: location, statement with the location marked, SQLite's message,
  /// violations, state of the database, and a remedy whose commands name the database.
  func explanation(on subject: RunSubject, width: Int, of database: String) -> [StyledLine] {
    // A cancelled run has no location to fix.
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
    for line in rejectedRowLines { lines += line.styled(width: width) }
    if !rejectedRowLines.isEmpty { lines.append(StyledLine()) }
    return lines + stateLine(on: subject).styled(width: width) + [StyledLine()]
      + TextLine(remedy(on: subject).naming(database).sentence, .warning).styled(width: width)
  }
}

extension TextLine {
  /// The line, wrapped if it is wider than `width`; a wrapped line has one role.
  func styled(width: Int) -> [StyledLine] {
    var line = StyledLine(String(repeating: " ", count: level * 2))
    for piece in pieces { line.add(piece.text, piece.role.shown) }
    line.fixedColumns = .max
    if line.width <= width { return [line] }
    let text = pieces.map(\.text).joined()
    return paragraph(text, width: width - level * 2, pieces.last?.role.shown ?? .normal)
      .map { $0.indented(by: level * 2) }
  }
}

extension TextLine.Role {
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
