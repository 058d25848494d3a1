/// English singulars and plurals of the last word of a name, with the rules of Rails.
///
/// For example, `belongsTo` uses them to find the table `teams` for `team`. Spaces, underscores and
/// capital letters separate words. Trailing digits are kept.
///
/// Source: <https://api.rubyonrails.org/classes/ActiveSupport/Inflector.html>.
package enum Inflections {
  /// Returns the plural; a plural is returned unchanged.
  package static func pluralized(_ name: String) -> String {
    inflect(name, plurals, number: .plural)
  }

  /// Returns the singular; a singular is returned unchanged.
  package static func singularized(_ name: String) -> String {
    inflect(name, singulars, number: .singular)
  }

  private enum Number { case singular, plural }

  /// An ending and its replacement; earlier rules take precedence.
  private struct Rule: Sendable {
    enum Context: Sendable {
      case anything
      case nothing
      case oneOf(String)
      case noneOf(String)
    }

    let ending: String
    let replacement: String
    var before: Context = .anything

    init(_ ending: String, _ replacement: String, _ before: Context = .anything) {
      self.ending = ending
      self.replacement = replacement
      self.before = before
    }

    func matches(_ word: String) -> Bool {
      guard word.hasSuffix(ending) else { return false }
      let previous = word.dropLast(ending.count).last
      return switch before {
      case .anything: true
      case .nothing: previous == nil
      case .oneOf(let letters): previous.map(letters.contains) ?? false
      case .noneOf(let letters): previous.map { !letters.contains($0) } ?? false
      }
    }
  }

  private static let uncountable: Set<String> = [
    "advice", "corps", "dice", "equipment", "fish", "information", "jeans", "kudos", "money",
    "offspring", "police", "rice", "sheep", "species",
  ]

  private static let irregular: [(singular: String, plural: String)] = [
    ("zombie", "zombies"), ("specimen", "specimens"), ("sex", "sexes"), ("person", "people"),
    ("move", "moves"), ("man", "men"), ("leaf", "leaves"), ("foot", "feet"),
    ("child", "children"),
  ]

  /// Words in -s whose plural ends in -es.
  private static let sibilants = ["alias", "bias", "canvas", "focus", "gas", "lens", "status"]

  private static let plurals: [Rule] =
    [
      Rule("quiz", "quizzes"), Rule("oxen", "oxen", .nothing), Rule("ox", "oxen", .nothing),
      Rule("mouse", "mice", .nothing), Rule("louse", "lice", .nothing),
      Rule("mice", "mice", .nothing), Rule("lice", "lice", .nothing),
    ]
    + ["matr", "vert", "ind"].flatMap {
      [Rule($0 + "ix", $0 + "ices"), Rule($0 + "ex", $0 + "ices")]
    }
    + ["x", "ch", "ss", "sh"].map { Rule($0, $0 + "es") } + [
      Rule("quy", "quies"), Rule("y", "ies", .noneOf("aeiouy")), Rule("hive", "hives"),
      Rule("fe", "ves", .noneOf("f")), Rule("lf", "lves"), Rule("rf", "rves"),
      Rule("sis", "ses"), Rule("ta", "ta"), Rule("ia", "ia"), Rule("tum", "ta"),
      Rule("ium", "ia"), Rule("buffalo", "buffaloes"), Rule("tomato", "tomatoes"),
      Rule("hero", "heroes"), Rule("bus", "buses"),
    ] + sibilants.map { Rule($0, $0 + "es") } + [
      Rule("octopi", "octopi"), Rule("viri", "viri"), Rule("octopus", "octopi"),
      Rule("virus", "viri"), Rule("axis", "axes", .nothing), Rule("testis", "testes", .nothing),
      Rule("s", "s"), Rule("", "s"),
    ]

  private static let singulars: [Rule] =
    [
      Rule("databases", "database"), Rule("quizzes", "quiz"), Rule("matrices", "matrix"),
      Rule("vertices", "vertex"), Rule("indices", "index"), Rule("oxen", "ox", .nothing),
    ]
    + sibilants.flatMap { [Rule($0 + "es", $0), Rule($0, $0)] } + [
      Rule("octopus", "octopus"), Rule("octopi", "octopus"), Rule("virus", "virus"),
      Rule("viri", "virus"), Rule("axis", "axis", .nothing), Rule("axes", "axis", .nothing),
      Rule("crisis", "crisis"), Rule("crises", "crisis"), Rule("testis", "testis"),
      Rule("testes", "testis"), Rule("shoes", "shoe"), Rule("oes", "o"), Rule("buses", "bus"),
      Rule("bus", "bus"), Rule("mice", "mouse", .nothing), Rule("lice", "louse", .nothing),
    ] + ["x", "ch", "ss", "sh"].map { Rule($0 + "es", $0) } + [
      Rule("movies", "movie"), Rule("series", "series"), Rule("quies", "quy"),
      Rule("ies", "y", .noneOf("aeiouy")), Rule("lves", "lf"), Rule("rves", "rf"),
      Rule("tives", "tive"), Rule("hives", "hive"), Rule("ves", "fe", .noneOf("f")),
    ]
    + ["analy", "ba", "diagno", "parenthe", "progno", "synop", "the"].flatMap {
      [Rule($0 + "sis", $0 + "sis"), Rule($0 + "ses", $0 + "sis")]
    } + [
      Rule("ta", "tum"), Rule("ia", "ium"), Rule("news", "news"), Rule("ss", "ss"), Rule("s", ""),
    ]

  private static func inflect(_ name: String, _ rules: [Rule], number: Number) -> String {
    let (head, word, digits) = parts(of: name)
    if word.isEmpty { return name }
    let lower = word.lowercased()
    if uncountable.contains(lower) { return name }
    for pair in irregular {
      let wanted = number == .plural ? pair.plural : pair.singular
      for form in [pair.singular, pair.plural] where lower.hasSuffix(form) {
        return head + replacing(form.count, of: word, by: wanted) + digits
      }
    }
    guard let rule = rules.first(where: { $0.matches(lower) }) else { return name }
    return head + replacing(rule.ending.count, of: word, by: rule.replacement) + digits
  }

  /// Replaces an ending; letters that are in both endings keep their case.
  private static func replacing(_ count: Int, of word: String, by ending: String) -> String {
    let old = word.suffix(count)
    let common = zip(old, ending).prefix { $0.lowercased() == $1.lowercased() }.count
    let rest = ending.dropFirst(common)
    // If the first letter of an irregular word is replaced, its case is kept.
    let isCapital = common == 0 && old.first?.isUppercase == true
    return word.dropLast(count - common)
      + (isCapital ? rest.prefix(1).uppercased() + rest.dropFirst() : String(rest))
  }

  private static func parts(of name: String) -> (head: String, word: String, digits: String) {
    let characters = Array(name)
    let end = characters.lastIndex { !("0"..."9").contains($0) }.map { $0 + 1 } ?? 0
    var start = 0
    for index in characters.indices.dropFirst() where index < end {
      let (previous, next) = (characters[index - 1], characters[index])
      let isBoundary =
        !(previous.isLetter || previous.isNumber) || (previous.isLowercase && next.isUppercase)
      if isBoundary { start = index }
    }
    return (
      String(characters[..<start]), String(characters[start..<max(start, end)]),
      String(characters[max(start, end)...])
    )
  }
}
