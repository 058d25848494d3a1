import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

enum SchemaView: String, Sendable, Hashable, CaseIterable {
  /// The differences between the live schema and the one that the applied migrations produce.
  case drift = "Drift"
  case dryRun = "Dry run"
  case lastStep = "Last step"
  case live = "All objects"
}

struct SchemaScreen: TabbedScreen {
  /// The inputs of the detail's text.
  struct Version: Sendable, Hashable {
    var row: SchemaRow?
    var caution: String?
  }

  struct Subject: Sendable, Hashable {
    var tab: SchemaView
    var kind: SchemaObject.Kind?
    var name: String?
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Subject, Version>?
  var tab = SchemaView.drift { didSet { panes.list = ListState() } }
  /// A schema that the operator edited but did not write as a migration, and the schema before the
  /// edit.
  var unwritten: (text: String, before: SchemaSnapshot?)?
  /// True after the database has been read for the first time.
  var hasBegun = false

  var title: String { "Schema" }
  var help: String {
    "drift, and the changes made by a dry run or by the last step."
  }
  func heading(in scene: SharedState) -> String {
    let isStale = tab == .dryRun && scene.known.isDryRunStale
    return "Schema: \(tab.rawValue)" + (isStale ? ", stale" : "")
  }

  // MARK: Rows

  func rows(in scene: SharedState) -> [SchemaRow] {
    let all = allRows(in: scene)
    let rows = panes.filter.isEmpty ? all : all.filter { filterSearch.matches($0.searched) }
    guard panes.order == 1 else { return rows }
    return rows.enumerated().sorted {
      ($0.element.object.tableName, $0.offset) < ($1.element.object.tableName, $1.offset)
    }.map(\.element)
  }

  func orders(in scene: SharedState) -> [String] { ["by kind", "by table"] }

  func searched(_ row: SchemaRow, in scene: SharedState) -> [String] { row.searched }

  func lines(
    of rows: ArraySlice<SchemaRow>, in scene: SharedState, width: Int
  ) -> [StyledLine] {
    rows.map(line)
  }

  private func line(_ row: SchemaRow) -> StyledLine {
    var line = StyledLine(" \(row.sign) ", row.role, bold: true)
    let kind = row.object.kind
    line.add("\(kind.rawValue) ", .dim)
    line.addName(row.object.name, row.role)
    if kind == .index || kind == .trigger { line.add("  on \(row.object.tableName)", .dim) }
    if !row.word.isEmpty {
      line.trailing = StyledLine.Span(text: SafeText(row.word + " "), style: Style(row.role))
    }
    return line
  }

  private func allRows(in scene: SharedState) -> [SchemaRow] {
    switch tab {
    case .live:
      guard let overview = scene.known.present else { return [] }
      return overview.schema.filtered(.userObjects).objects.map { .object($0) }
    default:
      return (difference(in: scene)?.changes ?? []).map { .change($0) }
    }
  }

  func difference(in scene: SharedState) -> SchemaDiff? {
    switch tab {
    case .drift:
      guard case .success(.diff(let diff))? = scene.known.drift else { return nil }
      return diff
    case .dryRun: return scene.known.dryRun?.value.report.changes
    case .lastStep:
      return scene.known.lastStep.flatMap { scene.known.stepReports[$0]?.value.changes }
    case .live: return nil
    }
  }

  private var sides: (before: String, after: String) {
    switch tab {
    case .drift: ("what the migrations produce", "this file")
    case .dryRun: ("this file", "the copy after the dry run")
    case .lastStep: ("before the step", "after the step")
    case .live: ("", "")
    }
  }

  private func caution(in scene: SharedState) -> String? {
    if tab == .dryRun { return scene.known.staleText }
    guard tab == .drift, let overview = scene.known.present else { return nil }
    let unregistered = overview.status.migrations.filter { $0.state == .unregistered }
    guard let first = unregistered.first?.identifier else { return nil }
    return unregistered.count == 1
      ? "\(first) is applied but not registered: its changes appear here as drift."
      : "\(first) and \(unregistered.count - 1) more are applied but not registered: their changes "
        + "appear here as drift."
  }

