import ArgumentParser
import MigratorEngine
import MigratorPlatform
import MigratorSession

/// How a batch command shows its progress, on standard error.
package enum ProgressForm: String, CaseIterable, ExpressibleByArgument {
  /// A line that changes, if standard error is a terminal.
  case auto
  /// A line each minute.
  case plain
  case none
}

struct ProgressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show the progress as a line on the terminal (auto), as a line each minute (plain), or not at "
        + "all (none).", valueName: "FORM"))
  var progress = ProgressForm.auto
}

/// The progress of a batch command, on standard error.
struct Progress {
  private let form: ProgressForm
  private var state: ProgressState
  private var last = ContinuousClock.now

  init(_ form: ProgressForm, _ phase: ProgressState.Phase = .dryRun) {
    let isTerminal = StandardStream.errors.isTerminal && Environment.variable("TERM") != "dumb"
    self.form = form == .auto && !isTerminal ? .none : form
    state = ProgressState(phase, at: last)
  }

  mutating func show(_ event: MigrationEvent) {
    if form == .none { return }
    let now = ContinuousClock.now
    state.note(event, at: now)
    guard now - last >= (form == .plain ? .seconds(60) : .milliseconds(250)) else { return }
    last = now
    let line = "… " + state.line(at: now)
    form == .plain ? Printer.printError(line) : Printer.showStatus(line)
  }

  mutating func beginSteps() { state.beginSteps() }
}
