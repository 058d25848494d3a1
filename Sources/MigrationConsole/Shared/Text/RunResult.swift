import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

/// The result of a migration in a few words, next to its name: `+1 column · 60 rows`.
struct RunResult {
  /// The words, the most important first.
  private let parts: [String]
  let role: Role

  /// Only the changes; the losses are shown elsewhere.
  init(changesOf report: StepReport) { self.init(report, Losses(of: [])) }

  init(_ report: StepReport, _ losses: Losses) {
    if let failure = report.failure {
      (parts, role) = failure.isCancellation ? (["stopped"], .dim) : ([failure.message], .danger)
      return
    }
    let added = report.violations?.added ?? 0
    let violations = added > 0 ? ["adds \(Format.count(added, "violation"))"] : []
    let serious = losses.summary(isLoud: true) + violations
    let touched = report.rows.reduce(0) { $0 + $1.touched }
    let rows = touched > 0 ? [Format.count(touched, "row")] : []
    let all = serious + report.changes.counts + rows
    parts = all.isEmpty ? ["no changes"] : all
    role =
      losses.isDataLost || added > 0
      ? .danger : serious.isEmpty && report.warnings.isEmpty ? .dim : .warning
  }

  /// As many parts as fit, at least the first, which is truncated.
  func words(columns: Int, _ ellipsis: SafeText) -> String {
    var words = parts[0]
    for part in parts.dropFirst() {
      let longer = "\(words) · \(part)"
      guard SafeText(longer).width <= columns else { break }
      words = longer
    }
    return SafeText(words).prefix(columns: max(4, columns), ellipsis: ellipsis).plain
  }
}

extension StepReport.TableRows {
  /// The number of rows that were inserted, updated or deleted; a re-created table only has the
  /// difference.
  fileprivate var touched: Int64 {
    if isRecreated || before == nil || after == nil { return abs((after ?? 0) - (before ?? 0)) }
    return inserted + (changed ?? updated) + deleted
  }
}

extension SchemaDiff {
  /// How many objects and columns were added, removed and changed: `+1 column`, `-2 indexes`.
  ///
  /// The indexes and triggers of a new or removed table are part of it.
  fileprivate var counts: [String] {
    let whole = Set(
      changes.compactMap { change -> String? in
        if case .changed = change { return nil }
        return change.object.kind == .table ? change.object.name : nil
      })
    var counts: [(sign: SchemaChangeDescription.Sign, noun: String, count: Int)] = []
    func count(_ sign: SchemaChangeDescription.Sign, _ noun: String) {
      if let place = counts.firstIndex(where: { $0.sign == sign && $0.noun == noun }) {
        counts[place].count += 1
      } else {
        counts.append((sign, noun, 1))
      }
    }
    for change in changes {
      let noun = change.object.kindWords
      guard case .changed(_, _, let differences) = change else {
        if change.object.kind == .table || !whole.contains(change.object.tableName) {
          count(change.sign, noun)
        }
        continue
      }
      let columns = differences.map(\.columnSign)
      for case let sign? in columns { count(sign, "column") }
      if columns.contains(nil) || columns.isEmpty { count(.changed, noun) }
    }
    return counts.map { "\($0.sign.rawValue)\(Format.count($0.count, $0.noun))" }
  }
}

extension SchemaDifference {
  /// How the difference changes a column; `nil` if it concerns something else.
  fileprivate var columnSign: SchemaChangeDescription.Sign? {
    switch self {
    case .columnAdded: .added
    case .columnRemoved: .removed
    case .columnRenamed, .columnChanged: .changed
    default: nil
    }
  }
}
