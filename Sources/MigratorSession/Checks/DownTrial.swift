internal import MigratorEngine
internal import MigratorSchema

/// Runs migrations up, down and up again on a copy.
///
/// For each migration with a down script there are two steps. The first runs up and down, so that
/// its report shows the net difference. The second runs up, and the next migration follows.
/// Migrations without a down script only run up.
struct DownTrial {
  /// A migration that succeeded in the dry run.
  struct Item {
    let registered: RegisteredMigration
    let script: SQLScript
    /// The down script, or `nil` if there is none that can be tried.
    let down: SQLScript?
    /// The report of the dry run.
    let report: StepReport
  }

  /// A difference, with the file to fix.
  struct Finding: Hashable {
    let migration: String
    let difference: DownDifference
    let file: String
  }

  private enum Pass: Hashable {
    case upAndDown, up
  }

  /// The maximum number of failing migrations for which the run is repeated without their down
  /// scripts.
  private static let failureLimit = 10

  private let items: [Item]
  private let acceptsStrings: Bool
  private let policy: ForeignKeyPolicy

  /// Creates a trial; `nil` if no migration of the dry run has a down script.
  init?(_ dryRun: SessionDryRun, _ loaded: LoadedMigrations) {
    guard let migrator = loaded.runner as? DatabaseMigrator else { return nil }
    let registered = Dictionary(dryRun.registered.map { ($0.identifier, $0) }) { first, _ in first }
    var items: [Item] = []
    for report in dryRun.report.steps where report.failure == nil {
      // Without this migration, the later ones would run on a different schema.
      guard let migration = registered[report.identifier], let script = migration.script,
        migration.transaction == .whole
      else { break }
      items.append(
        Item(
          registered: migration, script: script, down: loaded.down(report.identifier),
          report: report))
    }
    guard items.contains(where: { $0.down != nil }) else { return nil }
    self.items = items
    acceptsStrings = migrator.acceptsDoubleQuotedStringLiterals
    policy = migrator.foreignKeyPolicy
  }

  /// Runs the trial.
  ///
  /// - Throws: SQLITE_INTERRUPT when canceled; an error if no copy could be made.
  func run(
    on inspection: DatabaseInspection, form: CopyKind?, configuration: Configuration,
    cancellation: Cancellation?
  ) throws -> [Finding] {
    var findings: [String: [DownDifference]] = [:]
    var skipped: Set<String> = []
    while skipped.count <= Self.failureLimit {
      let steps = steps(without: skipped)
      let report = try DryRun.run(
        on: inspection, migrator: migrator(steps), scope: .all, form: form,
        configuration: configuration, cancellation: cancellation)
      if report.failure?.isCancellation == true { throw CancellationError() }
      findings = findings.filter { skipped.contains($0.key) }
      var former = SchemaSnapshot.empty
      for (step, report) in zip(steps, report.steps) {
        let name = step.item.registered.identifier
        if step.pass == .upAndDown { former = report.schemaBefore }
        // A migration whose down script failed earlier only runs up in this pass. If the schema
        // differs after the down script, a failure of the second up script proves nothing more.
        if skipped.contains(name) || findings[name]?.contains(where: \.isOfSchema) == true {
          continue
        }
        let found = difference(step, report, since: former)
        if !found.isEmpty { findings[name, default: []] += found }
      }
      guard report.failure != nil, report.steps.count <= steps.count, !report.steps.isEmpty
      else { break }
      let last = steps[report.steps.count - 1].item
      // An up migration that fails on its own would fail again.
      guard last.down != nil, skipped.insert(last.registered.identifier).inserted else { break }
    }
    return items.flatMap { item in
      let name = item.registered.identifier
      return (findings[name] ?? []).map { difference in
        Finding(
          migration: name, difference: difference,
          file: difference.location?.file ?? item.down?.file ?? item.script.file)
      }
    }
  }

  private func steps(without skipped: Set<String>) -> [(item: Item, pass: Pass)] {
    items.flatMap { item -> [(item: Item, pass: Pass)] in
      item.down == nil || skipped.contains(item.registered.identifier)
        ? [(item, .up)] : [(item, .upAndDown), (item, .up)]
    }
  }

