package import ArgumentParser
import MigratorEngine
import MigratorPlatform
import MigratorSession

/// `migtui repair DB`: shows and runs repairs of the ledger.
package struct RepairCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repair",
      abstract: "Shows what can be repaired in the ledger, as SQL, and does it with --yes.",
      discussion: """
        Without an option it lists the repairs that make sense now. No migration is run: only the \
        ledger is changed, in one transaction, after a backup beside the database.

        --adopt finds out which migrations a database without a ledger has already: they are run one \
        after the other on an empty database, and the schemas compared.

        Ends with 0 when a repair was done or none makes sense, with 1 when one was shown only.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Option(
    help: ArgumentHelp(
      "Record the migrations up to this one as applied without running them (a baseline).",
      valueName: "ID"),
    completion: MigrationNames<Options>.pending)
  var markApplied: String?

  @Flag(help: "Take the sign of a failure away, so that what failed is pending again.")
  var clearDirty = false

  @Option(
    help: ArgumentHelp(
      "Put the present checksum of this changed migration into the ledger.", valueName: "ID"),
    completion: MigrationNames<Options>.all)
  var acceptChecksum: String?

  @Flag(help: "Record those migrations as applied that the live schema shows as done.")
  var adopt = false

  @Flag(help: "Break the lock that a killed process of the tool left behind.")
  var breakLock = false

  @Flag(help: "Really do it; without this nothing is changed.")
  var yes = false

  @OptionGroup var backups: BackupOptions
  @OptionGroup var place: BackupPlaceOptions

  package func validate() throws {
    let asked = [markApplied != nil, clearDirty, acceptChecksum != nil, adopt, breakLock]
      .count { $0 }
    if asked > 1 { throw ValidationError("One repair at a time.") }
    if yes && asked == 0 { throw ValidationError("--yes needs to be told which repair.") }
  }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let session = try await options.session(of: database, backups: place.policy)
    if yes { try output.undoUnfinishedTransaction(session) }
    let offers = try session.repairs(selected: markApplied, cancellation: Interrupts.cancellation)
    // Without a known repair, print the obstacle; it is then the only JSON object.
    if offers.repairs.isEmpty, let obstacle = offers.obstacle {
      throw BatchFailure(MigrationError(.obstacle(obstacle)))
    }
    guard let kind else {
      show(offers.repairs)
      guard offers.repairs.isEmpty else { return .found }
      if !output.json { Printer.say("Nothing in the ledger asks for a repair.") }
      return .success
    }
    let identifier = markApplied ?? acceptChecksum
    guard
      let repair = offers.repairs.first(where: {
        $0.kind == kind && (identifier == nil || $0.identifier == identifier)
      })
    else {
      throw BatchFailure(
        .usage, "That repair makes no sense now; nothing was changed.",
        "List the possible repairs: \(command: "repair", database).")
    }
    guard yes else {
      show([repair])
      return .found
    }
    let outcome = try session.repair(
      repair, of: offers, keepsBackup: backups.backup, cancellation: Interrupts.cancellation)
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
    outcome.historyFailure.map { Printer.warn($0.sentence) }
    return .success
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
    switch repair.kind {
    case .markApplied: "--mark-applied\(value(repair))"
    case .adopt: "--adopt"
    case .clearDirty: "--clear-dirty"
    case .breakLock: "--break-lock"
    case .acceptChecksum: "--accept-checksum\(value(repair))"
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
      "title": .string(repair.title),
      "explanation": .array(repair.explanation.map { .string($0) }),
      "statements": .array(repair.statements.map { .string($0) }),
    ]
  }
}
