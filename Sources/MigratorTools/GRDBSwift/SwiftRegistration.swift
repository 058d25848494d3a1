import MigratorEngine

struct SwiftRegistration: Equatable {
  /// The reason why only the running program determines whether and how often the call is made.
  enum Doubt: String, CaseIterable {
    case loop = "in a loop"
    case condition = "conditionally"
    case conditionalCompilation = "inside #if"
  }

  /// The identifier, or `nil` if it is an expression.
  let identifier: String?
  /// The foreign-key mode, or `nil` if it is an expression.
  let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?
  /// The merged migrations, or `nil` if they are an expression.
  let merged: Set<String>?
  let file: String
  let line: Int
  /// The enclosing function or property; empty if there is none.
  let function: String
  let doubts: Set<Doubt>

  var place: String { "\(file):\(line)" }
}

struct SwiftRegistrations {
  private(set) var found: [SwiftRegistration] = []
  /// The places that set `eraseDatabaseOnSchemaChange` to true.
  private(set) var erasing: [String] = []

  private let tokens: [SwiftToken]
  private let file: String
  private let constants: [String: String]
  private var scopes: [Scope] = []
  private var conditions = 0
  private var areChecksDisabled = false

  private struct Scope {
    var function: String?
    var doubt: SwiftRegistration.Doubt?
  }

  /// Reads the tokens of a file; `constants` maps names to string values.
  init(_ tokens: [SwiftToken], file: String, constants: [String: String] = [:]) {
    self.tokens = tokens
    self.file = file
    self.constants = constants
    read()
  }

  /// The constants with a string literal: `let name = "text"`, `case name = "text"`.
  static func constants(in tokens: [SwiftToken]) -> [(name: String, text: String)] {
    tokens.indices.compactMap { index in
      guard tokens[index].isWord("let") || tokens[index].isWord("case"),
        let name = tokens.word(index + 1)
      else { return nil }
      var next = index + 2
      if tokens.has(":", next), tokens.word(next + 1) != nil { next += 2 }
      guard tokens.has("=", next), case .string(let text?)? = tokens.at(next + 1)?.kind else {
        return nil
      }
      return (name, text)
    }
  }

  private mutating func read() {
    var coming = Scope()
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .condition("#if"): conditions += 1
      case .condition("#endif"): conditions = max(0, conditions - 1)
      case .word("for"), .word("while"), .word("repeat"):
        if isKeyword(index) { coming.doubt = .loop }
      case .word("forEach"):
        if tokens.has(".", index - 1) { coming.doubt = .loop }
      case .word("if"), .word("switch"), .word("guard"):
        if isKeyword(index) { coming.doubt = .condition }
      case .word("func"), .word("var"), .word("let"):
        if let name = tokens.word(index + 1) { coming = Scope(function: name) }
      // A variable with a value counts as a function only if the value begins with a closure.
      case .symbol("="):
        if !tokens.has("{", index + 1) { coming.function = nil }
      case .word("init"): coming = Scope(function: "init")
      case .word("disablingDeferredForeignKeyChecks"): areChecksDisabled = true
      case .word("eraseDatabaseOnSchemaChange"):
        if tokens.has("=", index + 1), tokens.word(index + 2) == "true" {
          erasing.append("\(file):\(token.line)\(conditions > 0 ? ", inside #if," : "")")
        }
      case .symbol("{"):
        scopes.append(coming)
        coming = Scope()
      case .symbol("}"):
        _ = scopes.popLast()
        coming = Scope()
      case .word("registerMigration"):
        if index > 0, tokens[index - 1].isWord("func") { continue }
        if tokens.has("(", index + 1) { found.append(registration(at: index)) }
      default: break
      }
    }
  }

  /// Returns whether a word begins a statement and is not an argument label.
  private func isKeyword(_ index: Int) -> Bool {
    !["(", ",", "."].contains { tokens.has($0, index - 1) } && !tokens.has(":", index + 1)
  }

  private func registration(at index: Int) -> SwiftRegistration {
    let arguments = arguments(from: index + 2)
    let named = Dictionary(
      arguments.compactMap { argument in argument.label.map { ($0, argument.words) } },
      uniquingKeysWith: { first, _ in first })
    var doubts = Set(scopes.compactMap(\.doubt))
    if conditions > 0 { doubts.insert(.conditionalCompilation) }
    return SwiftRegistration(
      identifier: arguments.first.flatMap { $0.label == nil ? text($0.words) : nil },
      foreignKeyChecks: checks(named["foreignKeyChecks"]),
      merged: named["merging"].map(texts) ?? [], file: file, line: tokens[index].line,
      function: scopes.last { $0.function != nil }?.function ?? "", doubts: doubts)
  }

  /// The arguments of a call, starting after its opening parenthesis.
  private func arguments(from start: Int) -> [(label: String?, words: [SwiftToken])] {
    var result: [(label: String?, words: [SwiftToken])] = []
    var words: [SwiftToken] = []
    var depth = 0
    func argument(_ words: [SwiftToken]) -> (label: String?, words: [SwiftToken]) {
      guard let label = words.word(0), words.has(":", 1) else { return (nil, words) }
      return (label, Array(words.dropFirst(2)))
    }
    for token in tokens[min(start, tokens.count)...] {
      if case .symbol(let symbol) = token.kind {
        if depth == 0, symbol == "," || symbol == ")" {
          if !words.isEmpty { result.append(argument(words)) }
          words = []
          if symbol == ")" { break }
          continue
        }
        if "([{".unicodeScalars.contains(symbol) { depth += 1 }
        if ")]}".unicodeScalars.contains(symbol) { depth -= 1 }
      }
      words.append(token)
    }
    return result
  }

  /// The string value of a literal or a constant: `v1`, `Name.v1`, `Name.v1.rawValue`.
  private func text(_ words: [SwiftToken]) -> String? {
    if words.count == 1, case .string(let text) = words[0].kind { return text }
    var names = words.filter { !$0.is(".") }.compactMap(\.word)
    guard names.count == words.count(where: { !$0.is(".") }) else { return nil }
    if names.last == "rawValue" { names.removeLast() }
    return names.last.flatMap { constants[$0] }
  }

  /// The string values of an array literal, or `nil` if one of them is unknown.
  private func texts(_ words: [SwiftToken]) -> Set<String>? {
    guard let first = words.first, let last = words.last, first.is("["), last.is("]") else {
      return nil
    }
    var texts: Set<String> = []
    for element in words.dropFirst().dropLast().split(whereSeparator: { $0.is(",") }) {
      guard let text = text(Array(element)) else { return nil }
      texts.insert(text)
    }
    return texts
  }

  private func checks(_ words: [SwiftToken]?) -> DatabaseMigrator.ForeignKeyChecks? {
    guard let words else { return areChecksDisabled ? .disabled : .deferred }
    switch words.last?.word {
    case "immediate": return .immediate
    case "deferred": return areChecksDisabled ? .disabled : .deferred
    default: return nil
    }
  }
}

extension Array<SwiftToken> {
  fileprivate func at(_ index: Int) -> SwiftToken? { indices.contains(index) ? self[index] : nil }
  fileprivate func word(_ index: Int) -> String? { at(index)?.word }
  fileprivate func has(_ symbol: Unicode.Scalar, _ index: Int) -> Bool {
    at(index)?.is(symbol) ?? false
  }
}
