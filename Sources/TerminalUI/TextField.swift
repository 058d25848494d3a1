/// An editable line of text.
public struct TextField: Sendable, Hashable {
  /// The text; it contains no control characters.
  public private(set) var text: String

  /// The number of characters before the cursor.
  public private(set) var cursor: Int

  /// Creates a field with the cursor at its end.
  ///
  /// - Parameter text: The initial text.
  public init(_ text: String = "") {
    self.text = ""
    cursor = 0
    insert(text)
  }

  /// Inserts typed or pasted text at the cursor.
  ///
  /// - Parameter string: The text; line breaks and tabs become spaces, other control characters are
  ///   dropped.
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

  /// Moves the cursor, which stops at both ends.
  ///
  /// - Parameter distance: The number of characters to move; positive values move to the right.
  public mutating func move(by distance: Int) {
    cursor = min(max(0, cursor + distance), text.count)
  }

  /// Moves the cursor to the start.
  public mutating func moveToStart() { cursor = 0 }

  /// Moves the cursor to the end.
  public mutating func moveToEnd() { cursor = text.count }

  /// Handles an editing key: characters, Backspace, Delete, arrows, Home, End, Ctrl-A, -B, -D, -E,
  /// -F, -H, -U, -W.
  ///
  /// - Parameter key: The key.
  /// - Returns: True if the key was handled; any other key changes nothing.
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
