import TerminalUI

/// The bindings of dialogs, in the same form as those of screens.
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
        "Change the real file statement by statement, in one transaction that you can roll back.")
    ]
    return [

      .dialog(
        .back, [.escape, .control("c")], "cancel", "Leave the dialog; everything stays as it is."),
      .dialog(.nextField, [.tab, .down], "next", "Go on: phrase, backup, step, Cancel."),
      .dialog(.previousField, [.backTab, .up], nil, "Go back."),
      .dialog(
        .toggle, [.char(" ")], isOnBackup ? "on or off" : nil, "Make the backup or leave it out."),
      .dialog(.activate, [.enter], nil, "Press Cancel; Enter never agrees."),
      .dialog(
        .agree, [.char("y")], words,
        "Change the real file: with Step in focus, all of the dialog read, the phrase typed."),
    ] + (canHold ? byStatement : []) + scrollingPages
  }

  /// The keys of a dialog that only shows text.
  static let reading: [Binding] =
    [
      .dialog(
        .back, [.escape, .enter, .control("c"), .char("q"), .char("?")], "closes",
        "Leave what is read."),
      rows(of: .down)[0].named("scrolls"),
    ] + rows(of: .up, .pageUp, .pageDown, .home, .end)

  /// The keys that scroll if the arrow keys have another use.
  static let scrollingPages: [Binding] = [
    .dialog(.pageDown, [.pageDown], "scrolls", "Scroll down to what is not seen yet."),
    .dialog(.pageUp, [.pageUp], nil, "Scroll up."),
    .dialog(.end, [.end], nil, "Go to the end; what lies between is not read by that."),
    .dialog(.home, [.home], nil, "Go to the beginning."),
  ]

  private static func rows(of commands: Command...) -> [Binding] {
    commands.compactMap { command in common.first { $0.command == command } }
  }

  private func named(_ short: String) -> Binding {
    Binding(command: command, keys: keys, short: short, long: long, group: group)
  }
}
