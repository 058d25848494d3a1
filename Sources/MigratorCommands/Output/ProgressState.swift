import MigratorEngine
import MigratorSession

/// What a command has done so far, and how much of its work remains.
///
/// The dry run of a step counts the work of each migration, in SQLite's virtual-machine steps. The
/// step compares its own work with these counts.
struct ProgressState {
  enum Phase {
    case dryRun
    /// The database file is changed, so other programs cannot write to it.
    case step
  }

  private struct Migration {
    let identifier: String
    let began: ContinuousClock.Instant
    var statementCount: Int
    var statement: (index: Int, line: Int)?
    var kiloSteps = 0
    var isChecking = false
    /// When its statements finished.
    var finished: ContinuousClock.Instant?
  }

  private struct Work {
    let kiloSteps: Int
    let seconds: Double
  }

  private enum Activity {
    case waiting
    case copying(done: Int64, total: Int64)
    case migrating(Migration)
  }

  private var phase: Phase
  private let start: ContinuousClock.Instant
  private var activity = Activity.waiting
  /// The migrations of the run, in order.
  private var planned: [String] = []
  private var work: [String: Work] = [:]
  private var finishedSeconds = 0.0
  private var stepsBegan: ContinuousClock.Instant?

  init(_ phase: Phase, at start: ContinuousClock.Instant) {
    (self.phase, self.start) = (phase, start)
  }

  /// The database file is changed from now on.
  mutating func beginSteps() {
    finishMigration()
    (phase, activity) = (.step, .waiting)
  }

  mutating func note(_ event: MigrationEvent, at now: ContinuousClock.Instant) {
    switch event {
    case .planned(let identifiers):
      if phase == .dryRun || planned.isEmpty { planned = identifiers }
    case .copying(let done, let total): activity = .copying(done: done, total: total)
    case .began(let identifier, _, _, let statements):
      finishMigration()
      if phase == .step { stepsBegan = stepsBegan ?? now }
      activity = .migrating(
        Migration(
          identifier: identifier, began: now, statementCount: statements))
    case .statement(_, let index, let count, let line):
      change { ($0.statement, $0.statementCount) = ((index, line), count) }
    case .working(_, let kiloSteps):
      // Comparing rows is work of the dry run only.
      change { if $0.finished == nil { $0.kiloSteps = kiloSteps } }
    case .finishedStatements: change { $0.finished = now }
    case .checking: change { $0.isChecking = true }
    case .committed, .alreadyApplied, .failed, .erased, .oldViolations: break
    }
  }

  private mutating func change(_ change: (inout Migration) -> Void) {
    guard case .migrating(var migration) = activity else { return }
    change(&migration)
    activity = .migrating(migration)
  }

  /// Counts the current migration as finished.
  private mutating func finishMigration() {
    guard case .migrating(let migration) = activity else { return }
    switch phase {
    case .dryRun:
      guard let finished = migration.finished else { break }
      work[migration.identifier] = Work(
        kiloSteps: migration.kiloSteps, seconds: (finished - migration.began) / .seconds(1))
    case .step: finishedSeconds += work[migration.identifier]?.seconds ?? 0
    }
    activity = .waiting
  }

  /// The share of the work of a step that is done, from 0 to 1; `nil` without a dry run.
  var share: Double? {
    let total = work.values.reduce(0) { $0 + $1.seconds }
    guard phase == .step, total > 0, case .migrating(let migration) = activity,
      let work = work[migration.identifier]
    else { return nil }
    var part = work.kiloSteps > 0 ? min(1, Double(migration.kiloSteps) / Double(work.kiloSteps)) : 0
    if migration.finished != nil { part = 1 }
    return (finishedSeconds + part * work.seconds) / total
  }

  /// The seconds that the rest of a step is expected to take; `nil` near its beginning.
  func secondsLeft(at now: ContinuousClock.Instant) -> Double? {
    guard let share, share > 0.02, let stepsBegan else { return nil }
    return (now - stepsBegan) / .seconds(1) * (1 - share) / share
  }

  /// The line to show; numbers come first, because a terminal cuts off its end.
  func line(at now: ContinuousClock.Instant) -> String {
    var parts: [String] = []
    switch activity {
    case .waiting: parts.append(Format.about((now - start) / .seconds(1)))
    case .copying(let done, let total):
      let percent = total > 0 ? done * 100 / total : 100
      parts.append("copying \(percent) % of \(Format.bytes(total))")
    case .migrating(let migration):
      let seconds = (now - migration.began) / .seconds(1)
      if let share { parts.append("\(Int(share * 100)) %") }
      if let left = secondsLeft(at: now) { parts.append("about \(Format.about(left)) left") }
      parts.append(
        phase == .step
          ? "writers wait \(Format.about(seconds))" : "dry run \(Format.about(seconds))")
      parts.append(contentsOf: place(of: migration))
    }
    return parts.joined(separator: " · ")
  }

  private func place(of migration: Migration) -> [String] {
    let position = planned.firstIndex(of: migration.identifier).map {
      "\($0 + 1) of \(planned.count) "
    }
    let statement = migration.statement.map {
      "statement \($0.index + 1) of \(migration.statementCount), line \($0.line)"
    }
    return [
      (position ?? "") + migration.identifier,
      migration.isChecking
        ? "checking foreign keys"
        : migration.finished != nil && phase == .dryRun ? "comparing rows" : statement,
    ].compactMap(\.self)
  }
}
