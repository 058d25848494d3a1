public import MigratorEngine
public import MigratorSchema

extension StepReport {
  /// What the migration did: schema, losses, rows, violations, warnings.
  ///
  /// - Parameter isDone: Whether it did it to the file itself, so that what is lost is lost already.
  /// - Returns: A line each.
  public func lines(isDone: Bool = false) -> [TextLine] {
    changeLines + dataLines(isDone: isDone) + newViolationLines + warningLines
  }

  /// What became of the data: losses, rows, and how many violations there are.
  ///
  /// - Parameter isDone: Whether it was done to the file itself.
  /// - Returns: A line each.
  public func dataLines(isDone: Bool = false) -> [TextLine] {
    Losses(of: [self]).lines(isDone: isDone) + rowLines + countLines + differenceLines
  }

  /// What the dry run told otherwise of a step that was held to it, and that somebody wrote in between.
  public var differenceLines: [TextLine] {
    guard let foretold, isCompared else { return [] }
    // Other values may have changed, in as many rows: nothing that these words could tell apart.
    let counted = Set(rowLines)
    let told = differences.filter { $0.foretold.map { !counted.contains($0.line) } ?? true }
    return foretold.stateLines
      + told.map { table, told in
        let line = TextLine("the dry run told ", .dim)
        return told.map { line.adding($0.line.plain, .dim) }
          ?? line.adding("no change of the rows of \(table)", .dim)
      }
  }

  /// What changed in the schema, a line for each table.
  public var changeLines: [TextLine] { changes.lines + headerLines }

  /// What changed in the header of the file.
  public var headerLines: [TextLine] {
    headerChanges.map {
      TextLine("PRAGMA \($0.pragma): ", .heading).adding(
        "\($0.words.before) → \($0.words.after)", .changed)
    }
  }

  /// How many rows each table had and has.
  public var rowLines: [TextLine] { rows.map(\.line) }

  /// What the migration may not have meant to do.
  public var warningLines: [TextLine] { warnings.map { TextLine("warning: \($0)", .warning) } }

  /// The first ten of the violations that are new.
  public var newViolationLines: [TextLine] {
    newViolations.prefix(10).map { TextLine($0.line, level: 1) }
  }

  /// The violations before and after; where nothing was counted, or was foretold, that is said.
  public var countLines: [TextLine] {
    var lines: [TextLine] = []
    if let counts = violations, counts.after > 0 || counts.before > 0 {
      lines.append(counts.line)
    } else if let counts = violationsForetold {
      lines.append(counts.foretoldLine)
    }
    // What was rolled back changed nothing that could have been counted.
    guard isKept, let line = counting.line(ofFailure: failure != nil) else { return lines }
    return lines + [line]
  }
}

extension StepReport.HeaderChange {
  /// What the header says, as the pragma does.
  var words: (before: String, after: String) {
    func words(_ value: DatabaseValue) -> String {
      String.fromDatabaseValue(value) ?? value.description
    }
    return (words(before), words(after))
  }
}

extension StepReport.Counting {
  /// Where the numbers come from, where they were not counted; of a failure they are of what stays.
  func line(ofFailure: Bool) -> TextLine? {
    switch self {
    case .counted: nil
    case .foretold:
      TextLine("rows and violations as the dry run of this very state foretold them", .dim)
    case .none where ofFailure:
      TextLine("what the statements that stay did to rows was not counted", .warning)
    case .none: TextLine("rows and violations were not counted: there was no dry run", .dim)
    }
  }
}

extension StepReport.Foretold {
  /// That the file was written in between, or that nobody knows.
  fileprivate var stateLines: [TextLine] {
    switch isOfSameState {
    case true?: []
    case false?: [TextLine("another program wrote to the file after the dry run", .warning)]
    case nil: [TextLine("whether others wrote after the dry run is not known", .dim)]
    }
  }
}

extension StepReport {
  /// The violations that the dry run told, where there are any and the step itself did not count them.
  var violationsForetold: ViolationCounts? {
    guard violations == nil, failure == nil, let counts = foretold?.violations,
      counts.after > 0 || counts.before > 0
    else { return nil }
    return counts
  }
}

