/// A key that was pressed.
public enum Key: Sendable, Hashable {
  /// A character, letters in the case they were typed.
  case char(Character)
  /// Enter or Return.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Shift and Tab.
  case backTab
  /// Backspace.
  case backspace
  /// Delete.
  case delete
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Home.
  case home
  /// End.
  case end
  /// A function key; the first is 1.
  case function(Int)
  /// A letter or sign with the control key, as a lower-case character: `control("c")`.
  case control(Character)

  /// The key as hints and help spell it.
  public var label: String {
    switch self {
    case .char(" "): "Space"
    case .char(let character): String(character)
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .function(let number): "F\(number)"
    case .control(let character): "Ctrl-\(character.uppercased())"
    }
  }
}
