import TerminalUI

/// The element under a mouse pointer.
enum MouseTarget: Sendable, Hashable {
  /// The name of a screen.
  case screen(Screen)
  /// A row of the list.
  case row(Int)
  /// The empty part of the list.
  case list
  /// The text of the detail.
  case detail
  /// The name of a tab of the detail.
  case tab(Int)
  /// The border between the panes.
  case border
  /// A key hint.
  case command(Command)
  /// A choice in a dialog.
  case choice(Int)
  /// A key hint in a dialog.
  case dialogKey(Key)
  /// A dialog or the screen below it, which ignore the mouse.
  case nothing
}

/// A part of the screen and its mouse target.
struct MouseArea: Sendable, Hashable {
  var rect: Rect
  var target: MouseTarget
}

extension Rect {
  func contains(_ point: Point) -> Bool {
    (x..<right).contains(point.x) && (y..<bottom).contains(point.y)
  }
}
