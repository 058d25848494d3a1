import TerminalUI

/// Everything a key can ask for.
public enum Command: Sendable, Hashable {
  /// Show a screen.
  case show(Screen)
  /// Move the selection or the text up.
  case up
  /// Move the selection or the text down.
  case down
  /// Move up by a page.
  case pageUp
  /// Move down by a page.
  case pageDown
  /// Move to the first line.
  case home
  /// Move to the last line.
  case end
  /// Scroll the detail to the left.
  case scrollLeft
  /// Scroll the detail to the right.
  case scrollRight
  /// Go to the other pane.
  case switchPane
  /// Show the next tab of the detail.
  case nextTab
  /// Show the previous tab of the detail.
  case previousTab
  /// Go into what is selected.
  case activate
  /// Go back out, or drop the filter.
  case back
  /// Show the rows that the selected migration changed.
  case showRows
  /// Let the focused pane take the whole screen.
  case zoom
  /// Give the list more of the screen.
  case widen
  /// Give the list less of the screen.
  case narrow
  /// Use the mouse, or leave it to the terminal.
  case toggleMouse
  /// In a dialog: go to what Tab reaches next.
  case nextField
  /// In a dialog: go back to what Tab reached before.
  case previousField
  /// In a dialog: switch on or off what has the focus.
  case toggle
  /// In a dialog: agree to what it asks.
  case agree
  /// In a dialog: agree to a step that is held between its statements.
  case agreeByStatement
  /// Filter the list, or find something in the detail.
  case filter
  /// Show the list in another order.
  case sort
  /// Go to the next match.
  case findNext
  /// Go to the previous match.
  case findPrevious
  /// Execute the next migration on a copy.
  case dryRunNext
  /// Execute all pending migrations on a copy.
  case dryRunAll
  /// Apply the next migration to the real file.
  case step
  /// Apply all pending migrations to the real file, one by one.
  case stepAll
  /// Open the selected migration statement by statement, on a copy.
  case trace
  /// Run the next statement of it.
  case traceNext
  /// Run it up to the statement under the cursor.
  case traceToCursor
  /// Run all its statements that are left.
  case traceToEnd
  /// Go back to its start, on a new copy.
  case traceRestart
  /// Ask its copy with SQL that only reads.
  case traceQuery
  /// Look at what would mend all violations of a foreign key.
  case mend
  /// In a dialog: write a new migration.
  case write
  /// Look for repairs of the ledger.
  case repair
  /// Bring the last backup back.
  case restore
  /// Show the line above the footer whole.
  case readNotice
  /// Read the database and search it again.
  case reload
  /// Copy what is selected.
  case copy
  /// Open the selected migration's file in an editor.
  case edit
  /// Read the detail in a pager.
  case page
  /// Write what the screen shows to a file.
  case export
  /// Stop the work that runs; when none runs, leave.
  case cancelWork
  /// Show the keys.
  case help
  /// Find a command by its words.
  case palette
  /// Draw the screen again.
  case redraw
  /// Stop the program until the shell continues it.
  case suspend
  /// Leave.
  case quit
}

extension Command {
  /// Whether it opens a line that a text is typed into.
  var isTyped: Bool { self == .filter || self == .traceQuery }

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

extension Command {
  /// What it is called in the list of commands and in a configuration: `dry-run-next`, `show-1`.
  public var name: String {
    if case .show(let screen) = self { return "show-\(screen.number)" }
    return String(describing: self).kebab
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
