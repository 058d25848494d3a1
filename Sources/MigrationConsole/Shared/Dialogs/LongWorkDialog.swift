import TerminalUI

struct LongWorkDialog: ConsoleDialog {
  /// How long work runs before the dialog opens, in seconds.
  private static let patience = 60.0

  static func isDue(_ work: Work, at now: Double) -> Bool { now - work.startedAt >= patience }

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .enter, .char("n")], "continue", "Let the work continue."),
      .dialog(.agree, [.char("y"), .control("c")], "stop", "Stop the work."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 60 }
  /// The dialog opens by itself, so keys typed at that moment were not meant for it.
  var typeAheadGuard: Double { 1 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    command == .agree ? .outside(.cancelWork) : .close(nil)
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var words = "The work has ended."
    if let work = scene.work {
      let title = work.title.prefix(1).uppercased() + work.title.dropFirst()
      words =
        "\(title) has been running for a minute. It may take much longer or never end. "
        + (work.kind.isOnRealFile
          ? "Stopping it rolls back unfinished changes."
          : "Stopping it changes nothing in the database.")
        + " You can stop it later with Ctrl-C."
    }
    var choice = DialogChoice()
    choice.add(StyledLine())
    choice.add(StyledLine("y", .key, bold: true).adding(" stop"))
    choice.add(StyledLine("Esc", .key, bold: true).adding(" continue"))
    return DialogText(title: "Continue?", lines: paragraph(words, width: columns), choice: choice)
  }
}
