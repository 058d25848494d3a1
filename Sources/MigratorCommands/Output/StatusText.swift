import MigrationConsole
import MigratorEngine
import MigratorSession

struct StatusText {
  let facts: DatabaseFacts
  let report: StatusReport
  let origin: MigrationOrigin
  /// Where a run of all pending migrations would end early, or `nil`.
  let stop: PredictedStop?
  private let standstill: NothingPendingReason
  private let leftover: HistoryEvent?
  private let situation: Situation
  private let options: [String]

  /// Creates the output.
  ///
  /// - Parameters:
  ///   - overview: The state.
  ///   - options: The options for a command with the same migrations, unquoted.
  init(_ overview: SessionOverview, options: [String] = []) {
    facts = overview.facts
    report = overview.status
    origin = overview.origin
    stop = overview.stop
    standstill = overview.standstill
    leftover = overview.leftover
    situation = Situation(overview)
    self.options = options
  }

  /// The exit status, which shows whether migrations are pending or whether this is unknown.
  var status: ExitStatus {
    if !report.problems.isEmpty { return .badMigrations }
    if report.next != nil || report.obstacle != nil { return .found }
    if report.caution != nil { return .blocked }
    return standstill == .complete ? .success : .unknown
  }

  func say(asJSON: Bool = false) {
    if asJSON { Printer.say(json) } else { Printer.say(lines) }
    BatchFailure(report.problems).map(Printer.tell)
  }

  var lines: [String] {
    let place = origin.place.map { "migrations from \($0) (\(origin.reason))" }
    var lines = [title, ledger, place ?? origin.reason]
    lines += origin.isThere ? [] : searchedPlaces
    if let evidence = origin.evidence { lines.append(evidence) }
    lines += origin.notes.map { "note: \($0)" }
    if let obstacle = report.obstacle { lines.append("stop: \(obstacle)") }
    if let stop { lines.append("stop: \(Printer.line(stop.message)) \(stop.remedy)") }
    if let caution = report.caution { lines.append("note: \(caution)") }
    if let leftover { lines.append("note: \(Printer.line(leftover.leftoverWords))") }
    if case .superseded = standstill, report.next == nil, report.obstacle == nil {
      lines.append("note: \(Printer.line(standstill.message))")
    }
    lines.append("")
    let width = report.migrations.map(\.state.word.count).max() ?? 0
    for (index, migration) in report.migrations.enumerated() {
      let word = migration.state.word
      let padding = String(repeating: " ", count: width - word.count)
      let time = migration.appliedAt.map { "  \($0)" } ?? ""
      let place = migration.place.map { "  \($0)" } ?? ""
      let next = migration.isNext ? "  ← next" : ""
      lines.append(
        "  \(word)\(padding)  \(Printer.line(migration.identifier + time + place))\(next)")
      // A note that several consecutive migrations share is printed after the last one.
      if let note = migration.note, note != report.migrations.dropFirst(index + 1).first?.note {
        lines.append("  \(String(repeating: " ", count: width))  \(Printer.line(note))")
      }
    }
    if report.migrations.isEmpty { lines.append("  no migrations registered or applied") }
    if let next = nextLine { lines += ["", "next: \(next)"] }
    return lines
  }

  /// The next command, or what a person has to do.
  private var nextLine: String? {
    situation.next.flatMap(command) ?? situation.advice
  }

  /// The command, with the path that the user gave.
  private func command(_ next: NextAction) -> String? {
    next.command(for: Printer.database ?? facts.path, options: options)
  }

  /// The searched places, with all missing ones in one line.
  private var searchedPlaces: [String] {
    let missing = origin.searchedPlaces.filter(\.isMissing).map(\.place)
    let found = origin.searchedPlaces.filter { !$0.isMissing }.map { "  \($0.words)" }
    return found + (missing.isEmpty ? [] : ["  not found: \(missing.joined(separator: ", "))"])
  }

