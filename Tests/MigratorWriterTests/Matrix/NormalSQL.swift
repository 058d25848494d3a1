/// The SQL of schema objects without what does not matter: white space, comments, quotes, and case.
enum NormalSQL {
  /// The parts of a statement.
  ///
  /// Those of a table are sorted if the order of columns does not matter.
  static func parts(of sql: String, isTable: Bool, keepsOrder: Bool) -> [String] {
    let words = words(of: sql)
    guard isTable, let open = words.firstIndex(of: "("), words.dropFirst().first != "virtual" else {
      return [words.joined(separator: " ")]
    }
    var (depth, items): (Int, [[String]]) = (0, [[]])
    var end = words.endIndex
    for index in words[open...].indices {
      switch words[index] {
      case "(":
        depth += 1
        if depth == 1 { continue }
      case ")":
        depth -= 1
        if depth == 0 { end = index }
      case "," where depth == 1:
        items.append([])
        continue
      default: break
      }
      if depth == 0 { break }
      items[items.count - 1].append(words[index])
    }
    let list = items.map { $0.joined(separator: " ") }
    let options = words[end...].dropFirst().filter { $0 != "," }.sorted()
    let head = words[..<open].filter { !["if", "not", "exists"].contains($0) }
    return [head.joined(separator: " ")] + (keepsOrder ? list : list.sorted()) + options
  }

  /// The words of a statement in lower case; names lose their quotes, strings keep them.
  private static func words(of sql: String) -> [String] {
    var words: [String] = []
    var rest = sql[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest[(rest.firstIndex(of: "\n") ?? rest.endIndex)...]
      } else if rest.hasPrefix("/*") {
        rest = rest[(rest.firstRange(of: "*/")?.upperBound ?? rest.endIndex)...]
      } else if "'\"`".contains(first) {
        var text = ""
        rest.removeFirst()
        while let next = rest.first {
          rest.removeFirst()
          if next == first {
            guard rest.first == first else { break }
            rest.removeFirst()
          }
          text.append(next)
        }
        words.append(first == "'" ? "'\(text)'" : text.lowercased())
      } else if isNamePart(first) {
        let word = rest.prefix { isNamePart($0) }
        words.append(word.lowercased())
        rest = rest[word.endIndex...]
      } else {
        words.append(String(first))
        rest.removeFirst()
      }
    }
    return words
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
