internal import MigratorSQLite

/// The alternatives of a constraint, `(a = 1 AND b IS NULL) OR (a = 2 AND b IS NOT NULL)`.
///
/// Only comparisons with literals and with NULL are read; the rest is left to the search.
enum CheckBranches {
  /// Returns the candidates of each alternative, by column.
  static func all(_ tokens: [SQLToken], of table: GeneratedTable) -> [[(Int, Candidate)]] {
    alternatives(tokens[...], depth: 0).prefix(24).map { atoms in
      var changes: [(Int, Candidate)] = []
      for atom in atoms {
        guard let change = change(atom, table), !changes.contains(where: { $0.0 == change.0 })
        else { continue }
        changes.append(change)
      }
      return changes
    }.filter { !$0.isEmpty }
  }

  private typealias Part = ArraySlice<SQLToken>

  /// The disjunctive normal form, if it is small.
  private static func alternatives(_ tokens: Part, depth: Int) -> [[Part]] {
    let tokens = unwrapped(tokens)
    if depth > 8 { return [[tokens]] }
    let choices = split(tokens, at: "OR")
    if choices.count > 1 {
      return Array(choices.flatMap { alternatives($0, depth: depth + 1) }.prefix(24))
    }
    let terms = split(tokens, at: "AND")
    guard terms.count > 1 else { return [[tokens]] }
    var all: [[Part]] = [[]]
    for term in terms {
      let choices = alternatives(term, depth: depth + 1)
      all = Array(all.flatMap { start in choices.map { start + $0 } }.prefix(24))
    }
    return all
  }

  private static func unwrapped(_ tokens: Part) -> Part {
    var tokens = tokens
    while tokens.count > 2, tokens.first?.text == "(",
      close(of: tokens.startIndex, in: tokens) == tokens.endIndex - 1
    {
      tokens = tokens.dropFirst().dropLast()
    }
    return tokens
  }

  private static func close(of open: Int, in tokens: Part) -> Int? {
    var depth = 0
    for index in open..<tokens.endIndex {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Splits at a keyword outside parentheses and CASE; the `AND` of `BETWEEN` does not count.
  private static func split(_ tokens: Part, at word: SQLName) -> [Part] {
    var parts: [Part] = []
    var (start, depth, isRange) = (tokens.startIndex, 0, false)
    for index in tokens.indices {
      let token = tokens[index]
      if token.text == "(" || token.isWord("CASE") { depth += 1 }
      if token.text == ")" || token.isWord("END") { depth -= 1 }
      guard depth == 0 else { continue }
      if token.isWord("BETWEEN") { isRange = true }
      guard token.isWord(word) else { continue }
      if isRange, token.isWord("AND") {
        isRange = false
        continue
      }
      parts.append(tokens[start..<index])
      start = index + 1
    }
    parts.append(tokens[start...])
    return parts
  }

  /// The value that makes a comparison true.
  private static func change(_ part: Part, _ table: GeneratedTable) -> (Int, Candidate)? {
    let tokens = Array(unwrapped(part))
    guard tokens.count > 1, let name = tokens[0].name, let position = table.position(of: name)
    else {
      return nil
    }
    let rest = tokens.dropFirst().map { $0.text.asciiUppercased }
    if rest == ["IS", "NULL"] || rest == ["ISNULL"] { return (position, .value(.null)) }
    if rest == ["IS", "NOT", "NULL"] || rest == ["NOTNULL"] || rest == ["NOT", "NULL"] {
      let isReference = table.foreignKeys.contains { $0.columns.contains(position) }
      return (position, isReference ? .parent(choice: 0) : .own)
    }
    guard tokens.count > 2 else { return nil }
    if ["=", "==", "IS"].contains(rest[0]), let value = OperandReader.literal(tokens[2]) {
      return (position, .value(value))
    }
    if rest[0] == "IN", tokens.count > 3, let value = OperandReader.literal(tokens[3]) {
      return (position, .value(value))
    }
    return nil
  }
}
