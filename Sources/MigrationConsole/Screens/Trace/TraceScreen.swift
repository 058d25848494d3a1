import MigratorEngine
import MigratorSession
import TerminalUI

/// One pending migration statement by statement, on a copy or on the file itself, with a mark at the
/// statement reached.
struct TraceScreen: ConsoleScreen {
  /// How far it is.
  enum Stage: Sendable, Hashable {
    /// It runs, or the copy is being made.
    case running
    /// It waits for the operator.
    case held(StatementPause.Place)
    /// It is over; `nil` when it was stopped before anything can be told of it.
    case over(StepReport?, WorkFailure?)
  }

  /// What tells one version of the detail from another.
  struct Version: Sendable, Hashable {
    var generation: Int?
    var count: Int
    var stage: Stage
    var answer: TraceAnswer?
    var ground: TraceGround?
  }

  var panes = ScreenPanes()
  var shown: DetailKey<String?, Version>?
  /// The migration; `nil` while none is traced.
  var migration: MigrationStatus?
  /// The number of the work, while it goes on; what others send comes too late.
  var generation: Int?
  /// The statements that ran.
  var traces: [StatementTrace] = []
  /// How far it is.
  var stage = Stage.running
  /// What it runs on, once that is known.
  var ground: TraceGround?
  /// Whether it runs on the file itself.
  var isOnFile = false
  /// When ``ground`` was told, in seconds since the session began.
  var groundedAt = 0.0
  /// Whether the file was in WAL mode when it began.
  var isWAL = false
  /// Its text, by lines.
  var listing = TraceListing()
  /// What was asked last, and the answer.
  var answer: TraceAnswer?

  var title: String { "Trace" }
  var help: String { "one pending migration, statement by statement." }
  var subject: RunSubject { isOnFile ? .database : .copy }

  // MARK: Rows

  func heading(in scene: Scene) -> String { migration?.identifier ?? "" }
  func count(in scene: Scene) -> Int { listing.lines.count }
  func emptyText(in scene: Scene) -> String {
    migration?.script == nil
      ? "Swift code: what it writes is listed as it runs." : "The file holds no statement."
  }
  func remark(in scene: Scene) -> String { isHoldingFile ? "Ctrl-C rolls back" : "Esc leaves" }

  /// Whether others wait for it.
  var isHoldingFile: Bool {
    if case .over = stage { false } else { isOnFile }
  }

  /// Whether all that its statements did was rolled back.
  var isUndone: Bool {
    guard case .over(let report?, _) = stage else { return false }
    return report.failure?.databaseState == .asBefore
  }

  func lines(_ rows: Range<Int>, in scene: Scene, width: Int) -> [StyledLine] {
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
    // Where there is room for it beside the text.
    let figures = SafeText("\(Format.seconds(done.reduce(0) { $0 + $1.seconds })) ")
    if !done.isEmpty, line.width + 2 + figures.width <= width {
      line.trailing = StyledLine.Span(text: figures, style: Style(.dim))
    }
    return line
  }

  /// The statement that comes next, or that runs.
  var reached: Int? {
    switch stage {
    case .held(.before(let index, _, _, _)): index
    case .running: traces.isEmpty ? nil : traces.count
    case .held, .over: nil
    }
  }

  /// The statement that the cursor is on.
  var statementAtCursor: Int { listing.statement(around: panes.list.selection) }

  // MARK: Detail

  func key(in scene: Scene) -> (subject: String?, version: Version) {
    (
      migration?.identifier,
      Version(
        generation: generation, count: traces.count, stage: stage, answer: answer, ground: ground)
    )
  }

  func place(of subject: String?, in scene: Scene) -> Int? { nil }

  func text(in scene: Scene, width: Int) -> (title: String, lines: [StyledLine]) {
    let detail = TraceDetail(screen: self, scene: scene)
    return (detail.title, detail.lines(width: width))
  }

  func provenance(in scene: Scene) -> StyledLine? {
    guard isOnFile else {
      guard case .copy(let form)? = ground else { return StyledLine("COPY", .copy, bold: true) }
      return StyledLine("COPY", .copy, bold: true).adding(" \(form.word)", .dim)
    }
    let line = StyledLine("REAL", .real, bold: true)
    guard case .file(let left)? = ground, case .held = stage else { return line }
    return line.adding(" \(max(0, Int(left - (scene.now - groundedAt)))) s left", .warning)
  }

  func copyText(in scene: Scene) -> String? {
    let statements = (try? migration?.script?.statements()) ?? []
    let index = statementAtCursor
    if statements.indices.contains(index) { return statements[index].sql }
    return traces.first { $0.index == index }?.sql
  }

  func report(in scene: Scene) -> [String] {
    let name = Markdown.safe(migration?.identifier ?? "")
    return ["## \(name), statement by statement, on \(isOnFile ? "the file itself" : "a copy")"]
      + traces.flatMap {
        [""] + [Markdown.safe($0.headline.plain), ""] + $0.lines.map(Markdown.item)
      }
  }
}

extension CopyForm {
  /// What a trace works on, in a word or two.
  var word: String {
    switch self {
    case .overlay: "overlay"
    case .full: "whole copy"
    }
  }
}
