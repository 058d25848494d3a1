import TerminalUI

/// What stands on a cell, for a mouse.
enum MouseTarget: Sendable, Hashable {
  /// The name of a screen.
  case screen(Screen)
  /// A row of the list.
  case row(Int)
  /// The list, where it has no row.
  case list
  /// The text of the detail.
  case detail
  /// The name of a tab of the detail.
  case tab(Int)
  /// The border between the panes.
  case border
  /// The hint of a key.
  case command(Command)
  /// Something to choose in a dialog.
  case choice(Int)
  /// The hint of a key of a dialog.
  case dialogKey(Key)
  /// A dialog, or the screen below it, of which nothing is done then.
  case nothing
}

/// A part of the screen, and what it stands for.
struct MouseArea: Sendable, Hashable {
  /// The cells.
  var rect: Rect
  /// What they stand for.
  var target: MouseTarget
}

extension Rect {
  /// Whether a cell lies within.
  func contains(_ point: Point) -> Bool {
    (x..<right).contains(point.x) && (y..<bottom).contains(point.y)
  }
}
