/// A key press.
public enum Key: Sendable, Hashable {
  /// A character; letters keep their case.
  case char(Character)
  /// Enter or Return.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Shift-Tab.
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
  /// A letter or symbol with Ctrl, as a lower-case character: `control("c")`.
  case control(Character)

  /// The name of the key in hints and the help.
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

extension Key {
  /// Parses the name of a key as in ``label``; arrows also by name.
  ///
  /// - Parameter label: A name such as `d`, `Ctrl-D`, `F5`, `PgUp`, `Space` or `Up`; words in any
  ///   case.
  public init?(label: String) {
    if label.count == 1, let character = label.first {
      let arrows: [Character: Key] = ["↑": .up, "↓": .down, "←": .left, "→": .right]
      guard !character.isWhitespace else { return nil }
      self = arrows[character] ?? .char(character)
      return
    }
    let word = label.lowercased()
    if word.hasPrefix("ctrl-"), word.count == 6, let last = word.last {
      self = .control(last)
    } else if word.hasPrefix("f"), let number = Int(word.dropFirst()), (1...24).contains(number) {
      self = .function(number)
    } else if let key = Self.named[word] {
      self = key
    } else {
      return nil
    }
  }

  private static let named: [String: Key] = {
    let keys: [Key] = [
      .char(" "), .enter, .escape, .tab, .backTab, .backspace, .delete, .pageUp, .pageDown, .home,
      .end,
    ]
    let others: [String: Key] = ["up": .up, "down": .down, "left": .left, "right": .right]
    return keys.reduce(into: others) { $0[$1.label.lowercased()] = $1 }
  }()
}
