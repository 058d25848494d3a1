/// A GLOB or LIKE pattern that can generate matching strings.
///
/// Source: <https://www.sqlite.org/lang_expr.html#like>.
struct TextPattern {
  private enum Part {
    case character(Character)
    case anyOf([Character])
    case anything
  }

  private var parts: [Part] = []

  init(glob: String) {
    var rest = Array(glob)[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": parts.append(.anything)
      case "?": parts.append(.anyOf(Self.digits))
      case "[":
        let (set, isNegated) = Self.set(&rest)
        parts.append(.anyOf(isNegated ? Self.plain.filter { !set.contains($0) } : set))
      default: parts.append(.character(character))
      }
    }
  }

  init(like: String) {
    for character in like {
      switch character {
      case "%": parts.append(.anything)
      case "_": parts.append(.anyOf(Self.digits))
      default: parts.append(.character(character))
      }
    }
  }

  static let digits = Array("0123456789")
  private static let plain = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")

  /// Reads a set after its opening bracket.
  private static func set(
    _ rest: inout ArraySlice<Character>
  ) -> (set: [Character], isNegated: Bool) {
    var set: [Character] = []
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var isFirst = true
    while let character = rest.popFirst(), character != "]" || isFirst {
      isFirst = false
      if rest.first == "-", let end = rest.dropFirst().first, end != "]",
        let low = character.unicodeScalars.first?.value, let high = end.unicodeScalars.first?.value
      {
        rest = rest.dropFirst(2)
        if low <= high, high - low < 200 {
          set += (low...high).compactMap { Unicode.Scalar($0).map { Character($0) } }
        }
      } else {
        set.append(character)
      }
    }
    return (set, isNegated)
  }

  /// A matching string, which differs for different numbers if the pattern permits it.
  ///
  /// - Parameters:
  ///   - number: The number, whose digits fill the variable parts, last part first.
  ///   - length: The required length of the string, or `nil`; it is ignored if the pattern does not
  ///     permit it.
  /// - Returns: The string, or `nil` if a set of the pattern is empty.
  func text(_ number: Int, length: Int? = nil) -> String? {
    var number = number
    var pieces: [String] = []
    let fixed = parts.count { if case .anything = $0 { false } else { true } }
    var filler = length.map { max(0, $0 - fixed) }
    for part in parts.reversed() {
      switch part {
      case .character(let character): pieces.append(String(character))
      case .anyOf(let set):
        if set.isEmpty { return nil }
        pieces.append(String(set[number % set.count]))
        number /= set.count
      case .anything:
        if let count = filler {
          pieces.append(Self.text(number, of: Self.digits, length: count))
          filler = 0
        } else {
          pieces.append(String(number))
        }
        number = 0
      }
    }
    return pieces.reversed().joined()
  }

  /// The characters that `NOT GLOB '*[^a-z]*'` permits; `nil` for another pattern.
  static func permitted(byNegated glob: String) -> [Character]? {
    guard glob.hasPrefix("*["), glob.hasSuffix("]*") else { return nil }
    var rest = Array(glob.dropFirst(2).dropLast(1))[...]
    let (set, isNegated) = set(&rest)
    guard rest.isEmpty else { return nil }
    let permitted = isNegated ? set : plain.filter { !set.contains($0) }
    return permitted.isEmpty ? nil : permitted
  }

  /// A number that is written with the given characters as digits, with a fixed length.
  static func text(_ number: Int, of characters: [Character], length: Int) -> String {
    var (number, text) = (number, [Character]())
    for _ in 0..<length {
      text.append(characters[number % characters.count])
      number /= characters.count
    }
    return String(text.reversed())
  }
}
