public import MigratorEngine
public import MigratorSchema

extension StepReport {
  /// Returns the effects of the migration: schema, losses, rows, violations, warnings.
  ///
  /// - Parameter isDone: True if it ran on the database file, so that the losses have happened.
  /// - Returns: The lines.
  public func lines(isDone: Bool = false) -> [TextLine] {
    changeLines + dataLines(isDone: isDone) + newViolationLines + warningLines
  }

  /// Returns the effects on the data: losses, rows, and the number of violations.
  ///
  /// - Parameter isDone: True if it ran on the database file.
  /// - Returns: The lines.
  public func dataLines(isDone: Bool = false) -> [TextLine] {
    Losses(of: [self]).lines(isDone: isDone) + rowLines + countLines + differenceLines
  }

  /// The differences between the dry run's prediction and the step, if the file changed in between.
  public var differenceLines: [TextLine] {
    guard let predicted, isCompared else { return [] }
    // Leave out predictions whose line would look the same, even if their values differ.
    let counted = Set(rowLines)
    let shown = differences.filter { $0.predicted.map { !counted.contains($0.line) } ?? true }
    return predicted.stateLines
      + shown.map { table, predicted in
        let line = TextLine("the dry run predicted ", .dim)
        return predicted.map { line.adding($0.line.plain, .dim) }
          ?? line.adding("no row changes in \(table)", .dim)
      }
  }

  /// The schema changes, one line for each table.
  public var changeLines: [TextLine] { changes.lines + headerLines }

  /// The changes in the file header.
  public var headerLines: [TextLine] {
    headerChanges.map {
      TextLine("PRAGMA \($0.pragma): ", .heading).adding(
        "\($0.words.before) → \($0.words.after)", .changed)
    }
  }

  /// The number of rows of each table, before and after the migration.
  public var rowLines: [TextLine] { rows.map(\.line) }

  /// Effects of the migration that may be unintended.
  public var warningLines: [TextLine] { warnings.map { TextLine("warning: \($0)", .warning) } }

  /// The first ten new violations.
  public var newViolationLines: [TextLine] {
    newViolations.prefix(10).map { TextLine($0.line, level: 1) }
  }

  /// The violations before and after the migration, and whether they were counted or predicted.
  public var countLines: [TextLine] {
    var lines: [TextLine] = []
    if let counts = violations, counts.after > 0 || counts.before > 0 {
      lines.append(counts.line)
    } else if let counts = violationsPredicted {
      lines.append(counts.predictedLine)
    }
    // A rollback leaves no changes to count.
    guard isKept, let line = counting.line(ofFailure: failure != nil) else { return lines }
    return lines + [line]
  }
}

extension StepReport.HeaderChange {
  /// The header values as the pragma returns them.
  var words: (before: String, after: String) {
    func words(_ value: DatabaseValue) -> String {
      String.fromDatabaseValue(value) ?? value.description
    }
    return (words(before), words(after))
  }
}

extension StepReport.Counting {
  /// The source of the numbers, if the step itself did not count them.
  ///
  /// After a failure, they cover the statements that were not rolled back.
  func line(ofFailure: Bool) -> TextLine? {
    switch self {
    case .counted: nil
    case .predicted:
      TextLine("rows and violations: not recounted; the numbers are from the dry run", .dim)
    case .none where ofFailure:
      TextLine(
        "the rows changed by statements that were not rolled back were not counted", .warning)
    case .none: TextLine("rows and violations: not counted without a dry run", .dim)
    }
  }
}

extension StepReport.DryRunPrediction {
  fileprivate var stateLines: [TextLine] {
    switch isOfSameState {
    case true?: []
    case false?: [TextLine("another program wrote to the file after the dry run", .warning)]
    case nil: [TextLine("it is unknown whether other programs wrote after the dry run", .dim)]
    }
  }
}

extension StepReport {
  /// The dry run's violations, if there are any and the step itself did not count them.
  var violationsPredicted: ViolationCounts? {
    guard violations == nil, failure == nil, let counts = predicted?.violations,
      counts.after > 0 || counts.before > 0
    else { return nil }
    return counts
  }
}

extension ViolationCounts {
  var predictedLine: TextLine {
    TextLine(
      "violations: not recounted (dry run: \(words))",
      added > 0 ? .danger : .dim)
  }

  /// The counts as a line: `violations: 63 before, 64 after, 1 new`.
  public var line: TextLine {
    TextLine("violations: \(words)", added > 0 ? .danger : .normal)
  }

  /// The counts without a label: `63 before, 64 after, 1 new`.
  package var words: String {
    "\(Format.number(Int64(before))) before, \(Format.number(Int64(after))) after, "
      + "\(Format.number(Int64(added))) new"
  }
}

