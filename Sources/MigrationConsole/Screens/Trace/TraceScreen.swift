import MigratorEngine
import MigratorSession
import TerminalUI

/// Runs one pending migration statement by statement, on a copy or on the real file.
struct TraceScreen: WorkingScreen, InputScreen {
  enum Stage: Sendable, Hashable {
    /// The migration is running, or the copy is being made.
    case running
    case held(StatementPause.Place)
    /// The trace ended; the report is `nil` if the trace was stopped before there was one.
    case over(StepReport?, WorkFailure?)
  }

  /// The inputs of the detail's text.
  struct Version: Sendable, Hashable {
    var generation: Int?
    var count: Int
    var stage: Stage
    var answer: TraceAnswer?
    var ground: TraceTarget?
  }

  var panes = ScreenPanes()
  var shown: DetailKey<String?, Version>?
  var migration: MigrationStatus?
  /// The generation number of the running trace, or `nil`; messages with another number are
  /// ignored.
  var generation: Int?
  var traces: [StatementTrace] = []
  var stage = Stage.running
  /// The database that it runs on, once known.
  var ground: TraceTarget?
  var isOnFile = false
  /// When ``ground`` was set, in seconds since the session began.
  var targetSetAt = 0.0
  /// True if the file was in WAL mode when the trace began.
  var isWAL = false
  var listing = TraceListing()
  var answer: TraceAnswer?

  var title: String { "Trace" }
  var help: String { "one pending migration, statement by statement." }
  var target: RunSubject { isOnFile ? .database : .copy }

  // MARK: Rows

  func heading(in scene: SharedState) -> String { migration?.identifier ?? "" }
  func rows(in scene: SharedState) -> Range<Int> { listing.lines.indices }
  /// The listing has no text to search, because its filter is blocked.
  func searched(_ row: Int, in scene: SharedState) -> [String] { [] }
  func emptyText(in scene: SharedState) -> String {
    migration?.script == nil
      ? "Swift code: its statements are listed as they run." : "The file has no statements."
  }
  func remark(in scene: SharedState) -> String {
    isHoldingFile ? "Ctrl-C rolls back" : "Esc leaves"
  }

  /// True if the trace blocks other connections.
  var isHoldingFile: Bool {
    if case .over = stage { false } else { isOnFile }
  }

  var isUndone: Bool {
    guard case .over(let report?, _) = stage else { return false }
    return report.failure?.databaseState == .rolledBack
  }

  func lines(of rows: Range<Int>, in scene: SharedState, width: Int) -> [StyledLine] {
    rows.map { line($0, glyphs: scene.glyphs, width: width) }
  }

  private func line(_ row: Int, glyphs: GlyphSet, width: Int) -> StyledLine {
    var line = listing.lines[row]
    let statements = listing.statements(at: row)
    guard !statements.isEmpty, line.spans.count > 1 else { return line }
    let done = traces.filter { statements.contains($0.index) }
    func mark(_ sign: SafeText, _ role: Role) {
      line.spans[1] = StyledLine.Span(text: " " + sign + " ", style: Style(role, bold: true))
    }
    if done.contains(where: { $0.error != nil }) {
      mark(glyphs.failed, .danger)
    } else if let reached, statements.contains(reached) {
      mark(glyphs.pointer, .accent)
    } else if done.count == statements.count {
      isUndone ? mark(glyphs.pending, .pending) : mark(glyphs.applied, .applied)
    }
    // Show the figures only if there is room for them.
    let figures = SafeText("\(Format.seconds(done.reduce(0) { $0 + $1.seconds })) ")
    if !done.isEmpty, line.width + 2 + figures.width <= width {
      line.trailing = StyledLine.Span(text: figures, style: Style(.dim))
    }
    return line
  }

  /// The next statement, or the running one.
  var reached: Int? {
    switch stage {
    case .held(.before(let index, _, _, _)): index
    case .running: traces.isEmpty ? nil : traces.count
    case .held, .over: nil
    }
  }

  var statementAtCursor: Int { listing.statement(around: panes.list.selection) }

  // MARK: Detail

  func subject(of row: Int?, in scene: SharedState) -> String? { migration?.identifier }

  func version(in scene: SharedState) -> Version {
    Version(
      generation: generation, count: traces.count, stage: stage, answer: answer, ground: ground)
  }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    let detail = TraceDetail(screen: self, scene: scene)
    return (detail.title, detail.lines(width: width))
  }

  func provenance(in scene: SharedState) -> StyledLine? {
    guard isOnFile else {
      guard case .copy(let form)? = ground else { return StyledLine("COPY", .copy, bold: true) }
      return StyledLine("COPY", .copy, bold: true).adding(" \(form.word)", .dim)
    }
    let line = StyledLine("REAL", .real, bold: true)
    guard case .file(let left)? = ground, case .held = stage else { return line }
    return line.adding(" \(max(0, Int(left - (scene.now - targetSetAt)))) s left", .warning)
  }

  func copyText(in scene: SharedState) -> String? {
    let statements = (try? migration?.script?.statements()) ?? ScriptStatements()
    let index = statementAtCursor
    if statements.indices.contains(index) { return statements[index].sql }
    return traces.first { $0.index == index }?.sql
  }

  func report(in scene: SharedState) -> [String] {
    let name = Markdown.safe(migration?.identifier ?? "")
    return ["## \(name), statement by statement, on \(isOnFile ? "the real file" : "a copy")"]
      + traces.flatMap {
        [""] + [Markdown.safe($0.headline.plain), ""] + $0.lines.map(Markdown.item)
      }
  }
}

extension CopyKind {
  var word: String {
    switch self {
    case .overlay: "overlay"
    case .full: "full copy"
    }
  }
}
