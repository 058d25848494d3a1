import Dispatch
import MigratorEngine
import MigratorSession
import MigratorPlatform

/// Runs effects on worker queues and posts their results.
///
/// Three queues keep the screens responsive: one reads the data of the screens, one searches for
/// violations, and one runs dry runs, replays and steps.
final class EffectRunner: Sendable {
  private let session: MigrationSession
  private let mailbox: Mailbox
  private let follower: ChangePoller
  /// The first read, until ``takeFirst()`` removes it.
  private let first: Mutex<InitialRead?>
  private let reading = DispatchQueue(label: "migtui.reading")
  private let searching = DispatchQueue(label: "migtui.searching")
  private let working = DispatchQueue(label: "migtui.working")
  private let running = DispatchGroup()
  private let cancellations = Mutex<[Int: Cancellation]>([:])
  /// The gates at which workers with a trace wait, by generation number.
  private let gates = Mutex<[Int: TracePausePoint]>([:])

  /// Creates a runner that checks for external changes at an interval in seconds.
  init(
    session: MigrationSession, first: InitialRead? = nil, every interval: Double, mailbox: Mailbox
  ) {
    self.session = session
    self.mailbox = mailbox
    self.first = Mutex(first)
    first?.onWaiting { mailbox.post(.work(.waiting)) }
    let follower = first?.follower ?? ChangePoller(session)
    self.follower = follower
    DispatchQueue(label: "migtui.following").async(group: running) {
      follower.follow(every: interval) { mailbox.post(.work(.touched)) }
    }
  }

  private func takeFirst() -> InitialRead? {
    first.withLock { first in
      defer { first = nil }
      return first
    }
  }