  private var title: String {
    var parts = [
      Printer.line(facts.path), Format.bytes(facts.fileSize), "journal \(facts.journalMode)",
    ]
    if let size = facts.walSize, size > 0 { parts.append("-wal \(Format.bytes(size))") }
    if facts.userVersion != 0 { parts.append("user_version \(facts.userVersion)") }
    if facts.isReadOnly { parts.append("read-only") }
    return parts.joined(separator: "  ")
  }

  private var ledger: String {
    let name = report.ledgerExists ? report.ledgerName : "no ledger \(report.ledgerName) yet"
    return "\(name): \(report.countText)"
  }

  var json: JSON {
    [
      "database": .string(facts.path),
      "fileSize": .integer(facts.fileSize),
      "walSize": facts.walSize.map { .integer($0) } ?? .null,
      "journalMode": .string(facts.journalMode),
      "encoding": .string(facts.encoding),
      "userVersion": .integer(Int64(facts.userVersion)),
      "applicationID": .integer(Int64(facts.applicationID)),
      "schemaVersion": .integer(Int64(facts.schemaVersion)),
      "isReadOnly": .bool(facts.isReadOnly),
      "ledger": ["name": .string(report.ledgerName), "exists": .bool(report.ledgerExists)],
      "source": [
        "place": .optional(origin.place),
        "reason": .string(origin.reason),
        "format": .optional(origin.format),
        "evidence": .optional(origin.evidence),
        "lookedAt": .array(origin.searchedPlaces.map { .string($0.words) }),
        "notes": .array(origin.notes.map { .string($0) }),
      ],
      "counts": .object(
        MigrationStatus.State.allCases.map {
          ($0.rawValue, .integer(Int64(report.count(of: $0))))
        }),
      "next": situation.next.map(json) ?? .null,
      "obstacle": report.obstacle.map {
        ["message": .string($0.message), "remedy": .string($0.remedy)]
      } ?? .null,
      "caution": report.caution.map {
        ["message": .string($0.message), "remedy": .string($0.remedy)]
      } ?? .null,
      "stop": stop.map(Self.json) ?? .null,
      "leftover": leftover.map {
        [
          "migration": .optional($0.subject),
          "statements": .integer(Int64($0.keptStatements ?? 0)),
          "time": .string($0.time), "backup": .optional($0.backup?.path),
        ]
      } ?? .null,
      "newer": .array(report.newer.map { .string($0) }),
      "migrations": .array(report.migrations.map(Self.json)),
    ]
  }

  private func json(_ next: NextAction) -> JSON {
    [
      "action": .string(next.kind.rawValue), "subject": .optional(next.subject),
      "command": .optional(command(next)),
      "reason": .string(situation.words), "advice": .optional(situation.advice),
    ]
  }

  static func json(_ stop: PredictedStop) -> JSON {
    [
      "before": .string(stop.identifier), "waiting": .integer(Int64(stop.waiting)),
      "message": .string(stop.message), "remedy": .string(stop.remedy.sentence),
    ]
  }

  static func json(_ migration: MigrationStatus) -> JSON {
    [
      "identifier": .string(migration.identifier),
      "state": .string(migration.state.rawValue),
      "isNext": .bool(migration.isNext),
      "isCompleted": .bool(migration.isCompleted),
      "foreignKeyChecks": .optional(migration.foreignKeyChecks?.rawValue),
      "runsOutsideTransaction": .bool(migration.runsOutsideTransaction),
      "file": .optional(migration.file),
      "place": .optional(migration.place),
      "appliedAt": .optional(migration.appliedAt),
      "note": .optional(migration.note),
      "problems": .array((migration.obstacle?.problems ?? []).map(json)),
    ]
  }

  static func json(_ problem: FileProblem) -> JSON {
    [
      "file": .string(problem.file),
      "line": problem.location.map { .integer(Int64($0.line)) } ?? .null,
      "column": problem.location.map { .integer(Int64($0.column)) } ?? .null,
      "message": .string(problem.message), "remedy": .string(problem.remedy),
    ]
  }
}
