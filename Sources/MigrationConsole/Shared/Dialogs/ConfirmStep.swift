import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

struct ConfirmStep: ConfirmationDialog {
  let scope: MigrationScope
  let prepared: PreparedStep
  let summaries: [String: [SchemaDiff.Summary]]
  /// The label of each migration in phrases, if there are several migrations.
  let labels: [String: String]
  /// How many characters of the migrations' SQL are shown as marks.
  let hiddenCount: Int
  var consent: Confirmation

  init(scope: MigrationScope, prepared: PreparedStep) {
    self.scope = scope
    self.prepared = prepared
    let summaries = prepared.predicted.map { ($0.identifier, $0.changes.summaries) }
    self.summaries = Dictionary(summaries) { first, _ in first }
    let digests = prepared.migrations.count > 1 ? prepared.digests : []
    labels = digests.reduce(into: [:]) { $0[$1.migration] = $1.label }
    hiddenCount = prepared.migrations.reduce(0) {
      $0 + ($1.script.map { SQLText.hiddenCount($0.text) } ?? 0)
    }
    consent = Confirmation(
      "Apply", agreeing: "apply to the real file", phrases: prepared.agreements.map(\.phrase),
      holding: Self.holding(of: prepared))
  }

  var identifiers: [String] { prepared.migrations.map(\.identifier) }

  var agreed: DialogOutcome {
    .begin(.stepping) { [prepared, consent] in
      .step(
        prepared, agreeing: consent.given, keepsBackup: consent.makesBackup,
        isHeld: consent.isHeld, generation: $0)
    }
  }

  /// Determines whether the step can pause between statements, which requires a single migration
  /// that can be rolled back.
  private static func holding(of prepared: PreparedStep) -> Confirmation.Holding {
    guard prepared.migrations.count == 1, let only = prepared.migrations.first,
      prepared.overview.tracesStatements
    else { return .none }
    let registered = prepared.overview.registered.first { $0.identifier == only.identifier }
    return registered?.transaction == .whole
      ? .possible : .impossible("It runs outside a transaction and cannot be rolled back.")
  }

  var widest: Int { 72 }

  /// The rows that change have a key of their own, because letters are typed into the phrase.
  var bindings: [Binding] {
    let hasRows = prepared.predicted.contains { !$0.changedRows.isEmpty }
    let rows = Binding.dialog(
      .showRows, [.control("r")], "rows", "Close the dialog and show the changed rows.")
    return consent.bindings + (hasRows ? [rows] : [])
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    if command == .showRows { return .run(.showRows) }
    return answer(command)
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    // A backup contains the file and the contents of its WAL.
    let facts = prepared.overview.facts
    let known = StepSummary(of: self, in: scene, width: columns)
    let subject = identifiers.count == 1 ? identifiers[0] : "\(identifiers.count) migrations"
    return DialogText(
      // The title is visible however far the lines are scrolled.
      title: (prepared.losses.isDataLost ? "LOSES DATA: " : "")
        + "Apply \(subject) to the REAL file"
        + (known.outdated == nil ? "" : ", stale"),
      lines: known.lines,
      choice: consent.choice(
        backup: prepared.backups.path, Format.bytes(facts.fileSize + (facts.walSize ?? 0)),
        because: prepared.dryRun == nil
          ? "Without a dry run the effects are unknown."
          : prepared.agreements.concernOnlyUncomparedValues
            ? "Some values were not compared." : "This loses data.",
        in: scene, columns: columns))
  }
}
