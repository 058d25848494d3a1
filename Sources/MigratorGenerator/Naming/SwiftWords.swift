struct SwiftWords {
  private let words: [String]

  /// Splits a name into words.
  ///
  /// It splits at underscores, at characters that Swift names cannot contain, and before a capital
  /// that begins a word.
  init(_ name: String) {
    // In a name all in capitals, case does not mark words.
    let isShouted = name == name.uppercased()
    var words: [String] = []
    for part in name.unicodeScalars.split(whereSeparator: { !Self.isPart($0) || $0 == "_" }) {
      let part = isShouted ? String(part).lowercased() : String(part)
      words += Self.words(of: Array(part))
    }
    self.words = words
  }

  /// The words as a type name: `SolarBody`; empty if there are none.
  var type: String { words.map(Self.capitalized).joined() }

  /// The words as a property name: `solarBodyID`; empty if there are none.
  var property: String {
    guard let first = words.first else { return "" }
    return first.lowercased() + words.dropFirst().map(Self.capitalized).joined()
  }

  /// The words without a final `id`, which name the row that a foreign key refers to.
  var withoutID: SwiftWords? {
    guard words.count > 1, words.last?.lowercased() == "id" else { return nil }
    return SwiftWords(words: words.dropLast())
  }

  private init(words: some Sequence<String>) { self.words = Array(words) }

  private static func words(of characters: [Character]) -> [String] {
    var words: [String] = []
    var start = 0
    for index in characters.indices.dropFirst() {
      let isAfterSmall = !characters[index - 1].isUppercase && characters[index].isUppercase
      let isBeforeSmall =
        characters[index].isUppercase && characters[index - 1].isUppercase
        && index + 1 < characters.count && characters[index + 1].isLowercase
      guard isAfterSmall || isBeforeSmall else { continue }
      words.append(String(characters[start..<index]))
      start = index
    }
    words.append(String(characters[start...]))
    return words
  }

  private static func capitalized(_ word: String) -> String {
    if ["id", "url", "uuid"].contains(word.lowercased()) { return word.uppercased() }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || isStart(first) else {
      return false
    }
    return text != "_" && text.unicodeScalars.allSatisfy(isPart)
  }

  static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar.properties.isAlphabetic
      : scalar.properties.isXIDStart && scalar.properties.generalCategory != .modifierLetter
  }

  /// Returns whether an identifier can contain the scalar; Swift allows some more.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
      && scalar.properties.generalCategory != .modifierLetter
  }
}
