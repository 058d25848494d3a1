import TerminalUI

/// A command that a key can run.
///
/// Commands of a single screen are declared in the folder of that screen.
public struct Command: Sendable, Hashable {
  /// The name as declared, such as `stepAll`.
  private let word: String
  /// The screen that the command shows, or `nil` for other commands.
  let shown: Screen?
  /// True if the command opens a text field.
  let isTyped: Bool

  /// Creates the command that is declared at the call site.
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

  /// The name in the list of commands and in configuration files, such as `step-all` or
  /// `show-1`.
  public var name: String { word.kebab }
}

// Commands of every screen and of dialogs.
extension Command {
  /// Move the selection up, or scroll up.
  public static var up: Command { Command() }
  /// Move the selection down, or scroll down.
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
  /// Open the selected row.
  public static var activate: Command { Command() }
  /// Leave the pane or clear the filter.
  public static var back: Command { Command() }
  /// Let the focused pane fill the screen.
  public static var zoom: Command { Command() }
  /// Widen the list.
  public static var widen: Command { Command() }
  /// Narrow the list.
  public static var narrow: Command { Command() }
  /// Turn the mouse on or off.
  public static var toggleMouse: Command { Command() }
  /// In a dialog: move the focus to the next element.
  public static var nextField: Command { Command() }
  /// In a dialog: move the focus to the previous element.
  public static var previousField: Command { Command() }
  /// In a dialog: toggle the focused check box.
  public static var toggle: Command { Command() }
  /// In a dialog: confirm.
  public static var agree: Command { Command() }
  /// In a dialog: confirm a step that pauses between its statements.
  public static var confirmByStatement: Command { Command() }
  /// Filter the list, or search the detail.
  public static var filter: Command { Command(isTyped: true) }
  /// Sort the list by the next order.
  public static var sort: Command { Command() }
  /// Go to the next match.
  public static var findNext: Command { Command() }
  /// Go to the previous match.
  public static var findPrevious: Command { Command() }
  /// In a dialog: write a new migration.
  public static var write: Command { Command() }
  /// Show the whole message above the footer.
  public static var readNotice: Command { Command() }
  /// Read the database again and search for violations.
  public static var reload: Command { Command() }
  /// Copy the selection.
  public static var copy: Command { Command() }
  /// Read the detail in a pager.
  public static var page: Command { Command() }
  /// Write the contents of the screen to a file.
  public static var export: Command { Command() }
  /// Stop the running work; if none is running, quit.
  public static var cancelWork: Command { Command() }
  /// Show the keys.
  public static var help: Command { Command() }
  /// Search for a command by its words.
  public static var palette: Command { Command() }
  /// Redraw the screen.
  public static var redraw: Command { Command() }
  /// Stop the program until the shell continues it.
  public static var suspend: Command { Command() }
  /// Quit.
  public static var quit: Command { Command() }
}

extension Command {
  var isConfirmation: Bool { self == .agree || self == .confirmByStatement }

  /// True if the notice is kept when the command runs: moving does not clear a message.
  var keepsNotice: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight, .readNotice: true
    default: false
    }
  }
}

extension Role {
  /// The name in configuration files, such as `border-focused`.
  var name: String { String(describing: self).kebab }
}

extension String {
  /// Converts `stepAll` to `step-all`.
  fileprivate var kebab: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
