import MigratorEngine
import MigratorSession
import TerminalUI

extension ConsoleModel {
  /// Whether a trace is in front.
  var isTracing: Bool { screens[screen] is TraceScreen }

  /// Begins to trace the selected migration.
  mutating func beginTrace() -> [Effect] {
    guard let migration = screens.migrations.selected(in: scene) else { return [] }
    screen = Screens.tracing
    focus = .list
    isZoomed = false
    return giveUpDrift() + startTrace(of: migration)
  }

  private mutating func startTrace(of migration: MigrationStatus) -> [Effect] {
    let generation = nextGeneration()
    screens.trace = TraceScreen(of: migration, generation: generation)
    work = Work(kind: .tracing, generation: generation, startedAt: now)
    return [.trace(migration.identifier, generation: generation)]
  }

  /// Lets the migration go on.
  mutating func runTrace(_ command: Command) -> [Effect] {
    guard let generation = screens.trace.generation, case .held(let place) = screens.trace.stage
    else { return [] }
    let goal: TraceGoal
    switch (command, place) {
    case (.traceNext, .before(let index, _, _, _)): goal = .before(index + 1)
    case (.traceToCursor, .before(let index, _, _, _)):
      let target = screens.trace.statementAtCursor
      guard target > index else {
        say("The cursor is on a statement that ran, or is next: b goes back to the start.")
        return []
      }
      goal = .before(target)
    case (.traceToEnd, .before): goal = .afterLast
    default: goal = .finish
    }
    screens.trace.run()
    work = Work(kind: .tracing, generation: generation, startedAt: now)
    return [.runTrace(to: goal, generation: generation)]
  }

  /// Begins again on a new copy.
  mutating func restartTrace() -> [Effect] {
    guard let migration = screens.trace.migration else { return [] }
    return cancelTrace() + startTrace(of: migration)
  }

  /// Leaves the trace, whose copy is removed.
  mutating func leaveTrace() -> [Effect] {
    let effects = cancelTrace()
    screens.trace = TraceScreen()
    screen = Screens.all[0]
    focus = .list
    say("The trace is over and its copy removed; the file is as it was.")
    return effects
  }

  /// A key while a query is being typed.
  mutating func updateQuery(key: Key) -> [Effect] {
    switch key {
    case .escape, .control("c"): screens.trace.field = nil
    case .up:
      if let last = screens.trace.answer { screens.trace.field = TextField(last.sql) }
    case .enter:
      let sql = screens.trace.field?.text ?? ""
      screens.trace.field = nil
      guard sql.contains(where: { !$0.isWhitespace }), let generation = screens.trace.generation
      else { return [] }
      work = Work(kind: .tracing, generation: generation, startedAt: now, phase: "query")
      return [.queryTrace(sql, generation: generation)]
    default: screens.trace.field?.handle(key)
    }
    return []
  }

  /// Stops the trace, wherever it stands.
  mutating func cancelTrace() -> [Effect] {
    guard let generation = screens.trace.generation else { return [] }
    if work?.generation == generation { work = nil }
    return [.cancel(generation: generation)]
  }

  /// Takes in what the worker sends that traces.
  mutating func take(trace message: TraceMessage) {
    switch message {
    case .ran(let trace): screens.trace.add(trace)
    case .held(let place, let form):
      work = nil
      screens.trace.hold(at: place, on: form, page: layout.listPage)
    case .answered(let answer):
      work = nil
      screens.trace.answer = answer
    case .ended(.success(let tried)):
      work = nil
      let report = tried.dryRun.report
      let isStopped = report.failure?.isCancellation == true
      // It is no rehearsal of a step: somebody looked on between its statements.
      screens.trace.end(isStopped ? nil : report.steps.last, nil)
    case .ended(.failure(let failure)):
      work = nil
      screens.trace.end(nil, failure)
    }
  }

  /// Why a command cannot run because a trace is in front, or is not.
  func traceRefusal(of command: Command) -> String? {
    switch command {
    case .trace:
      if isTracing { return "It is open already: b goes back to the start." }
      if let reason = disabledReason(of: .dryRunNext) { return reason }
      guard screens[screen] is MigrationsScreen,
        let state = screens.migrations.selected(in: scene)?.state,
        state == .pending || state == .outOfOrder
      else { return "Select a pending migration on the first screen." }
      return nil
    case .traceNext, .traceToCursor, .traceToEnd, .traceQuery, .traceRestart:
      guard isTracing else {
        return "x opens a pending migration first."
      }
      if command == .traceRestart { return nil }
      if work != nil { return "It runs. Ctrl-C stops it." }
      switch screens.trace.stage {
      case .held(.before): return nil
      case .held where command == .traceQuery: return nil
      case .held: return command == .traceNext ? nil : "No statement is left: n ends it."
      case .running: return "It runs. Ctrl-C stops it."
      case .over: return "It is over: b begins again."
      }
    case .show, .dryRunNext, .dryRunAll, .step, .stepAll, .repair, .restore, .reload, .filter,
      .showRows:
      return isTracing ? "Esc leaves the trace first." : nil
    default: return nil
    }
  }
}
