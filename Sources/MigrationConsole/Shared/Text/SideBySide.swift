import MigratorSchema
import TerminalUI

/// The lines of two texts side by side: the old text on the left, the new text on the right.
///
/// Equal lines are next to each other. So are a line and its replacement, with the differing words
/// underlined. Each change has a sign, because color must not be the only indication.
struct SideBySide {
  /// One side of a row; may be empty.
  private struct Half {
    var sign: String
    var words: [(text: String, isChanged: Bool)]
    var role: Role

    static let nothing = Half(sign: " ", words: [], role: .normal)
  }

  private typealias Pair = (before: Half, after: Half)

  /// The minimum width; narrower screens show one version below the other.
  static let leastWidth = 90

  private var pairs: [Pair] = []

  init(_ diff: LineDiff) {
    var removed: [String] = []
    var added: [String] = []
    for line in diff.lines {
      switch line.kind {
      case .removed: removed.append(line.text)
      case .added: added.append(line.text)
      case .same:
        add(removed, added)
        (removed, added) = ([], [])
        let half = Half(sign: " ", words: [(line.text, false)], role: .normal)
        pairs.append((half, half))
      }
    }
    add(removed, added)
  }

  private mutating func add(_ removed: [String], _ added: [String]) {
    var next = 0
    for text in removed {
      let match = added[next...].firstIndex { Self.subject($0) == Self.subject(text) }
      guard let match else {
        pairs.append((Self.whole(text, "-", .removed), .nothing))
        continue
      }
      for new in added[next..<match] { pairs.append((.nothing, Self.whole(new, "+", .added))) }
      pairs.append(Self.compared(text, added[match]))
      next = match + 1
    }
    for new in added[next...] { pairs.append((.nothing, Self.whole(new, "+", .added))) }
  }

  /// The first word of a line, which names a column or the kind of a constraint.
  private static func subject(_ text: String) -> String {
    words(text).first { $0 != " " }?.lowercased() ?? ""
  }

  private static func whole(_ text: String, _ sign: String, _ role: Role) -> Half {
    Half(sign: sign, words: [(text, true)], role: role)
  }

  private static func compared(_ before: String, _ after: String) -> Pair {
    let (old, new) = (words(before), words(after))
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    func half(_ words: [String], _ changed: Set<Int>, _ role: Role) -> Half {
      Half(
        sign: "~", words: words.enumerated().map { ($1, changed.contains($0) && $1 != " ") },
        role: role)
    }
    return (half(old, removed, .removed), half(new, inserted, .added))
  }

  /// The words, symbols and spaces of a line; a line of more than 2,000 bytes is one word.
  private static func words(_ text: String) -> [String] {
    guard text.utf8.count <= 2_000 else { return [text] }
    var words: [String] = []
    var isWord = false
    for character in text {
      let belongs = character.isLetter || character.isNumber || character == "_"
      if belongs, isWord {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isWord = belongs
    }
    return words
  }

  func lines(_ sides: (before: String, after: String), width: Int) -> [StyledLine] {
    let half = max(12, (width - 3) / 2)
    let heading = (
      Half(sign: " ", words: [(sides.before, false)], role: .normal),
      Half(sign: " ", words: [(sides.after, false)], role: .normal)
    )
    let rule = String(repeating: "─", count: half)
    return Self.rows(heading, half: half, .strong) + [StyledLine("\(rule)─┼─\(rule)", .border)]
      + pairs.flatMap { Self.rows($0, half: half, .normal) }
  }

  private static func rows(_ pair: Pair, half: Int, _ role: Role) -> [StyledLine] {
    let (left, right) = (
      broken(pair.before, columns: half - 2, role), broken(pair.after, columns: half - 2, role)
    )
    return (0..<max(left.count, right.count)).map { row in
      var line = row < left.count ? left[row] : StyledLine()
      line.add(SafeText(String(repeating: " ", count: max(0, half - line.width))))
      line.add(" │ ", .border)
      if row < right.count { line.spans += right[row].spans }
      return line
    }
  }

  private static func broken(_ half: Half, columns: Int, _ role: Role) -> [StyledLine] {
    guard !half.words.isEmpty else { return [] }
    var lines: [StyledLine] = []
    var line = StyledLine("\(half.sign) ", half.role, bold: true)
    var room = columns
    func style(_ isChanged: Bool) -> Style {
      isChanged && half.sign == "~"
        ? Style(half.role, bold: true, underline: true) : Style(isChanged ? half.role : role)
    }
    func add(_ text: SafeText, _ isChanged: Bool) {
      line.spans.append(StyledLine.Span(text: text, style: style(isChanged)))
      room -= text.width
    }
    for word in half.words {
      var text = SafeText(word.text)
      while text.width > room {
        if half.words.count == 1 || text.width > columns {
          // Prefer a break at a space.
          let piece = text.wrapped(columns: max(1, room))[0]
          add(piece, word.isChanged)
          text = text.dropFirst(columns: piece.width)
          if text.plain.hasPrefix(" ") { text = text.dropFirst(columns: 1) }
        }
        lines.append(line)
        line = StyledLine("  ")
        room = columns
      }
      add(text, word.isChanged)
    }
    return lines + [line]
  }
}
