import TerminalUI

extension Binding {
  static func dialog(_ command: Command, _ keys: [Key], _ short: String?, _ long: String) -> Binding
  {
    Binding(command: command, keys: keys, short: short, long: long, group: .dialog)
  }

  /// The keys of a dialog that asks whether to change the real file.
  ///
  /// Space has a hint only while the backup has the focus, and `x` only if the change can run
  /// statement by statement.
  static func question(
    agreeing words: String, isOnBackup: Bool = false, canHold: Bool = false
  ) -> [Binding] {
    let byStatement = [
      Binding.dialog(
        .confirmByStatement, [.char("x")], "by statement",
        "Apply statement by statement, in one transaction that you can roll back.")
    ]
    return [
      .dialog(
        .back, [.escape, .control("c")], "cancel", "Close the dialog without changes."),
      .dialog(.nextField, [.tab, .down], "next", "Next element: phrase, backup, button, Cancel."),
      .dialog(.previousField, [.backTab, .up], nil, "Previous element."),
      .dialog(
        .toggle, [.char(" ")], isOnBackup ? "on or off" : nil, "Turn the backup on or off."),
      .dialog(.activate, [.enter], nil, "Cancel; Enter does not confirm."),
      .dialog(
        .agree, [.char("y")], words,
        "Confirm, once all lines have been shown, the phrase is complete and the button has the "
          + "focus."),
    ] + (canHold ? byStatement : []) + scrollingPages
  }

  /// The keys of a dialog that only shows text.
  static let reading: [Binding] =
    [
      .dialog(
        .back, [.escape, .enter, .control("c"), .char("q"), .char("?")], "close",
        "Close the dialog."),
      rows(of: .down)[0].named("scroll"),
    ] + rows(of: .up, .pageUp, .pageDown, .home, .end)

  /// The keys that scroll if the arrow keys have another use.
  static let scrollingPages: [Binding] = [
    .dialog(.pageDown, [.pageDown], "scroll", "Scroll down."),
    .dialog(.pageUp, [.pageUp], nil, "Scroll up."),
    .dialog(.end, [.end], nil, "Go to the end; skipped lines do not count as shown."),
    .dialog(.home, [.home], nil, "Go to the beginning."),
  ]

  private static func rows(of commands: Command...) -> [Binding] {
    commands.compactMap { command in common.first { $0.command == command } }
  }

  private func named(_ short: String) -> Binding {
    Binding(command: command, keys: keys, short: short, long: long, group: group)
  }
}
