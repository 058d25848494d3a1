/// One line of text that is being typed.
public struct TextField: Sendable, Hashable {
  /// What was typed so far; it holds no control characters.
  public private(set) var text: String

  /// The cursor: how many characters stand before it.
  public private(set) var cursor: Int

  /// Creates a field with the cursor at its end.
  ///
  /// - Parameter text: What it holds.
  public init(_ text: String = "") {
    self.text = ""
    cursor = 0
    insert(text)
  }

  /// Inserts typed or pasted text at the cursor.
  ///
  /// - Parameter string: The text; line ends and tabs become spaces, other controls are left out.
  public mutating func insert(_ string: String) {
    var clean = String.UnicodeScalarView()
    for scalar in string.replacingLineEnds() where scalar.properties.generalCategory != .control {
      clean.append(scalar)
    }
    var characters = Array(text)
    let before = String(characters[..<cursor]) + String(clean)
    characters.removeFirst(cursor)
    text = before + String(characters)
    cursor = min(before.count, text.count)
  }

  /// Removes the character before the cursor.
  public mutating func backspace() {
    guard cursor > 0 else { return }
    cursor -= 1
    deleteForward()
  }

  /// Removes the character after the cursor.
  public mutating func deleteForward() {
    guard let index = index(cursor), index < text.endIndex else { return }
    text.remove(at: index)
    cursor = min(cursor, text.count)
  }

  /// Removes everything.
  public mutating func clear() {
    self = TextField()
  }

  /// Moves the cursor; it stops at both ends.
  ///
  /// - Parameter distance: The characters to move, to the right if positive.
  public mutating func move(by distance: Int) {
    cursor = min(max(0, cursor + distance), text.count)
  }

  /// Moves the cursor before the first character.
  public mutating func moveToStart() { cursor = 0 }

  /// Moves the cursor behind the last character.
  public mutating func moveToEnd() { cursor = text.count }

  /// Applies a key that edits: characters, Backspace, Delete, arrows, Home, End, Ctrl-U, -A, -E, -W.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether the key was one of those; otherwise nothing has changed.
  @discardableResult
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .char(let character): insert(String(character))
    case .backspace, .control("h"): backspace()
    case .delete, .control("d"): deleteForward()
    case .left, .control("b"): move(by: -1)
    case .right, .control("f"): move(by: 1)
    case .home, .control("a"): moveToStart()
    case .end, .control("e"): moveToEnd()
    case .control("u"): clear()
    case .control("w"): deleteWord()
    default: return false
    }
    return true
  }

  private func index(_ offset: Int) -> String.Index? {
    text.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
  }

  private mutating func deleteWord() {
    let head = Array(text).prefix(cursor)
    let kept = head.reversed().drop { $0 == " " }.drop { $0 != " " }
    for _ in 0..<(cursor - kept.count) { backspace() }
  }
}

extension String {
  fileprivate func replacingLineEnds() -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\t": result.append(" ")
      default: result.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
