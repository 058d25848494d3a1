import ArgumentParser
import MigratorTools

/// `migtui DB`: the console.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the console on a database (the default).",
    discussion: """
      Without a terminal to draw on, or with TERM=dumb, the status report is printed instead. \
      NO_COLOR is obeyed.
      """)

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: SourceOptions

  @OptionGroup var backups: BackupPlaceOptions

  @OptionGroup var look: LookOptions

  func run() throws {
    let status: ExitStatus
    do {
      status = try open(options)
    } catch {
      let failure = BatchFailure(error)
      Printer.complain("migtui: \(failure.message)\n\(failure.remedy)")
      status = failure.status
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Opens the console; where two tools, or two tables, fit equally well, a person is asked.
  private func open(_ options: SourceOptions) throws -> ExitStatus {
    do {
      return try Console.open(
        options.session(of: database, backups: backups.policy), look: look)
    } catch let question as FormatQuestion where FormatPrompt.canAsk {
      guard let format = FormatPrompt.ask(question) else { throw question }
      var options = options
      options.format = format
      return try open(options)
    } catch let question as LedgerQuestion where FormatPrompt.canAsk {
      guard let table = FormatPrompt.ask(question) else { throw question }
      var options = options
      options.ledger = table
      return try open(options)
    }
  }
}
