import MigratorEngine
import MigratorSession
import TerminalUI

/// What its keys do, and what the worker sends that traces.
extension TraceScreen {
  static let bindings = [
    Binding(
      command: .trace, keys: [.char("x")], short: "trace",
      long: "Open the selected pending migration, after those before it, and run it in steps.",
      group: .trace),
    Binding(
      command: .traceNext, keys: [.char("n")], short: "next",
      long: "Run the next statement; after the last, record, check and commit.", group: .trace),
    Binding(
      command: .traceToCursor, keys: [.char("c")], short: "to cursor",
      long: "Run to the statement under the cursor.", group: .trace),
    Binding(
      command: .traceToEnd, keys: [.char("f")], short: "to end",
      long: "Run all statements that are left.", group: .trace),
    Binding(
      command: .traceRestart, keys: [.char("b")], short: "back to start",
      long: "Go back to the start, on a new copy; Esc leaves.", group: .trace),
    Binding(
      command: .traceQuery, keys: [.char(":")], short: "query",
      long: "Ask the copy as it is now: SELECT, EXPLAIN, or a PRAGMA that tells something.",
      group: .trace),
  ]

  func refusal(of command: Command, in scene: Scene) -> String? {
    if command == .trace {
      if let reason = scene.refusal(toBegin: "dry run") { return reason }
      guard let state = scene.selected?.state, state == .pending || state == .outOfOrder
      else { return "Select a pending migration on the first screen." }
      return nil
    }
    guard migration != nil else { return "x opens a pending migration first." }
    if command == .traceRestart { return nil }
    if scene.work != nil { return "It runs. Ctrl-C stops it." }
    switch stage {
    case .held(.before): return nil
    case .held where command == .traceQuery: return nil
    case .held: return command == .traceNext ? nil : "No statement is left: n ends it."
    case .running: return "It runs. Ctrl-C stops it."
    case .over: return "It is over: b begins again."
    }
  }

  func veto(of command: Command) -> String? {
    switch command {
    case .trace: "It is open already: b goes back to the start."
    case .show, .dryRunNext, .dryRunAll, .step, .stepAll, .repair, .restore, .reload, .filter,
      .showRows:
      "Esc leaves the trace first."
    default: nil
    }
  }

  mutating func perform(_ command: Command, in scene: inout Scene) -> Outcome {
    switch command {
    case .trace:
      guard let selected = scene.selected else { return .none }
      return Outcome(effects: start(selected, in: &scene), isShown: true)
    case .traceRestart:
      guard let migration else { return .none }
      return Outcome(effects: cancel(in: &scene) + start(migration, in: &scene))
    case .traceQuery:
      panes.field = TextField()
      return .none
    default: return Outcome(effects: run(command, in: &scene))
    }
  }

  // MARK: Running

  private mutating func start(_ migration: MigrationStatus, in scene: inout Scene) -> [Effect] {
    let effects = scene.begin(.tracing) { .trace(migration.identifier, generation: $0) }
    self = TraceScreen()
    self.migration = migration
    generation = scene.generation
    isWAL = scene.known.present?.facts.journalMode == "wal"
    listing = migration.script.map { TraceListing($0) } ?? TraceListing()
    return effects
  }

  /// Lets the migration go on.
  private mutating func run(_ command: Command, in scene: inout Scene) -> [Effect] {
    guard let generation, case .held(let place) = stage else { return [] }
    let goal: TraceGoal
    switch (command, place) {
    case (.traceNext, .before(let index, _, _, _)): goal = .before(index + 1)
    case (.traceToCursor, .before(let index, _, _, _)):
      let target = statementAtCursor
      guard target > index else {
        scene.say("The cursor is on a statement that ran, or is next: b goes back to the start.")
        return []
      }
      goal = .before(target)
    case (.traceToEnd, .before): goal = .afterLast
    default: goal = .finish
    }
    stage = .running
    answer = nil
    scene.work = Work(kind: .tracing, generation: generation, startedAt: scene.now)
    return [.runTrace(to: goal, generation: generation)]
  }

  /// Stops it, wherever it stands.
  private func cancel(in scene: inout Scene) -> [Effect] {
    guard let generation else { return [] }
    _ = scene.end(generation)
    return [.cancel(generation: generation)]
  }

  /// Leaves the trace, whose copy is removed.
  mutating func leave(in scene: inout Scene) -> [Effect]? {
    // First the answer to a query goes.
    if answer != nil {
      answer = nil
      return nil
    }
    let effects = cancel(in: &scene)
    self = TraceScreen()
    scene.say("The trace is over and its copy removed; it changed nothing of the file.")
    return effects
  }

  var lastingWork: Int? { generation }

  // MARK: Queries

  var prompt: (name: String, hint: String) { (" sql: ", "Enter asks  Esc drops ") }

  mutating func type(_ key: Key, layout: ScreenLayout, in scene: inout Scene) -> [Effect] {
    switch key {
    case .escape, .control("c"): panes.field = nil
    case .up:
      if let answer { panes.field = TextField(answer.sql) }
    case .enter:
      let sql = panes.field?.text ?? ""
      panes.field = nil
      guard sql.contains(where: { !$0.isWhitespace }), let generation else { return [] }
      scene.work = Work(
        kind: .tracing, generation: generation, startedAt: scene.now, phase: "query")
      return [.queryTrace(sql, generation: generation)]
    default: panes.field?.handle(key)
    }
    return []
  }

  mutating func textChanged(in scene: Scene) {}

  // MARK: Messages

  mutating func take(_ message: WorkMessage, in scene: inout Scene) -> Outcome {
    guard case .trace(let message, let generation) = message, generation == self.generation
    else { return .none }
    switch message {
    case .ran(let trace):
      traces.append(trace)
      listCode()
    case .held(let place, let form):
      _ = scene.end(generation)
      stage = .held(place)
      self.form = form
      listCode()
      // The cursor goes where it stands.
      if let row = listing.row(of: reached ?? max(0, traces.count - 1)) {
        panes.list.selection = row
      }
    case .answered(let answer):
      _ = scene.end(generation)
      self.answer = answer
    case .ended(.success(let tried)):
      _ = scene.end(generation)
      let report = tried.dryRun.report
      let isStopped = report.failure?.isCancellation == true
      // It is no rehearsal of a step: somebody looked on between its statements.
      stage = .over(isStopped ? nil : report.steps.last, nil)
    case .ended(.failure(let failure)):
      _ = scene.end(generation)
      stage = .over(nil, failure)
    }
    return .none
  }

  /// Of code the statements are known only as they come.
  private mutating func listCode() {
    guard migration?.script == nil else { return }
    var statements = traces.map(\.sql)
    if case .held(.before(_, let sql, _, _)) = stage { statements.append(sql) }
    listing = TraceListing(code: statements)
  }
}
