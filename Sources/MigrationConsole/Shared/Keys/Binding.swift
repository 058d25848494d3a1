public import TerminalUI

/// A key binding: one row of the table behind the dispatcher, the footer, the help and the man
/// page.
public struct Binding: Sendable {
  /// The command that the keys run.
  public let command: Command
  /// The keys; hints show the first.
  public internal(set) var keys: [Key]
  /// One or two words for the footer, or `nil` for none.
  public let short: String?
  /// A sentence for the help and the man page.
  public let long: String
  /// The heading under which the help lists it.
  public let group: Group
  /// True if the keys apply only while their screen is in front, where they take precedence.
  public var isLocal = false

  /// The headings of the help.
  public enum Group: String, Sendable, CaseIterable {
    /// Dry runs and steps.
    case migrate = "Migrate"
    /// One migration, statement by statement.
    case trace = "Statement by statement"
    /// Screens, panes and tabs.
    case look = "View"
    /// Moving in a list or in text.
    case move = "Move"
    /// Filter, copy, export.
    case find = "Find and export"
    /// The program itself.
    case program = "Program"
    /// Dialogs that ask for confirmation.
    case dialog = "In a confirmation"
  }

  /// The keys as text, with the given separator.
  ///
  /// - Parameter separator: The text between two keys.
  /// - Returns: The labels of the keys.
  public func label(separator: String = " ") -> String {
    keys.map(\.label).joined(separator: separator)
  }
}

extension Binding {
  static let common: [Binding] = [
    Binding(
      command: .cancelWork, keys: [.control("c")], short: nil,
      long: "Stop the running work (a step is rolled back); twice when idle: quit.",
      group: .migrate),

    Binding(
      command: .switchPane, keys: [.tab, .backTab], short: "pane",
      long: "Go to the other pane.", group: .look),
    Binding(
      command: .nextTab, keys: [.char("]"), .char("t")], short: "tab",
      long: "Show the next tab of the detail, or the next comparison of schemas.",
      group: .look),
    Binding(
      command: .previousTab, keys: [.char("["), .char("T")], short: nil,
      long: "Show the previous tab.", group: .look),
    Binding(
      command: .activate, keys: [.enter], short: nil,
      long:
        "Do what the line above the keys says, or open the selected row; fold or unfold a group.",
      group: .look),
    Binding(
      command: .back, keys: [.escape], short: nil,
      long: "Leave the pane or the changed rows; clear the filter.", group: .look),
    Binding(
      command: .zoom, keys: [.char("z")], short: "zoom",
      long: "Maximize or restore the focused pane.", group: .look),
    Binding(
      command: .widen, keys: [.char(">")], short: nil,
      long: "Widen the list; the border can also be dragged.", group: .look),
    Binding(
      command: .narrow, keys: [.char("<")], short: nil,
      long: "Narrow the list.", group: .look),

    Binding(
      command: .up, keys: [.up, .char("k")], short: nil, long: "Up one line.", group: .move),
    Binding(
      command: .down, keys: [.down, .char("j")], short: nil, long: "Down one line.",
      group: .move),
    Binding(
      command: .pageUp, keys: [.pageUp, .control("u")], short: nil, long: "Up one page.",
      group: .move),
    Binding(
      command: .pageDown, keys: [.pageDown, .control("d"), .char(" ")], short: nil,
      long: "Down one page.", group: .move),
    Binding(
      command: .home, keys: [.home, .char("g")], short: nil, long: "To the first line.",
      group: .move),
    Binding(
      command: .end, keys: [.end, .char("G")], short: nil, long: "To the last line.",
      group: .move),
    Binding(
      command: .scrollLeft, keys: [.left, .char("h")], short: nil,
      long: "Scroll the detail to the left.", group: .move),
    Binding(
      command: .scrollRight, keys: [.right, .char("l")], short: nil,
      long: "Scroll the detail to the right.", group: .move),

    Binding(
      command: .filter, keys: [.char("/")], short: "find",
      long:
        "List only the rows that contain the words, also in their SQL and detail; in the detail, "
        + "find the words.", group: .find),
    Binding(
      command: .sort, keys: [.char("S")], short: "sort",
      long: "Sort the list in another order; its heading shows which.", group: .find),
    Binding(
      command: .findNext, keys: [.char("n")], short: "next match",
      long: "Go to the next match, in the focused pane.", group: .find),
    Binding(
      command: .findPrevious, keys: [.char("N")], short: nil,
      long: "Go to the previous match.", group: .find),
    Binding(
      command: .copy, keys: [.char("y")], short: "copy",
      long:
        "Copy the selection to the clipboard: a migration's SQL, an object, a violation, changed "
        + "rows, a history entry, the diagram as Mermaid.",
      group: .find),
    Binding(
      command: .page, keys: [.char("p")], short: nil,
      long: "Show the detail in $PAGER, by default less.", group: .find),
    Binding(
      command: .export, keys: [.char("e"), .char("E")], short: "export",
      long:
        "Export the screen to a new Markdown file in the current folder; changed rows also as CSV "
        + "or SQL, the diagram as SVG or Mermaid.", group: .find),
    Binding(
      command: .reload, keys: [.char("r"), .function(5)], short: "reload",
      long: "Re-read the database.", group: .find),

    Binding(
      command: .help, keys: [.char("?"), .function(1)], short: "help",
      long:
        "List the commands, keys and marks; type to search, Enter runs a command.",
      group: .program),
    Binding(
      command: .palette, keys: [.char(":"), .control("p")], short: "commands",
      long: "Find a command by name and run it.", group: .program),
    Binding(
      command: .readNotice, keys: [.char("m")], short: nil,
      long: "Show the whole message above the footer.", group: .program),
    Binding(
      command: .toggleMouse, keys: [.char("M")], short: nil,
      long:
        "Turn mouse support on or off; when off, the terminal selects text. With Shift held, it "
        + "selects text at any time.", group: .program),
    Binding(
      command: .redraw, keys: [.control("l")], short: nil, long: "Redraw the screen.",
      group: .program),
    Binding(
      command: .suspend, keys: [.control("z")], short: nil,
      long: "Suspend; resume with fg in the shell.", group: .program),
    Binding(
      command: .quit, keys: [.char("q")], short: "quit", long: "Quit.", group: .program),
  ]

  /// The commands of the footer, most important first; it shows as many as fit.
  public static let footerOrder: [Command] = [
    .traceNext, .traceToCursor, .traceToEnd, .traceQuery, .traceRestart, .dryRun, .step,
    .stepAll, .fix, .mark, .fold, .writeSchema, .editSchema, .findNext, .trace, .nextTab, .showRows,
    .filter,
    .edit, .zoom, .export, .copy,
    .sort, .switchPane, .palette, .reload, .repair, .restore,
  ]

  /// The commands that are always shown, at the right end of the footer.
  public static let footerEnd: [Command] = [.help, .quit]
}