extension ViolationCounts {
  /// The counts of a dry run, beside a step that did not count.
  var foretoldLine: TextLine {
    TextLine(
      "violations: not counted here; of the file as it was then, the dry run told \(words)",
      added > 0 ? .danger : .dim)
  }

  /// The counts in words: `violations: 63 before, 64 after, 1 new`.
  public var line: TextLine {
    TextLine("violations: \(words)", added > 0 ? .danger : .normal)
  }

  /// The counts alone: `63 before, 64 after, 1 new`.
  package var words: String {
    "\(Format.number(Int64(before))) before, \(Format.number(Int64(after))) after, "
      + "\(Format.number(Int64(added))) new"
  }
}

extension StepReport.TableRows {
  /// The rows of a table in words: `player: 277 → 270 rows (7 deleted by cascade)`.
  public var line: TextLine {
    var text: String
    var role = TextLine.Role.normal
    switch (before, after) {
    case (nil, let after?):
      (text, role) = ("\(Format.count(after, "row")), a new table", .added)
    case (let before?, nil):
      text = "\(Format.count(before, "row")) before, the table is gone"
      if let copy { text += ", all of them are in \(copy)" } else { role = .danger }
    case (let before?, let after?) where before != after:
      text = "\(Format.number(before)) → \(Format.count(after, "row"))"
      if after < before { role = .danger }
    case (let before?, _): text = Format.count(before, "row")
    case (nil, nil): (text, role) = ("made and dropped", .dim)
    }
    var parts: [String] = []
    if let formerName { parts.append("\(formerName) before") }
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
        parts.append("\(Format.count(converted, "value")) stored as another type")
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
  /// What became of the values, a line for each column, each followed by a few that are lost.
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
  /// Why values were not compared.
  var words: String {
    switch self {
    case .notAsked: "nobody asked"
    case .outsideTransaction: "the migration runs outside a transaction"
    case .noFormerState: "the folder of the copy cannot keep the state from before"
    case .noKey: "nothing tells the rows apart before and after"
    case .keysChanged: "the keys of rows were changed"
    case .refused: "SQLite refused it"
    case .virtualTable: "the table is virtual, and columns of it are gone"
    }
  }
}

extension StepReport.ColumnValues {
  /// What became of the values: `email: 25 overwritten, 12 NULL now`, then some of them.
  var lines: [TextLine] {
    if let keptAs {
      return [TextLine("\(column): ", .heading, level: 1).adding("all values are in \(keptAs) now")]
    }
    var parts: [String] = []
    if changes.lost > 0 { parts.append(Loss.Values(changes).words) }
    if changes.converted > 0 {
      parts.append("\(Format.number(changes.converted)) stored as another type")
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
  /// What changed, a line for each table.
  public var lines: [TextLine] {
    summaries.map { summary in
      summary.words.enumerated().reduce(TextLine("\(summary.table): ", .heading)) { line, word in
        line.adding((word.offset > 0 ? ", " : "") + word.element.line, word.element.sign.role)
      }
    }
  }
}

extension SchemaWords.Sign {
  /// What a line with the sign is.
  public var role: TextLine.Role {
    switch self {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}

extension ViolationDetail {
  /// What is said of those that a search found which failed: in a damaged file they may be none.
  package static let untrusted = "The search failed: what it found may be no violation."

  /// The description, and the row where that cannot name it: in a table without rowid.
  public var line: String {
    guard violation.originRowID == nil, !row.isEmpty else { return description }
    let fields = row.map { field in
      let rest = field.wholeLength.map { "… (\($0) bytes)" } ?? ""
      return "\(field.column) \(field.value.sqlLiteral)\(rest)"
    }
    return "\(description): \(fields.joined(separator: ", "))"
  }
}

extension ForeignKeyDescription {
  /// The key as `player.clubId → club.id`, with parentheses when it has several columns.
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
