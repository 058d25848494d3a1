public import MigratorEngine

extension StatementTrace {
  /// The position of the statement, and its first line: `3:1  CREATE TABLE league (…`.
  public var headline: TextLine {
    let place = location.map { "\($0.line):\($0.column)" } ?? "\(index + 1)"
    return TextLine("\(place)  ", .dim).adding(sql.firstLine, .code)
  }

  /// The effects of the statement: time, rows, schema, violations, plan; an error comes first.
  public var lines: [TextLine] {
    if let error { return [TextLine("fails: \(error)", .danger)] + planLines }
    return [TextLine(figures, .dim)] + rows.map(\.line) + changes.lines + violationLines
      + planLines
  }

  /// The run time, and the number of rows that the statement changed directly.
  public var figures: String {
    let time = Format.seconds(seconds)
    return changedRows == 0
      ? time : "\(time) · \(Format.count(changedRows, "row")) changed"
  }

  /// The violations after the statement if there are any, or why they were not counted.
  public var violationLines: [TextLine] {
    switch violations {
    case .counted(let counts) where counts.before == 0 && counts.after == 0: []
    case .counted(let counts): [counts.line]
    case .notCounted(.failed): []
    case .notCounted(let reason): [TextLine("violations not counted: \(reason.words)", .warning)]
    }
  }

  /// The query plan that SQLite used.
  public var planLines: [TextLine] { plan.map(\.line) }
}

extension StatementTrace.TableRows {
  /// The row counts: `player: 2 inserted, 7 deleted (3 by cascade or trigger)`.
  ///
  /// For a re-created table: `player: 277 inserted (recreated)`.
  public var line: TextLine {
    let counts = ChangedRow.counts(inserted: inserted, updates: updated, deleted: deleted)
    let remarks =
      (cascaded > 0 ? ["\(Format.number(cascaded)) \(ChangedRow.cascadeWords)"] : [])
      + (isRecreated ? ["recreated"] : [])
    let ofThem = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return TextLine("\(table): ", .heading)
      .adding(counts.joined(separator: ", ") + ofThem, cascaded > 0 ? .danger : .normal)
  }
}

extension StatementTrace.Violations.Reason {
  var words: String {
    switch self {
    case .noTime: "counting takes too long"
    case .tooMany: "there are too many to compare"
    case .refused: "SQLite cannot check the foreign keys"
    case .failed: "the statement failed"
    }
  }
}

extension QueryPlanLine {
  /// A line of the plan: `plan  SCAN player`.
  public var line: TextLine {
    TextLine("plan  ", .dim).adding(String(repeating: "  ", count: depth) + text)
  }
}

extension String {
  /// The first line, followed by "…" if there are more.
  fileprivate var firstLine: String {
    let line = prefix { !$0.isNewline }
    return line.endIndex == endIndex ? self : "\(line) …"
  }
}
