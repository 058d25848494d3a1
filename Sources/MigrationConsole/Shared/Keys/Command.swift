import TerminalUI

/// Something a key can ask for.
///
/// What only one screen does stands in the folder of that screen.
public struct Command: Sendable, Hashable {
  /// As it is declared: `dryRunNext`.
  private let word: String
  /// The screen that it shows, or `nil` where it does something else.
  let shown: Screen?
  /// Whether it opens a line that a text is typed into.
  let isTyped: Bool

  /// Creates the command that is declared where this is called.
  init(_ word: String = #function, isTyped: Bool = false) {
    self.word = word
    self.isTyped = isTyped
    shown = nil
  }

  private init(showing screen: Screen) {
    word = "show-\(screen.number)"
    isTyped = false
    shown = screen
  }

  /// Show a screen.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The command.
  public static func show(_ screen: Screen) -> Command { Command(showing: screen) }

  /// What it is called in the list of commands and in a configuration: `dry-run-next`, `show-1`.
  public var name: String { word.kebab }
}

// What there is on every screen, and in dialogs.
extension Command {
  /// Move the selection or the text up.
  public static var up: Command { Command() }
  /// Move the selection or the text down.
  public static var down: Command { Command() }
  /// Move up by a page.
  public static var pageUp: Command { Command() }
  /// Move down by a page.
  public static var pageDown: Command { Command() }
  /// Move to the first line.
  public static var home: Command { Command() }
  /// Move to the last line.
  public static var end: Command { Command() }
  /// Scroll the detail to the left.
  public static var scrollLeft: Command { Command() }
  /// Scroll the detail to the right.
  public static var scrollRight: Command { Command() }
  /// Go to the other pane.
  public static var switchPane: Command { Command() }
  /// Show the next tab of the detail.
  public static var nextTab: Command { Command() }
  /// Show the previous tab of the detail.
  public static var previousTab: Command { Command() }
  /// Go into what is selected.
  public static var activate: Command { Command() }
  /// Go back out, or drop the filter.
  public static var back: Command { Command() }
  /// Let the focused pane take the whole screen.
  public static var zoom: Command { Command() }
  /// Give the list more of the screen.
  public static var widen: Command { Command() }
  /// Give the list less of the screen.
  public static var narrow: Command { Command() }
  /// Use the mouse, or leave it to the terminal.
  public static var toggleMouse: Command { Command() }
  /// In a dialog: go to what Tab reaches next.
  public static var nextField: Command { Command() }
  /// In a dialog: go back to what Tab reached before.
  public static var previousField: Command { Command() }
  /// In a dialog: switch on or off what has the focus.
  public static var toggle: Command { Command() }
  /// In a dialog: agree to what it asks.
  public static var agree: Command { Command() }
  /// In a dialog: agree to a step that is held between its statements.
  public static var agreeByStatement: Command { Command() }
  /// Filter the list, or find something in the detail.
  public static var filter: Command { Command(isTyped: true) }
  /// Show the list in another order.
  public static var sort: Command { Command() }
  /// Go to the next match.
  public static var findNext: Command { Command() }
  /// Go to the previous match.
  public static var findPrevious: Command { Command() }
  /// In a dialog: write a new migration.
  public static var write: Command { Command() }
  /// Show the line above the footer whole.
  public static var readNotice: Command { Command() }
  /// Read the database and search it again.
  public static var reload: Command { Command() }
  /// Copy what is selected.
  public static var copy: Command { Command() }
  /// Read the detail in a pager.
  public static var page: Command { Command() }
  /// Write what the screen shows to a file.
  public static var export: Command { Command() }
  /// Stop the work that runs; when none runs, leave.
  public static var cancelWork: Command { Command() }
  /// Show the keys.
  public static var help: Command { Command() }
  /// Find a command by its words.
  public static var palette: Command { Command() }
  /// Draw the screen again.
  public static var redraw: Command { Command() }
  /// Stop the program until the shell continues it.
  public static var suspend: Command { Command() }
  /// Leave.
  public static var quit: Command { Command() }
}

extension Command {
  /// Whether it changes the real file.
  var isAgreement: Bool { self == .agree || self == .agreeByStatement }

  /// Whether the line above the footer stays when this runs: moving about does not end a message.
  var keepsNotice: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight, .readNotice: true
    default: false
    }
  }
}

extension Role {
  /// What it is called in a configuration: `border-focused`.
  var name: String { String(describing: self).kebab }
}

extension String {
  /// `dryRunNext` as `dry-run-next`.
  fileprivate var kebab: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