  func emptyText(in scene: SharedState) -> String {
    switch tab {
    case .drift:
      if !scene.known.origin.isThere {
        return "No migrations are registered, so there is nothing to compare with. "
          + "Press \(scene.key(.nextTab)) to see all objects."
      }
      switch scene.known.drift {
      case .success(.unknown(let reason))?: return reason
      case .success?:
        return "No drift: the schema is exactly what the migrations produce. "
          + "Press \(scene.key(.editSchema)) to edit it, and write the change as a migration."
      case .failure(let failure)?: return failure.message
      case nil:
        return scene.work?.kind == .drift
          ? "Replaying the applied migrations…" : "Press \(scene.key(.reload)) to compare."
      }
    case .dryRun:
      return scene.known.dryRun == nil
        ? "No dry run yet. Press \(scene.key(.dryRun)) to dry-run the pending migrations on a copy."
        : "The dry run did not change the schema."
    case .lastStep:
      return scene.known.lastStep == nil
        ? "No step in this session. Press \(scene.key(.step)) to apply the next migration, after a dry "
          + "run and a confirmation."
        : "The last step did not change the schema."
    case .live: return "The database has no tables."
    }
  }

  // MARK: Detail

  func subject(of row: SchemaRow?, in scene: SharedState) -> Subject {
    Subject(tab: tab, kind: row?.object.kind, name: row?.object.name)
  }

  func version(in scene: SharedState) -> Version {
    Version(row: selected(in: scene), caution: caution(in: scene))
  }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    guard let row = selected(in: scene) else { return (tab.rawValue, []) }
    let title = "\(row.object.kind.rawValue) \(row.object.name)"
    switch row {
    case .object(let object):
      return (
        title, SQLText.numbered(SQLLayout.pretty(object.sql ?? "-- created by SQLite itself"))
      )
    case .change(let change):
      var lines: [StyledLine] = []
      let width = scene.context.isLinear ? min(width, SideBySide.leastWidth - 1) : width
      if !ChangeText.isSideBySide(change, width: width) {
        lines.append(StyledLine("- \(sides.before)", .removed))
        lines.append(StyledLine("+ \(sides.after)", .added))
      }
      if let caution = caution(in: scene) { lines += paragraph(caution, width: width, .warning) }
      if !lines.isEmpty { lines.append(StyledLine()) }
      return (title, lines + ChangeText.lines(of: change, sides: sides, width: width))
    }
  }

  func copyText(in scene: SharedState) -> String? { selected(in: scene)?.object.sql }

  func report(in scene: SharedState) -> [String] {
    var lines = [tab.rawValue, ""]
    if tab == .dryRun, let stale = scene.known.staleText { lines += [stale, ""] }
    for row in rows(in: scene) {
      lines.append("## \(row.sign) \(row.object.kind.rawValue) \(Markdown.safe(row.object.name))")
      switch row {
      case .object(let object):
        let sql = SafeText.lines(object.sql ?? "").map(\.plain).joined(separator: "\n")
        lines += ["```sql", sql, "```", ""]
      case .change(let change):
        lines += ["```diff"] + ChangeText.lines(of: change).map(\.plain) + ["```", ""]
      }
    }
    if rows(in: scene).isEmpty { lines.append(Markdown.safe(placeholder(in: scene))) }
    return lines
  }
}

enum SchemaRow: Sendable, Hashable {
  case change(SchemaChange)
  case object(SchemaObject)

  var object: SchemaObject {
    switch self {
    case .change(let change): change.object
    case .object(let object): object
    }
  }

  var searched: [String] {
    let sql: [String] =
      switch self {
      case .change(let change): change.lineDiff.lines.map(\.text)
      case .object(let object): object.sql.map { [$0] } ?? []
      }
    return ["\(object.kind.rawValue) \(object.name) \(object.tableName) \(word)"] + sql
  }

  var word: String {
    switch self {
    case .change(.added): "added"
    case .change(.removed): "removed"
    case .change(let change): change.isTextOnly ? "same, reformatted" : "changed"
    case .object: ""
    }
  }

  var sign: String {
    switch self {
    case .change(.added): "+"
    case .change(.removed): "-"
    case .change(let change): change.isTextOnly ? "=" : "~"
    case .object: " "
    }
  }

  var role: Role {
    switch self {
    case .change(.added): .added
    case .change(.removed): .removed
    case .change(let change): change.isTextOnly ? .dim : .changed
    case .object: .normal
    }
  }
}