  private func migrator(_ steps: [(item: Item, pass: Pass)]) -> DatabaseMigrator {
    // The trial has a ledger of its own: the rows of the tool's ledger do not affect statements.
    var migrator = DatabaseMigrator()
    migrator.acceptsDoubleQuotedStringLiterals = acceptsStrings
    migrator.foreignKeyPolicy = policy
    for (item, pass) in steps {
      let isBoth = pass == .upAndDown
      migrator.registerMigration(
        item.registered.identifier + (isBoth ? " up, down" : ""),
        foreignKeyChecks: item.registered.foreignKeyChecks,
        script: isBoth ? item.upAndDown : item.script)
    }
    return migrator
  }

  private func difference(
    _ step: (item: Item, pass: Pass), _ report: StepReport, since former: SchemaSnapshot
  ) -> [DownDifference] {
    let item = step.item
    guard step.pass == .upAndDown else {
      guard item.down != nil else { return [] }
      if let failed = report.failure {
        return failed.isDiskError
          ? [] : [.secondFailure(message: failed.message, failed.fixLocation)]
      }
      // Earlier differences, such as those in the tool's ledger, are not caused by this migration.
      let known = Set(Self.lines(from: item.report.schemaBefore, to: former))
      let lines = Self.lines(from: item.report.schemaAfter, to: report.schemaAfter)
        .filter { !known.contains($0) }
      return lines.isEmpty ? [] : [.secondSchema(lines: lines)]
    }
    if let failed = report.failure {
      let place = failed.fixLocation
      // The migration succeeded in the dry run, so a failure of its up script has another cause.
      guard !failed.isDiskError, place.map(item.isInDown) ?? true else { return [] }
      return [.failure(message: failed.message, place.map(item.locationInDown))]
    }
    let lines = Self.lines(from: report.schemaBefore, to: report.schemaAfter)
    if !lines.isEmpty { return [.schema(lines: lines)] }
    let own = Losses(of: [item.report])
    let tables = Set(own.list(of: .data).compactMap(\.facts.table).map(SQLName.init(_:)))
    let new = Losses(
      Losses(of: [report]).list(of: .data).filter { loss in
        loss.facts.table.map { !tables.contains(SQLName($0)) } ?? false
      })
    let place = new.all.lazy.compactMap { report.causes[$0] }.first(where: item.isInDown)
    return new.isDataLost ? [.losses(new, place.map(item.locationInDown))] : []
  }

  /// The differences, except those that are only in the text.
  ///
  /// An added foreign-key action does not count, because only a table rebuild removes it.
  private static func lines(from before: SchemaSnapshot, to after: SchemaSnapshot) -> [String] {
    if before.objects == after.objects { return [] }
    let diff = SchemaDiff(before: before, after: after)
      .withoutKeptConstraints(from: before, to: after)
    return diff.isTextOnly ? [] : diff.summaryLines
  }
}

extension DownTrial.Item {
  /// Separates the scripts: the first may end in a comment, or without a semicolon.
  private static let separator = "\n;\n"

  /// Both scripts as one.
  fileprivate var upAndDown: SQLScript {
    SQLScript(file: script.file, text: script.text + Self.separator + (down?.text ?? ""))
  }

  private var downOffset: Int { script.text.utf8.count + Self.separator.utf8.count }

  /// Returns whether a location in ``upAndDown`` is in the down script.
  fileprivate func isInDown(_ place: ScriptLocation) -> Bool { place.offset >= downOffset }

  /// Converts a location in ``upAndDown`` to one in the down script.
  fileprivate func locationInDown(_ place: ScriptLocation) -> ScriptLocation {
    let lines = (script.text + Self.separator).utf8.count { $0 == UInt8(ascii: "\n") }
    return ScriptLocation(
      file: down?.file ?? place.file, line: place.line - lines, column: place.column,
      offset: place.offset - downOffset)
  }
}
