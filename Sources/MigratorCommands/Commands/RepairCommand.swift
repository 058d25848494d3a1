package import ArgumentParser
import MigratorEngine
import MigratorPlatform
import MigratorSession

package struct RepairCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repair",
      abstract: "Fix the ledger: baseline, adopt, clear a failure.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "repair app.sqlite": "List the applicable repairs with their SQL.",
        "repair app.sqlite --adopt": "Show which migrations the schema already contains.",
        "repair app.sqlite --adopt --yes": "Record these migrations as applied.",
        "repair app.sqlite --mark-applied 007_create_transfers --yes":
          "Record all migrations up to this one (a baseline).",
        "repair app.sqlite --clear-dirty --yes": "Make a failed migration pending again.",
      ],
      sections: [
        CommandHelp.Section(
          "What happens",
          """
          No migration runs on the database. Only the ledger is changed, in one transaction, after \
          a backup.
          --adopt runs the migrations one after the other on an empty database. It compares the \
          schemas to find the migrations that the database already contains.
          """)
      ],
      statuses: [
        .success: "repaired, or no repair applies",
        .found: "nothing was repaired: the repairs were only shown, because --yes is missing",
        .usage: "the repair does not apply",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var limits: TimeLimit

  @Option(
    help: ArgumentHelp(
      "Record the migrations up to this one as applied.", valueName: "ID"),
    completion: MigrationNames<Options>.pending)
  var markApplied: String?

  @Flag(help: "Clear the failed state; the migration becomes pending.")
  var clearDirty = false

  @Option(
    help: ArgumentHelp(
      "Store the new checksum of an edited migration.", valueName: "ID"),
    completion: MigrationNames<Options>.all)
  var acceptChecksum: String?

  @Flag(help: "Record the migrations that the schema already contains.")
  var adopt = false

  @Flag(help: "Break the lock that a killed process left behind.")
  var breakLock = false

  @Flag(help: "Run the repair; without --yes it is only shown.")
  var yes = false

  @OptionGroup(title: SharedOptions.backups) var backups: BackupOptions
  @OptionGroup(title: SharedOptions.backups) var place: BackupPlaceOptions

  package func validate() throws {
    let asked = [markApplied != nil, clearDirty, acceptChecksum != nil, adopt, breakLock]
      .count { $0 }
    if asked > 1 { throw ValidationError("Choose one repair at a time.") }
    if yes && asked == 0 { throw ValidationError("--yes requires a repair, such as --adopt.") }
  }

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let session = try await options.session(of: database, backups: place.policy)
    if yes { try output.undoUnfinishedTransaction(session) }
    let named = try (markApplied ?? acceptChecksum).map { try session.identifier(named: $0) }
    let offers = try session.repairs(
      selected: markApplied == nil ? nil : named, cancellation: Interrupts.cancellation)
    // Without a known repair, print the obstacle; it is then the only JSON object.
    if offers.repairs.isEmpty, let obstacle = offers.obstacle {
      throw BatchFailure(MigrationError(.obstacle(obstacle)))
    }
    guard let kind else {
      show(offers.repairs)
      guard offers.repairs.isEmpty else { return .found }
      if !output.json { Printer.say("No repair applies to the ledger.") }
      return .success
    }
    guard
      let repair = offers.repairs.first(where: {
        $0.kind == kind && (named == nil || $0.identifier == named)
      })
    else {
      throw try refusal(of: kind, named, among: offers.repairs, session)
    }
    guard yes else {
      show([repair])
      return .found
    }
    let outcome = try session.repair(
      repair, of: offers, keepsBackup: backups.backup, cancellation: Interrupts.cancellation)
    outcome.historyFailure.map { Printer.warn($0.sentence) }
    if output.json {
      Printer.say([
        "repair": json(repair), "backup": .optional(outcome.backupPath),
        "prunedBackups": .strings(outcome.prunedBackups), "done": true,
      ])
    } else {
      if let path = outcome.backupPath { Printer.say("backup: \(path)") }
      Printer.say(outcome.prunedBackups.prunedWords)
      Printer.say("done: \(repair.title)")
    }
    return .success
  }

  /// Explains why a repair is not offered, and names the migrations for which it is offered.
  private func refusal(
    of kind: LedgerRepair.Kind, _ named: String?, among offers: [LedgerRepair],
    _ session: MigrationSession
  ) throws -> BatchFailure {
    let status = try session.overview().status
    let state = status.migrations.first { $0.identifier == named }?.state
    let subject = named ?? ""
    let reason =
      switch kind {
      case .markApplied where state?.isRecorded == true: "\(subject) is already applied."
      case .markApplied where state == .skipped: "\(subject) is skipped by its tool."
      case .markApplied:
        "\(subject) cannot be marked as applied: its file or that of an earlier one is unusable, "
          + "or the ledger cannot record it."
      case .acceptChecksum where state != .changed: "\(subject) is not changed."
      case .acceptChecksum: "The new checksum of \(subject) cannot be stored."
      case .adopt where status.migrations.contains { !$0.state.isDue && $0.state != .skipped }:
        "Nothing can be adopted: the ledger already has records."
      case .adopt:
        "Nothing can be adopted: the schema does not contain the changes of any migration, or the "
          + "migrations cannot run on an empty database."
      case .clearDirty: "No failed state can be cleared."
      case .breakLock: "The ledger has no lock."
      }
    let others = offers.filter { $0.kind == kind }.compactMap(\.identifier)
    return BatchFailure(
      .usage, "\(reason) No changes were made.",
      kind == .acceptChecksum && !others.isEmpty
        ? "Choose one of \(others.joined(separator: ", "))."
        : "List the applicable repairs: \(command: "repair", database).")
  }

  private var kind: LedgerRepair.Kind? {
    if markApplied != nil { return .markApplied }
    if clearDirty { return .clearDirty }
    if acceptChecksum != nil { return .acceptChecksum }
    if breakLock { return .breakLock }
    return adopt ? .adopt : nil
  }

  private func show(_ offers: [LedgerRepair]) {
    if output.json {
      Printer.say(["repairs": .array(offers.map(json)), "done": false])
      return
    }
    for repair in offers {
      Printer.say("\(repair.title)  (\(option(repair)))")
      for line in repair.explanation { Printer.say("  \(line)") }
      Printer.script(repair.script.split(separator: "\n").map { "    \($0)\n" }.joined())
      Printer.say("")
    }
  }

  private func option(_ repair: LedgerRepair) -> String {
    let (name, takesValue) = option(repair.kind)
    return takesValue ? name + value(repair) : name
  }

  /// The arguments that select a repair, unquoted.
  private func arguments(_ repair: LedgerRepair) -> [String] {
    let (name, takesValue) = option(repair.kind)
    guard takesValue, let identifier = repair.identifier else { return [name] }
    return ["\(name)=\(identifier)"]
  }

  private func option(_ kind: LedgerRepair.Kind) -> (name: String, takesValue: Bool) {
    switch kind {
    case .markApplied: ("--mark-applied", true)
    case .adopt: ("--adopt", false)
    case .clearDirty: ("--clear-dirty", false)
    case .breakLock: ("--break-lock", false)
    case .acceptChecksum: ("--accept-checksum", true)
    }
  }

  /// The value of an option; a name that begins with a hyphen must follow `=`, not a space.
  private func value(_ repair: LedgerRepair) -> String {
    let word = repair.identifier?.shellWord ?? "ID"
    return (repair.identifier?.hasPrefix("-") == true ? "=" : " ") + word
  }

  private func json(_ repair: LedgerRepair) -> JSON {
    [
      "kind": .string(repair.kind.rawValue), "identifier": .optional(repair.identifier),
      "title": .string(repair.title), "arguments": .strings(arguments(repair)),
      "explanation": .array(repair.explanation.map { .string($0) }),
      "statements": .array(repair.statements.map { .string($0) }),
    ]
  }
}
