import MigratorEngine
import MigratorSession
import TerminalUI

extension TraceScreen {
  static let bindings = [
    Binding(
      command: .trace, keys: [.char("x")], short: "trace",
      long: "Run the selected pending migration statement by statement, after the earlier ones.",
      group: .trace),
    Binding(
      command: .traceNext, keys: [.char("n")], short: "next",
      long: "Run the next statement; after the last, record, check and commit.", group: .trace,
      isLocal: true),
    Binding(
      command: .traceToCursor, keys: [.char("c")], short: "to cursor",
      long: "Run to the statement under the cursor.", group: .trace, isLocal: true),
    Binding(
      command: .traceToEnd, keys: [.char("f")], short: "to end",
      long: "Run all remaining statements.", group: .trace, isLocal: true),
    Binding(
      command: .traceRestart, keys: [.char("b")], short: "restart",
      long: "Restart on a new copy; Esc leaves.", group: .trace, isLocal: true),
    Binding(
      command: .traceQuery, keys: [.char(":")], short: "query",
      long: "Query the current state: SELECT, EXPLAIN or a PRAGMA that only reads.",
      group: .trace, isLocal: true),
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    if command == .trace {
      if let reason = scene.refusal(toBegin: "dry run") { return reason }
      guard let selected = scene.selected, [.pending, .outOfOrder].contains(selected.state)
      else { return "Select a pending migration on the first screen." }
      if scene.known.present?.tracesStatements ?? true { return nil }
      return MigrationError(.cannotBeTraced(identifier: selected.identifier)).description
    }
    guard migration != nil else {
      return "No trace is open. Press \(scene.key(.trace)) on a pending migration."
    }
    if command == .traceRestart {
      return isOnFile ? "Only a trace on a copy can be restarted." : nil
    }
    if let reason = standstill(in: scene) { return reason }
    guard case .held(let place) = stage, ![.traceNext, .traceQuery].contains(command)
    else { return nil }
    if case .before = place { return nil }
    return "No statements remain: press \(scene.key(.traceNext)) to end the trace."
  }

  /// Why the migration cannot continue or run a query now, or `nil` if it can.
  private func standstill(in scene: SharedState) -> String? {
    switch stage {
    case .held where scene.work == nil || isOnFile: nil
    case .held, .running: "The trace is running. Ctrl-C stops it."
    case .over:
      isOnFile
        ? "The trace has ended: press Esc."
        : "The trace has ended: press \(scene.key(.traceRestart)) to restart."
    }
  }

  func blockReason(of command: Command, in scene: SharedState) -> String? {
    switch command {
    case .back where isHoldingFile && panes.filter.isEmpty && answer == nil:
      "Other writers are blocked: press \(scene.key(.traceNext)) to continue, \(scene.key(.traceToEnd)) to "
        + "run the rest, Ctrl-C to roll back."
    case .trace: "The trace is already open: press \(scene.key(.traceRestart)) to restart."
    case _ where command.shown != nil, .dryRun, .step, .stepAll, .repair, .restore, .reload,
      .filter, .showRows:
      isHoldingFile
        ? "Other writers are blocked: end the step first, or roll it back with Ctrl-C."
        : "Leave the trace first: press Esc."
    default: nil
    }
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    switch command {
    case .trace:
      guard let selected = scene.selected else { return .none }
      return Outcome(effects: start(selected, in: &scene), isShown: true)
    case .traceRestart:
      guard let migration else { return .none }
      return Outcome(effects: cancel(in: &scene) + start(migration, in: &scene))
    case .traceQuery:
      // Open the field even if queries are refused: the next keys would otherwise run as commands.
      panes.field = TextField()
      if let reason = standstill(in: scene) {
        scene.say("A query cannot run now. \(reason)", .warning)
      }
      return .none
    default: return Outcome(effects: run(command, in: &scene))
    }
  }

  // MARK: Running

  private mutating func start(_ migration: MigrationStatus, in scene: inout SharedState) -> [Effect]
  {
    let effects = scene.begin(.tracing) { .trace(migration.identifier, generation: $0) }
    open(migration, in: scene)
    scene.work?.isTraced = true
    return effects
  }

  private mutating func open(_ migration: MigrationStatus, in scene: SharedState) {
    self = TraceScreen()
    self.migration = migration
    generation = scene.generation
    isWAL = scene.known.present?.facts.journalMode == "wal"
    listing = migration.script.map { TraceListing($0) } ?? TraceListing()
  }

  private mutating func run(_ command: Command, in scene: inout SharedState) -> [Effect] {
    guard let generation, case .held(let place) = stage else { return [] }
    let goal: TraceGoal
    switch (command, place) {
    case (.traceNext, .before(let index, _, _, _)): goal = .before(index + 1)
    case (.traceToCursor, .before(let index, _, _, _)):
      let target = statementAtCursor
      guard target > index else {
        scene.say(
          "The statement at the cursor has already run or is the next one. Press "
            + "\(scene.key(.traceRestart)) to restart.")
        return []
      }
      goal = .before(target)
    case (.traceToEnd, .before): goal = .afterLast
    default: goal = .finish
    }
    stage = .running
    answer = nil
    begin(in: &scene, generation)
    return [.runTrace(to: goal, generation: generation)]
  }

