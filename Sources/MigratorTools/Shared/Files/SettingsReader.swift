struct SettingsReader {
  private let text: [Character]
  private let isJSON: Bool
  private var place = 0
  private var depth = 0
  private var found: [SettingsText.Entry] = []
  private(set) var isBroken = false

  init(_ text: String, isJSON: Bool) {
    self.text = Array(text)
    self.isJSON = isJSON
  }

  private var next: Character? { place < text.count ? text[place] : nil }

  private func isAt(_ word: String) -> Bool { text.dropFirst(place).starts(with: word) }

  mutating func entries() -> [SettingsText.Entry] {
    if isJSON {
      _ = value(in: [])
      return found
    }
    var section: [String] = []
    while skipSpace(withLines: true) {
      if next == "[" {
        while next == "[" { place += 1 }
        section = names(until: "]")
        while next == "]" { place += 1 }
      } else {
        entry(in: section)
      }
      // Only one entry is allowed on each line.
      if skipSpace(withLines: false), next?.isNewline != true {
        isBroken = true
        while next?.isNewline == false { place += 1 }
      }
    }
    return found
  }

  /// Parses `key = value` or `"key": value`.
  private mutating func entry(in section: [String]) {
    let names = names(until: isJSON ? ":" : "=")
    guard let key = names.last, next == (isJSON ? ":" : "=") else {
      isBroken = true
      return
    }
    place += 1
    let section = section + names.dropLast()
    if let values = value(in: section + [key]) {
      found.append(SettingsText.Entry(section: section, key: key, values: values))
    }
  }

  private mutating func names(until end: Character) -> [String] {
    var names: [String] = []
    while skipSpace(withLines: isJSON), let character = next, character != end {
      if character == "\"" || character == "'" {
        names.append(quoted())
      } else if character == "." {
        place += 1
      } else if let word = word(endsAt: ".=]:"), !word.isEmpty {
        names.append(word)
      } else {
        break
      }
    }
    return names
  }

  /// Parses a value; returns `nil` for a table, whose entries are recorded under its name.
  private mutating func value(in section: [String]) -> [String]? {
    guard skipSpace(withLines: isJSON), let first = next else { return nil }
    // No settings are nested this deeply; the limit prevents a stack overflow.
    guard depth < 100 else {
      (isBroken, place) = (true, text.count)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    switch first {
    case "\"", "'": return [quoted()]
    case "{":
      place += 1
      while skipSpace(withLines: true), next != "}" {
        let before = place
        if next == "," { place += 1 } else { entry(in: section) }
        if place == before { place += 1 }
      }
      place += 1
      return nil
    case "[":
      place += 1
      var list: [String] = []
      while skipSpace(withLines: true), next != "]" {
        let before = place
        if next == "," { place += 1 } else { list += value(in: section) ?? [] }
        if place == before { place += 1 }
      }
      place += 1
      return list
    default: return word(endsAt: ",]}").map { [$0] }
    }
  }

  /// Parses an unquoted value up to white space, a comment or one of the given characters.
  private mutating func word(endsAt signs: String) -> String? {
    let begin = place
    while let character = next, !character.isWhitespace, character != "#",
      !signs.contains(character)
    { place += 1 }
    return place > begin ? String(text[begin..<place]) : nil
  }

  /// Parses a string in single or triple quotation marks.
  private mutating func quoted() -> String {
    let quote = String(text[place])
    let end = isAt(quote + quote + quote) ? quote + quote + quote : quote
    place += end.count
    if end.count == 3, next?.isNewline == true { place += 1 }
    var result = ""
    while let character = next, !isAt(end) {
      place += 1
      guard character == "\\", quote == "\"", let escaped = next else {
        result.append(character)
        continue
      }
      place += 1
      switch escaped {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{c}")
      case "u", "U":
        let digits = text.dropFirst(place).prefix(escaped == "u" ? 4 : 8)
        place += digits.count
        if let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) {
          result.unicodeScalars.append(scalar)
        }
      default: result.append(escaped)
      }
    }
    if next == nil { isBroken = true }
    place += end.count
    return result
  }

  /// Skips white space and comments; returns whether anything is left.
  private mutating func skipSpace(withLines: Bool) -> Bool {
    while let character = next {
      if isAt("#") && !isJSON || isAt("//") && isJSON {
        while next?.isNewline == false { place += 1 }
      } else if isJSON, isAt("/*") {
        while next != nil, !isAt("*/") { place += 1 }
        place += 2
      } else if character.isWhitespace && (withLines || !character.isNewline) {
        place += 1
      } else {
        return true
      }
    }
    return false
  }
}