extension StepReport.TableRows {
  /// The row counts of a table: `player: 277 → 270 rows (7 deleted by cascade)`.
  public var line: TextLine {
    var text: String
    var role = TextLine.Role.normal
    switch (before, after) {
    case (nil, let after?):
      (text, role) = ("\(Format.count(after, "row")), a new table", .added)
    case (let before?, nil):
      text = "\(Format.count(before, "row")) before, table dropped"
      if let copy { text += ", all rows are in \(copy)" } else { role = .danger }
    case (let before?, let after?) where before != after:
      text = "\(Format.number(before)) → \(Format.count(after, "row"))"
      if after < before { role = .danger }
    case (let before?, _): text = Format.count(before, "row")
    case (nil, nil): (text, role) = ("created and dropped", .dim)
    }
    var parts: [String] = []
    if let formerName { parts.append("formerly \(formerName)") }
    if isRecreated {
      parts.append("recreated")
    } else if before != nil, after != nil {
      parts += ChangedRow.counts(
        inserted: inserted, updates: updated, others: changed, deleted: deleted - cascaded)
    }
    if cascaded > 0 {
      parts += ChangedRow.counts(deleted: cascaded).map { "\($0) \(ChangedRow.cascadeWords)" }
    }
    if case .compared(let columns, _) = values {
      parts += columns.compactMap { column in column.keptAs.map { "\(column.column) kept as \($0)" }
      }
      let converted = columns.reduce(0) { $0 + $1.changes.converted }
      if converted > 0 {
        parts.append("\(Format.count(converted, "value")) stored with another type")
      }
      parts += columns.compactMap { column in
        column.movedTo.map {
          "\(Format.count(column.changes.moved, "value")) of \(column.column) moved to \($0)"
        }
      }
    }
    if !parts.isEmpty { text += " (\(parts.joined(separator: ", ")))" }
    return TextLine("\(table): ", .heading).adding(text, cascaded > 0 ? .danger : role)
  }
}

extension StepReport.Values {
  /// The value changes, one line for each column, each followed by examples of lost values.
  public var lines: [TextLine] {
    switch self {
    case .compared(let columns, _): columns.flatMap(\.lines)
    case .notCompared(.notAsked): []
    case .notCompared(let reason):
      [TextLine("values not compared: \(reason.words)", .warning, level: 1)]
    }
  }
}

extension StepReport.Values.Reason {
  var words: String {
    switch self {
    case .notAsked: "not requested"
    case .outsideTransaction: "the migration runs outside a transaction"
    case .noFormerState: "the copy's folder has no room for the previous state"
    case .noKey: "the rows have no key to match them by"
    case .keysChanged: "the keys of rows were changed"
    case .refused: "SQLite rejected the comparison"
    case .virtualTable: "the table is virtual and lost columns"
    }
  }
}

extension StepReport.ColumnValues {
  /// The value changes: `email: 25 overwritten, 12 now NULL`, then examples.
  var lines: [TextLine] {
    if let keptAs {
      return [TextLine("\(column): ", .heading, level: 1).adding("all values are now in \(keptAs)")]
    }
    if isReassignedKey {
      return [
        TextLine("\(column): ", .heading, level: 1)
          .adding("\(Format.count(changes.lost, "key")) changed", .danger)
      ]
    }
    var parts: [String] = []
    if changes.lost > 0 { parts.append(Loss.Values(changes).words) }
    if changes.converted > 0 {
      parts.append("\(Format.number(changes.converted)) stored with another type")
    }
    if let movedTo { parts.append("\(Format.number(changes.moved)) moved to \(movedTo)") }
    let role = changes.lost > 0 ? TextLine.Role.danger : .normal
    let more = changes.lost - Int64(changes.samples.count)
    return [TextLine("\(column): ", .heading, level: 1).adding(parts.joined(separator: ", "), role)]
      + changes.samples.map { sample in
        let key = sample.key.map(\.sqlLiteral).joined(separator: ", ")
        return TextLine("row \(key): ", .dim, level: 2)
          .adding(sample.before.sqlLiteral, .removed).adding(" → ")
          .adding(sample.after.sqlLiteral, .added)
      }
      + (more > 0 ? [TextLine("… and \(Format.number(more)) more", .dim, level: 2)] : [])
  }
}

extension SchemaDiff {
  /// The changes, one line for each table.
  public var lines: [TextLine] {
    summaries.map { summary in
      summary.words.enumerated().reduce(TextLine("\(summary.table): ", .heading)) { line, word in
        line.adding((word.offset > 0 ? ", " : "") + word.element.line, word.element.sign.role)
      }
    }
  }
}

extension SchemaChangeDescription.Sign {
  /// The role of the lines with this sign.
  public var role: TextLine.Role {
    switch self {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}

extension ViolationDetail {
  /// The note for a failed search; in a damaged file, reported violations may be wrong.
  package static let untrusted = "The search failed, so its results may be wrong."

  /// The description, plus the row's values if no rowid identifies the row.
  public var line: String {
    guard violation.originRowID == nil, !row.isEmpty else { return description }
    return "\(description): \(row.map(\.words).joined(separator: ", "))"
  }
}

extension ForeignKeyInfo {
  /// The key as `player.clubId → club.id`, with parentheses if it has several columns.
  public var title: String {
    Self.end(originTable, originColumns) + " → " + Self.end(destinationTable, destinationColumns)
  }

  private static func end(_ table: String, _ columns: [String]) -> String {
    switch columns.count {
    case 0: table
    case 1: "\(table).\(columns[0])"
    default: "\(table).(\(columns.joined(separator: ", ")))"
    }
  }
}