  /// Starts an effect that does not concern the terminal.
  func run(_ effect: Effect) {
    switch effect {
    case .loadOverview:
      reading.async(group: running) { [self] in
        // Post the history first: the screens are complete once the overview arrives.
        post(.history(session.historyOfOthers()))
        post(.overview(attempt { try takeFirst()?.overview ?? follower.read() }))
      }
    case .computeDrift(let generation):
      start(on: working, generation) { [self] cancellation in
        post(
          .drift(attempt { try session.drift(cancellation: cancellation) }, generation: generation))
      }
    case .searchViolations(let words, let generation):
      start(on: searching, generation) { [self] in
        // Finish pending reads first: in parallel, each would take longer.
        reading.sync {}
        search(WordSearch(words), generation, $0)
      }
    case .tryFixes(let choices, let generation):
      start(on: working, generation) { [self] cancellation in
        let result = attempt {
          try session.tryFixes(choices, cancellation: cancellation) {
            post(.event($0, generation: generation))
          }
        }
        post(.triedFixes(choices, result, generation: generation))
      }
    case .applyFixes(let trial, let phrase, let keepsBackup, let generation):
      start(on: working, generation) { [self] cancellation in
        let result = attempt {
          try session.apply(
            trial, agreeing: phrase, keepsBackup: keepsBackup, cancellation: cancellation)
        }
        post(.appliedFixes(trial, result, generation: generation))
      }
    case .draftMigration(let goal, let answers, let generation):
      start(on: working, generation) { [self] cancellation in
        let result = attempt {
          try session.draftMigration(goal, answering: answers, cancellation: cancellation)
        }
        post(.drafted(MigrationWish(goal: goal, answers: answers), result, generation: generation))
      }
    case .writeFiles(let files, let purpose):
      reading.async(group: running) { [self] in
        post(.wroteMigration(attempt { try session.write(files) }, for: purpose))
      }
    case .dryRun(let scope, let generation):
      start(on: working, generation) { [self] cancellation in
        let result = attempt {
          try session.dryRun(scope, cancellation: cancellation) {
            post(.event($0, generation: generation))
          }
        }
        post(.dryRun(result, generation: generation))
      }
    case .prepareStep(let scope, let known, let generation):
      start(on: working, generation) { [self] cancellation in
        let result = attempt {
          try session.prepareStep(
            scope, known: known, rehearsal: .ifPossible, cancellation: cancellation
          ) { post(.event($0, generation: generation)) }
        }
        post(.prepared(scope, result, generation: generation))
      }
    case .step(let prepared, let phrases, let keepsBackup, let isHeld, let generation):
      let gate = isHeld ? openGate(generation) : nil
      start(on: working, generation) { [self] cancellation in
        defer { gates.withLock { $0[generation] = nil } }
        let first = prepared.migrations.first?.identifier
        if isHeld, let first { post(.trace(.began(first), generation: generation)) }
        let outcome = session.step(
          prepared, agreeing: phrases, keepsBackup: keepsBackup,
          tracing: gate.map { tracing(first, through: $0, generation, cancellation) },
          cancellation: cancellation,
          onEvent: { post(.event($0, generation: generation)) },
          onStep: { post(.stepped($0, backupPath: $1, generation: generation)) })
        post(.runEnded(outcome, generation: generation))
      }
    case .findRepairs(let selected, let generation):
      start(on: working, generation) { [self] cancellation in
        post(
          .repairs(
            attempt { try session.repairs(selected: selected, cancellation: cancellation) },
            generation: generation))
      }
    case .repair(let repair, let offers, let keepsBackup, let generation):
      start(on: working, generation) { [self] _ in
        let result = attempt {
          try session.repair(repair, of: offers, keepsBackup: keepsBackup)
        }
        post(.repaired(repair, result, generation: generation))
      }
    case .prepareRestore(let path, let generation):
      start(on: working, generation) { [self] cancellation in
        post(
          .restorePrepared(
            attempt { try session.prepareRestore(path, cancellation: cancellation) },
            generation: generation))
      }
    case .restore(let prepared, let phrase, let keepsBackup, let generation):
      start(on: working, generation) { [self] cancellation in
        let outcome = session.restore(
          prepared, agreeing: phrase, keepsBackup: keepsBackup, cancellation: cancellation,
          onEvent: { post(.event($0, generation: generation)) })
        post(
          .restored(
            outcome, from: prepared.backup, undone: session.undoneSteps(), generation: generation))
      }
    case .trace(let identifier, let generation): trace(identifier, generation)
    case .runTrace(let goal, let generation):
      gates.withLock { $0[generation] }?.open(to: goal)
    case .queryTrace(let sql, let generation):
      gates.withLock { $0[generation] }?.ask(sql)
    case .cancel(let generation):
      cancellations.withLock { $0[generation] }?.cancel()
      gates.withLock { $0[generation] }?.wake()
    case .copyToClipboard, .export, .setMouse, .run, .flushTypeAhead, .suspend, .redraw, .quit:
      break
    }
  }

  /// Cancels all work and waits until it is rolled back and its copies are removed.
  func finish() {
    follower.stop()
    for cancellation in cancellations.withLock({ Array($0.values) }) { cancellation.cancel() }
    for gate in gates.withLock({ Array($0.values) }) { gate.wake() }
    running.wait()
  }

  private func start(
    on queue: DispatchQueue, _ generation: Int, _ body: @escaping @Sendable (Cancellation) -> Void
  ) {
    let cancellation = Cancellation()
    cancellations.withLock { $0[generation] = cancellation }
    queue.async(group: running) { [self] in
      body(cancellation)
      cancellations.withLock { $0[generation] = nil }
    }
  }

  private func trace(_ identifier: String, _ generation: Int) {
    let gate = openGate(generation)
    start(on: working, generation) { [self] cancellation in
      let result = attempt {
        try session.trace(
          tracing(identifier, through: gate, generation, cancellation), cancellation: cancellation,
          onEvent: { post(.event($0, generation: generation)) })
      }
      gates.withLock { $0[generation] = nil }
      post(.trace(.ended(result), generation: generation))
    }
  }

