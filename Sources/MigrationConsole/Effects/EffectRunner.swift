import Dispatch
import MigratorEngine
import Synchronization
import TerminalUI

/// Runs effects on workers and posts what comes of them.
///
/// Three queues, so that looking never waits for work: one reads what the screens show, one searches
/// violations, one does dry runs, replays and steps.
final class EffectRunner: Sendable {
  private let engine: any ConsoleEngine
  private let mailbox: Mailbox
  private let reading = DispatchQueue(label: "migtui.reading")
  private let searching = DispatchQueue(label: "migtui.searching")
  private let working = DispatchQueue(label: "migtui.working")
  private let running = DispatchGroup()
  private let cancellations = Mutex<[Int: Cancellation]>([:])

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - engine: What does the work.
  ///   - mailbox: Where results go.
  init(engine: any ConsoleEngine, mailbox: Mailbox) {
    self.engine = engine
    self.mailbox = mailbox
  }

  /// Begins an effect that runs on a worker.
  ///
  /// - Parameter effect: The effect; those that concern the terminal are not the runner's.
  func run(_ effect: Effect) {
    switch effect {
    case .loadOverview:
      reading.async(group: running) { [self] in
        post(.overview(attempt { try engine.overview() }))
      }
    case .computeDrift(let generation):
      start(on: working, generation) { [self] cancellation in
        post(
          .drift(attempt { try engine.drift(cancellation: cancellation) }, generation: generation))
      }
    case .searchViolations(let generation):
      start(on: searching, generation) { [self] in search(generation, $0) }
    case .dryRun(let scope, let generation):
      start(on: working, generation) { [self] cancellation in
        post(.dryRun(dryRun(scope, generation, cancellation), generation: generation))
      }
    case .prepareStep(let scope, let known, let generation):
      start(on: working, generation) { [self] in prepare(scope, known, generation, $0) }
    case .step(let plan, let generation):
      start(on: working, generation) { [self] in step(plan, generation, $0) }
    case .findRepairs(let selected, let generation):
      start(on: working, generation) { [self] cancellation in
        post(
          .repairs(
            attempt { try engine.repairs(selected: selected, cancellation: cancellation) },
            generation: generation))
      }
    case .repair(let request, let generation):
      start(on: working, generation) { [self] _ in
        post(
          .repaired(
            attempt {
              try engine.repair(request)
              return request.repair
            }, generation: generation))
      }
    case .cancel(let generation):
      cancellations.withLock { $0[generation] }?.cancel()
    case .copyToClipboard, .export, .flushTypeAhead, .suspend, .redraw, .quit:
      break
    }
  }

  /// Stops all work and waits until it is rolled back and its copies are removed.
  func finish() {
    for cancellation in cancellations.withLock({ Array($0.values) }) { cancellation.cancel() }
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

  private func post(_ message: WorkMessage) { mailbox.post(.work(message)) }

  private func attempt<T>(_ body: () throws -> T) -> Result<T, WorkFailure> {
    do {
      return .success(try body())
    } catch {
      return .failure(WorkFailure(error))
    }
  }

  private func dryRun(_ scope: RunScope, _ generation: Int, _ cancellation: Cancellation)
    -> Result<DryRunReport, WorkFailure>
  {
    attempt {
      try engine.dryRun(scope, cancellation: cancellation) {
        post(.event($0, generation: generation))
      }
    }
  }

  /// A known dry run is not repeated if it is of the file's present state.
  private func prepare(
    _ scope: RunScope, _ known: DryRunReport?, _ generation: Int, _ cancellation: Cancellation
  ) {
    var report: Result<DryRunReport, WorkFailure>?
    if let known, case .success(let now) = attempt({ try engine.fingerprint() }),
      now == known.fingerprint
    {
      report = .success(known)
    }
    let result = report ?? dryRun(scope, generation, cancellation)
    var path: String?
    if case .success(let report) = result, let first = report.steps.first {
      path = engine.backupPath(before: first.identifier)
    } else if case .failure = result {
      path = engine.backupPath(before: "step")
    }
    post(.prepared(scope, result, backupPath: path, generation: generation))
  }

  private func step(_ plan: StepPlan, _ generation: Int, _ cancellation: Cancellation) {
    var failure: WorkFailure?
    var fingerprint = plan.fingerprint
    for (index, identifier) in plan.identifiers.enumerated() {
      let request = StepRequest(
        identifier: identifier, fingerprint: fingerprint,
        backupPath: index == 0 ? plan.backupPath : nil)
      let result = attempt {
        try engine.step(request, cancellation: cancellation) {
          post(.event($0, generation: generation))
        }
      }
      switch result {
      case .success(let report):
        post(.stepped(report, generation: generation))
        // The first step met the state that was looked at; each later one must meet the state that
        // the step before it left, or what it does was never agreed to.
        if report.failure == nil, fingerprint != nil {
          switch attempt({ try engine.fingerprint() }) {
          case .success(let state): fingerprint = state
          case .failure(let reason): failure = reason
          }
        }
        if report.failure == nil, failure == nil { continue }
      case .failure(let reason):
        failure = reason
      }
      break
    }
    post(.runEnded(failure, generation: generation))
  }

  /// Hands violations on in handfuls: a message for each would drown the loop.
  private func search(_ generation: Int, _ cancellation: Cancellation) {
    var batch: [ViolationDetail] = []
    var unlisted: [ForeignKeyDescription: Int] = [:]
    var kept: [ForeignKeyDescription: Int] = [:]
    var lastPost = DispatchTime.now()
    func flush() {
      guard !batch.isEmpty || !unlisted.isEmpty else { return }
      post(.violations(batch, unlisted: unlisted, generation: generation))
      batch = []
      unlisted = [:]
      lastPost = DispatchTime.now()
    }
    let result = attempt {
      try engine.searchViolations(cancellation: cancellation) { violation in
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
    if case .failure(let failure) = result {
      post(.violationsEnded(failure, generation: generation))
    } else {
      post(.violationsEnded(nil, generation: generation))
    }
  }

  /// How many violations of one foreign key are listed; more are only counted.
  private static let listedPerKey = 5_000
}
