import MigratorEngine

indirect enum PythonValue: Hashable {
  case none
  /// A string literal, or several adjacent ones.
  case text(String)
  case list([PythonValue])
  /// A value that is only known when the program runs.
  case computed

  /// The strings of a string or a list of strings, and none for `None`; otherwise `nil`.
  var texts: [String]? {
    switch self {
    case .none: return []
    case .text(let text): return [text]
    case .computed: return nil
    case .list(let values):
      let texts = values.compactMap { value in
        if case .text(let text) = value { text } else { nil }
      }
      return texts.count == values.count ? texts : nil
    }
  }
}

/// The assignments of literals, classes and decorators in a Python file, which is not run.
struct PythonSource {
  let statements: [PythonStatement]

  init(_ text: String) {
    statements = PythonTokens(text).statements
  }

  /// The values assigned at the top level, by name; the last assignment counts.
  var assignments: [String: (value: PythonValue, line: Int)] {
    Self.assignments(in: statements.filter { $0.indentation == 0 })
  }

  /// The values assigned in the body of a class, or `nil` if the class does not exist.
  func assignments(inClass name: String) -> [String: (value: PythonValue, line: Int)]? {
    let start = statements.lastIndex { statement in
      statement.indentation == 0 && statement.tokens.count > 1
        && statement.tokens[0].isWord("class") && statement.tokens[1].isWord(name)
    }
    guard let start else { return nil }
    let body = statements[(start + 1)...].prefix { $0.indentation > 0 }
    guard let indentation = body.first?.indentation else { return [:] }
    return Self.assignments(in: body.filter { $0.indentation == indentation })
  }

  private static func assignments(
    in statements: [PythonStatement]
  ) -> [String: (value: PythonValue, line: Int)] {
    var result: [String: (value: PythonValue, line: Int)] = [:]
    for statement in statements {
      guard let name = statement.tokens.first, name.kind == .word,
        let equals = equalsSign(statement.tokens)
      else { continue }
      var reader = PythonReader(statement.tokens[(equals + 1)...])
      let value = reader.value()
      result[name.text] = (reader.isAtEnd ? value : .computed, statement.line)
    }
    return result
  }

  /// The index of the equals sign in `name = …` and `name: Annotation = …`.
  private static func equalsSign(_ tokens: [PythonToken]) -> Int? {
    guard tokens.count > 2 else { return nil }
    if tokens[1].isMark("=") { return tokens[2].isMark("=") ? nil : 1 }
    guard tokens[1].isMark(":") else { return nil }
    var depth = 0
    for (index, token) in tokens.enumerated() {
      depth += (token.opens ? 1 : 0) - (token.closes ? 1 : 0)
      if depth == 0, token.isMark("=") { return index }
    }
    return nil
  }
}

struct PythonReader {
  /// The maximum nesting depth; deeper values count as computed.
  private static let depthLimit = 50
  private var rest: ArraySlice<PythonToken>

  init(_ tokens: ArraySlice<PythonToken>) { rest = tokens }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads one value, up to a comma, a closing bracket or the end.
  mutating func value(depth: Int = 0) -> PythonValue {
    let value = atom(depth: depth)
    if rest.isEmpty || isEnd(rest.first) { return value }
    // `[…] + […]`, a call or a conditional expression is not a literal.
    skip()
    return .computed
  }

  private mutating func atom(depth: Int) -> PythonValue {
    guard let first = rest.first else { return .computed }
    switch first.kind {
    case .text:
      var text = ""
      while let token = rest.first, token.kind == .text {
        text += token.text
        rest = rest.dropFirst()
      }
      return .text(text)
    case .word:
      rest = rest.dropFirst()
      return first.text == "None" ? .none : .computed
    case .mark:
      guard depth < Self.depthLimit, first.opens else { return .computed }
      rest = rest.dropFirst()
      return brackets(first.text, depth: depth)
    }
  }

  private mutating func brackets(_ opening: String, depth: Int) -> PythonValue {
    var values: [PythonValue] = []
    var hasComma = false
    while let token = rest.first {
      guard token.closes || token.isMark(",") else {
        values.append(value(depth: depth + 1))
        continue
      }
      rest = rest.dropFirst()
      if token.closes { break }
      hasComma = true
    }
    // Parentheses around a single value do not make a tuple.
    return opening == "(" && !hasComma && values.count == 1 ? values[0] : .list(values)
  }

  private func isEnd(_ token: PythonToken?) -> Bool {
    token.map { $0.closes || $0.isMark(",") } ?? false
  }

  private mutating func skip() {
    var depth = 0
    while let token = rest.first, depth > 0 || !isEnd(token) {
      depth += (token.opens ? 1 : 0) - (token.closes ? 1 : 0)
      rest = rest.dropFirst()
    }
  }
}

extension SourceFailure {
  /// Creates a failure for a Python file whose declaration is missing or computed.
  init(declaration path: String, line: Int, _ message: String, remedy: String) {
    self.init(
      .badDeclaration, path: path,
      location: ScriptLocation(file: path, line: line, column: 1, offset: 0), message,
      remedy: remedy)
  }
}