  /// Marks the trace as running again; a step on the real file counts as running even during a
  /// pause.
  private func begin(in scene: inout SharedState, _ generation: Int, phase: String = "") {
    if !isOnFile {
      scene.work = Work(kind: .tracing, generation: generation, startedAt: scene.now)
    }
    scene.work?.phase = phase
    scene.work?.isTraced = true
  }

  private func cancel(in scene: inout SharedState) -> [Effect] {
    guard let generation else { return [] }
    _ = scene.end(generation)
    return [.cancel(generation: generation)]
  }

  /// Leaves the trace; its copy is removed.
  mutating func leave(in scene: inout SharedState) -> [Effect]? {
    // The first Esc closes the result of a query.
    if answer != nil {
      answer = nil
      return nil
    }
    let effects = cancel(in: &scene)
    let wasOnFile = isOnFile
    self = TraceScreen()
    // The report of the step shows its result.
    if wasOnFile { return [] }
    scene.say("The trace has ended and its copy is deleted. No changes were made.")
    return effects
  }

  var workGeneration: Int? { generation }

  // MARK: Queries

  var prompt: (name: String, hint: String) {
    if case .over = stage { return (" sql: ", "ended  Esc close ") }
    return (" sql: ", "Enter run  Esc close ")
  }

  mutating func type(_ key: Key, in scene: inout SharedState) -> [Effect] {
    switch key {
    case .escape, .control("c"): panes.field = nil
    case .up:
      if let answer { panes.field = TextField(answer.sql) }
    case .enter:
      let sql = panes.field?.text ?? ""
      guard sql.contains(where: { !$0.isWhitespace }) else {
        panes.field = nil
        return []
      }
      if let reason = standstill(in: scene) {
        scene.say("Not run. \(reason)", .warning)
        return []
      }
      panes.field = nil
      guard let generation else { return [] }
      begin(in: &scene, generation, phase: "query")
      return [.queryTrace(sql, generation: generation)]
    default: panes.field?.handle(key)
    }
    return []
  }

  // MARK: Messages

  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
    switch message {
    case .trace(.began(let identifier), let generation)
    where scene.work?.generation == generation:
      let migration = scene.known.present?.status.migrations.first { $0.identifier == identifier }
      guard let migration else { return .none }
      open(migration, in: scene)
      isOnFile = true
      scene.work?.isTraced = true
      return Outcome(isShown: true)
    case .trace(let message, let generation) where generation == self.generation:
      handle(message, in: &scene)
    case .stepped(let report, _, let generation) where generation == self.generation:
      stage = .over(report, nil)
    case .runEnded(let end, let generation) where generation == self.generation:
      if isHoldingFile { stage = .over(nil, end.error.map { scene.failure($0) }) }
      self.generation = nil
    default: break
    }
    return .none
  }

  private mutating func handle(_ message: TraceMessage, in scene: inout SharedState) {
    switch message {
    case .began: break
    case .ran(let trace):
      traces.append(trace)
      listCode()
    case .held(let place, let ground):
      pause(in: &scene)
      stage = .held(place)
      self.ground = ground
      targetSetAt = scene.now
      listCode()
      // Move the cursor to the current statement.
      if let row = listing.row(of: reached ?? max(0, traces.count - 1)) {
        panes.list.selection = row
      }
    case .answered(let answer):
      pause(in: &scene)
      self.answer = answer
    case .ended(.success(let tried)):
      pause(in: &scene)
      let report = tried.dryRun.report
      let isStopped = report.failure?.isCancellation == true
      // A traced run does not count as a dry run of a step, because it was paused between
      // statements.
      stage = .over(isStopped ? nil : report.steps.last, nil)
    case .ended(.failure(let failure)):
      pause(in: &scene)
      stage = .over(nil, failure)
    }
  }

  /// Marks the trace as paused; a step on the real file still counts as running, so that no other
  /// work can start.
  private func pause(in scene: inout SharedState) {
    if isOnFile {
      scene.work?.phase = "held"
    } else if let generation {
      _ = scene.end(generation)
    }
  }

  /// For code, statements are known only as they run.
  private mutating func listCode() {
    guard migration?.script == nil else { return }
    var statements = traces.map(\.sql)
    if case .held(.before(_, let sql, _, _)) = stage { statements.append(sql) }
    listing = TraceListing(code: statements)
  }
}

// Commands that control a trace.
extension Command {
  /// Run the selected migration statement by statement, on a copy.
  public static var trace: Command { Command() }
  /// Run the next statement of the trace.
  public static var traceNext: Command { Command() }
  /// Run the trace up to the statement under the cursor.
  public static var traceToCursor: Command { Command() }
  /// Run all remaining statements of the trace.
  public static var traceToEnd: Command { Command() }
  /// Restart the trace on a new copy.
  public static var traceRestart: Command { Command() }
  /// Run a read-only query on the copy of the trace.
  public static var traceQuery: Command { Command(isTyped: true) }
}