  private func openGate(_ generation: Int) -> TracePausePoint {
    let gate = TracePausePoint()
    gates.withLock { $0[generation] = gate }
    return gate
  }

  /// Reports each statement and pauses at the gate between statements.
  private func tracing(
    _ identifier: String?, through gate: TracePausePoint, _ generation: Int,
    _ cancellation: Cancellation
  ) -> StatementTracing {
    func send(_ message: TraceMessage) { post(.trace(message, generation: generation)) }
    return StatementTracing(of: identifier, holdLimit: Self.holdLimit) { pause in
      gate.pass(pause.place, unless: cancellation, until: pause.deadline) {
        send(.held(pause.place, on: TraceTarget(of: pause)))
      } onQuery: { sql in
        send(.answered(TraceAnswer(sql: sql, result: self.attempt { try pause.query(sql) })))
      }
    } onTrace: {
      send(.ran($0))
    }
  }

  /// How long a step on the real file may be paused in total, while other writers are blocked.
  private static let holdLimit = Duration.seconds(60)

  private func post(_ message: WorkMessage) { mailbox.post(.work(message)) }

  private func attempt<T>(_ body: () throws -> T) -> Result<T, WorkFailure> {
    do {
      return .success(try body())
    } catch {
      return .failure(WorkFailure(error, of: session.database))
    }
  }

  /// Posts violations in batches: one message per violation would flood the event loop.
  private func search(_ words: WordSearch, _ generation: Int, _ cancellation: Cancellation) {
    var batch: [ViolationDetail] = []
    var unlisted: [ForeignKeyInfo: Int] = [:]
    var kept: [ForeignKeyInfo: Int] = [:]
    var lastPost = DispatchTime.now()
    func flush() {
      guard !batch.isEmpty || !unlisted.isEmpty else { return }
      post(.violations(batch, unlisted: unlisted, generation: generation))
      batch = []
      unlisted = [:]
      lastPost = DispatchTime.now()
    }
    let result = attempt {
      try session.violations(cancellation: cancellation) { violation in
        guard words.matches([violation.description]) else { return true }
        let count = kept[violation.foreignKey, default: 0]
        kept[violation.foreignKey] = count + 1
        if count < Self.listedPerKey {
          batch.append(violation)
        } else {
          unlisted[violation.foreignKey, default: 0] += 1
        }
        if DispatchTime.now().uptimeNanoseconds - lastPost.uptimeNanoseconds > 50_000_000 {
          flush()
        }
        return true
      } onTable: { table, index, count in
        flush()
        post(
          .violationProgress(table: table, index: index, count: count, generation: generation))
      }
    }
    flush()
    var failure: WorkFailure?
    if case .failure(let seen) = result { failure = seen }
    // If the fixing statements cannot be determined, the rows are listed without them. A failed
    // search is skipped here: its findings may not be violations.
    if failure?.isCancellation ?? true, words.isEmpty,
      let options = try? session.fixOptions(of: Array(kept.keys))
    {
      post(.fixOptions(options, generation: generation))
    }
    post(.violationsEnded(failure, generation: generation))
  }

  /// How many violations of one foreign key are listed; the rest are only counted.
  private static let listedPerKey = 5_000
}

extension MigrationSession {
  /// For each step of this session, true if its latest event in the history is undone.
  fileprivate func undoneSteps() -> [String: Bool] {
    history().events.reduce(into: [:]) { undone, event in
      guard event.session == identifier, event.action == .step, event.outcome == .applied,
        let subject = event.subject
      else { return }
      undone[subject] = event.isUndone == true
    }
  }

  /// The history without the steps of this session, for which the console has more details.
  fileprivate func historyOfOthers() -> History {
    var history = history()
    history.events.removeAll { event in
      guard event.session == identifier, event.seconds != nil else { return false }
      return switch event.outcome {
      case .applied, .failed, .stopped: true
      case .began, .refused, .repaired, .restored: false
      }
    }
    return history
  }
}
