import MigratorEngine
import MigratorSchema
import MigratorSession

/// The changes that the diagram marks.
enum DiagramTab: String, Sendable, Hashable, CaseIterable {
  case migration = "Migration"
  case dryRun = "Dry run"
  case lastStep = "Last step"
  /// None: the current tables.
  case live = "Now"
}

/// The schema that a diagram draws, and the changes that it marks.
struct DiagramSource {
  let tab: DiagramTab
  /// The migration whose changes are marked, if it is a single one.
  let migration: String?
  let scene: SharedState

  private var report: (report: StepReport, isCopy: Bool, time: Double)? {
    switch tab {
    case .migration: migration.flatMap { scene.known.report(of: $0) }
    case .lastStep:
      scene.known.lastStep.flatMap { scene.known.stepReports[$0] }.map {
        ($0.value, false, $0.time)
      }
    case .dryRun, .live: nil
    }
  }

  private var dryRun: Timestamped<SessionDryRun>? { scene.known.dryRun }

  var graph: SchemaGraph {
    let live = (scene.known.present?.schema ?? .empty).filtered(.userObjects)
    switch tab {
    case .live: return SchemaGraph(live)
    case .dryRun:
      guard let changes = dryRun?.value.report.changes else { return SchemaGraph(live) }
      return SchemaGraph(live.applying(changes), marking: changes)
    case .migration, .lastStep:
      guard let (report, isCopy, _) = report, report.failure == nil else {
        return SchemaGraph(live)
      }
      guard isCopy else { return SchemaGraph(live, marking: report.changes) }
      // The changes of earlier migrations in the dry run are drawn but not marked.
      let steps = dryRun?.value.report.steps ?? []
      let before = steps.prefix { $0.identifier != report.identifier }
      let schema = before.reduce(live) { $0.applying($1.changes) }
      return SchemaGraph(schema.applying(report.changes), marking: report.changes)
    }
  }

  var caption: String {
    switch tab {
    case .live: return "The current tables."
    case .dryRun:
      guard let dryRun else {
        return "The current tables. Press \(scene.key(.dryRun)) to dry-run the pending "
          + "migrations and mark their changes here."
      }
      let steps = dryRun.value.report.steps.filter { $0.failure == nil }
      return steps.isEmpty
        ? "The current tables: the dry run changed nothing."
        : "The tables after the dry run of \(Format.count(steps.count, "migration"))."
    case .lastStep:
      guard let report else {
        return "The current tables: no step in this session."
      }
      return caption(of: report.report, isCopy: false)
    case .migration:
      guard let migration else { return "The current tables." }
      guard let report else {
        if status(of: migration)?.state.isRecorded == true {
          return
            "The current tables: the changes of \(migration) are not known, because it was "
            + "not applied in this session."
        }
        return "The current tables: the changes of \(migration) are not known. Press "
          + "\(scene.key(.dryRun)) to dry-run it."
      }
      return caption(of: report.report, isCopy: report.isCopy)
    }
  }

  private func status(of migration: String) -> MigrationStatus? {
    scene.known.present?.status.migrations.first { $0.identifier == migration }
  }

  private func caption(of report: StepReport, isCopy: Bool) -> String {
    let name = report.identifier
    if report.failure != nil {
      return "The current tables: \(name) failed\(isCopy ? " in the dry run" : "")."
    }
    if report.changes.isTextOnly {
      return "\(name) does not change the schema\(isCopy ? ", according to its dry run" : "")."
    }
    return isCopy
      ? "The tables after \(name), according to its dry run."
      : "The current tables, with the changes of \(name) marked."
  }

  /// The origin of the marked changes (file or copy) and their age; `nil` if nothing is marked.
  var provenance: StyledLine? {
    let isCopy: Bool
    let time: Double
    switch tab {
    case .live: return nil
    case .dryRun:
      guard let dryRun, dryRun.value.report.steps.contains(where: { $0.failure == nil }) else {
        return nil
      }
      (isCopy, time) = (true, dryRun.time)
    case .migration, .lastStep:
      guard let report, report.report.failure == nil else { return nil }
      (isCopy, time) = (report.isCopy, report.time)
    }
    return .provenance(
      isCopy: isCopy, age: scene.now - time, isStale: isCopy && scene.known.isDryRunStale)
  }
}
