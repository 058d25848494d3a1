import TerminalUI

enum MouseTarget: Sendable, Hashable {
  case screen(Screen)
  case row(Int)
  /// The empty part of the list.
  case list
  case detail
  case tab(Int)
  case border
  case command(Command)
  case choice(Int)
  case dialogKey(Key)
  /// An area of a dialog, or of the screen below it, that ignores the mouse.
  case nothing
}

struct MouseArea: Sendable, Hashable {
  var rect: Rect
  var target: MouseTarget
}

extension Rect {
  func contains(_ point: Point) -> Bool {
    (x..<right).contains(point.x) && (y..<bottom).contains(point.y)
  }
}
