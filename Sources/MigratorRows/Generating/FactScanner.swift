internal import MigratorSQLite

/// Finds the literals with which one statement, or one expression, compares columns.
///
/// Literals that are only written, by an assignment in `SET` or an `INSERT`, do not count.
struct FactScanner {
  private let reader: OperandReader
  private var tokens: [SQLToken] { reader.tokens }
  private(set) var facts: [SQLName: ColumnFacts] = [:]
  /// The columns whose elements `json_each` lists, and the paths that are read in the elements.
  private var elements: (columns: [SQLName], paths: [String]) = ([], [])
  /// True if `value` without a table name can be an element.
  private let listsElements: Bool

  /// Scans tokens.
  ///
  /// - Parameters:
  ///   - tokens: The tokens, without white space and comments.
  ///   - isColumn: Returns true for the names of columns. Other text in double quotes is a string.
  init(_ tokens: [SQLToken], isColumn: @escaping (SQLName) -> Bool) {
    reader = OperandReader(tokens: tokens, isColumn: isColumn)
    listsElements = tokens.contains { $0.isWord("json_each") || $0.isWord("json_tree") }
    scan()
    let paths = elements.paths.filter { $0.hasPrefix("$.") }.map { "$[0]\($0.dropFirst())" }
    for column in elements.columns where !paths.isEmpty { note(column) { $0.paths = paths } }
  }

  private static let comparisons: Set<String> = ["=", "==", "<>", "!=", "<", "<=", ">", ">="]
  private static let jsonFunctions: Set<SQLName> = [
    "json", "jsonb", "json_valid", "json_extract", "json_each", "json_tree", "json_type",
    "json_array_length", "json_set", "json_insert", "json_replace", "json_remove", "json_patch",
    "jsonb_extract",
  ]
  private static let timeFunctions: Set<SQLName> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime",
  ]
  private mutating func scan() {
    var assignmentDepth: Int?
    var depth = 0
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      defer { index += 1 }
      switch token.text.asciiUppercased {
      case "(": depth += 1
      case ")": depth -= 1
      case "CASE" where token.kind == .keyword:
        depth += 1
        scanCase(at: index)
      case "END" where token.kind == .keyword: depth -= 1
      case "SET" where token.kind == .keyword: assignmentDepth = depth
      case "WHERE", "FROM", "RETURNING", ";":
        if depth <= assignmentDepth ?? .max, token.kind != .identifier { assignmentDepth = nil }
      case let sign where token.kind == .operator && Self.comparisons.contains(sign):
        if assignmentDepth != depth { scanComparison(at: index) }
      case "IS" where token.kind == .keyword: scanComparison(at: index)
      case "IN" where token.kind == .keyword: scanList(at: index)
      case "BETWEEN" where token.kind == .keyword: scanRange(at: index)
      case "LIKE" where token.kind == .keyword, "GLOB" where token.kind == .keyword:
        scanPattern(at: index)
      case "->" where token.kind == .operator, "->>" where token.kind == .operator:
        scanArrow(at: index)
      default:
        if token.kind == .identifier || token.kind == .keyword { scanCall(at: index) }
      }
    }
  }

  private mutating func note(_ column: SQLName, _ change: (inout ColumnFacts) -> Void) {
    var new = ColumnFacts()
    change(&new)
    facts[column, default: ColumnFacts()].add(new)
  }

  // MARK: Clauses

  private mutating func scanComparison(at index: Int) {
    let sign = tokens[index].text
    var right = index + 1
    if tokens[index].isWord("IS"), right < tokens.count, tokens[right].isWord("NOT") { right += 1 }
    if let operand = reader.operand(before: index), let (value, _) = reader.literal(at: right) {
      add(value, sign, to: operand)
    } else if let column = reader.column(right: right), index > 0,
      let value = reader.leftLiteral(index - 1)
    {
      add(value, sign, to: .column(column))
    }
  }

  private mutating func add(
    _ value: DatabaseValue, _ sign: String, to operand: OperandReader.Operand
  ) {
    switch operand {
    case .column(let name):
      let isBound = sign.hasPrefix("<") && sign != "<>" || sign.hasPrefix(">")
      note(name) { if isBound { $0.bounds = [value] } else { $0.equal = [value] } }
    case .storage(let name):
      if case .string(let text) = value.storage { note(name) { $0.storage = [text] } }
    case .length(let name):
      if case .int64(let length) = value.storage, length >= 0, length <= 10_000 {
        note(name) { $0.lengths = [Int(length)] }
      }
    }
  }

  private mutating func scanList(at index: Int) {
    let end = index > 0 && tokens[index - 1].isWord("NOT") ? index - 1 : index
    guard let operand = reader.operand(before: end), index + 1 < tokens.count,
      tokens[index + 1].text == "("
    else { return }
    var next = index + 2
    while let (value, after) = reader.literal(at: next) {
      add(value, "=", to: operand)
      guard after < tokens.count, tokens[after].text == "," else { return }
      next = after + 1
    }
  }

  private mutating func scanRange(at index: Int) {
    let end = index > 0 && tokens[index - 1].isWord("NOT") ? index - 1 : index
    guard let operand = reader.operand(before: end), let (low, next) = reader.literal(at: index + 1)
    else {
      return
    }
    add(low, "<", to: operand)
    if next < tokens.count, tokens[next].isWord("AND"), let (high, _) = reader.literal(at: next + 1)
    {
      add(high, "<", to: operand)
    }
  }

  private mutating func scanPattern(at index: Int) {
    let isNegated = index > 0 && tokens[index - 1].isWord("NOT")
    guard case .column(let name)? = reader.operand(before: isNegated ? index - 1 : index),
      index + 1 < tokens.count, tokens[index + 1].kind == .string
    else { return }
    // A long pattern is often joined from pieces: `GLOB '[0-9]' || '[0-9]'`.
    var text = tokens[index + 1].unquoted
    var next = index + 2
    while next + 1 < tokens.count, tokens[next].text == "||", tokens[next + 1].kind == .string {
      text += tokens[next + 1].unquoted
      next += 2
    }
    let isGlob = tokens[index].isWord("GLOB")
    note(name) { $0.patterns = [.init(text: text, isGlob: isGlob, isNegated: isNegated)] }
  }

  private mutating func scanCase(at index: Int) {
    // CASE column WHEN literal THEN … END; a nested CASE is scanned on its own.
    guard let column = reader.column(right: index + 1) else { return }
    var depth = 0
    for next in (index + 1)..<tokens.count {
      let token = tokens[next]
      if token.text == "(" || token.isWord("CASE") { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if token.isWord("END") {
        if depth == 0 { return }
        depth -= 1
      }
      if depth == 0, token.isWord("WHEN"), let (value, _) = reader.literal(at: next + 1) {
        note(column) { $0.equal = [value] }
      }
    }
  }

  private mutating func scanArrow(at index: Int) {
    guard index > 0, index + 1 < tokens.count else { return }
    let path = tokens[index + 1].kind == .string ? tokens[index + 1].unquoted : nil
    if isElement(endingAt: index - 1) {
      if let path { elements.paths.append(path.hasPrefix("$") ? path : "$.\(path)") }
      return
    }
    guard let name = reader.column(at: index - 1) else { return }
    note(name) {
      $0.holdsJSON = true
      if let path { $0.paths = [path.hasPrefix("$") ? path : "$.\(path)"] }
    }
  }

  /// True for the `value` of `json_each`, unless a table of the statement also has such a column.
  private func isElement(endingAt index: Int) -> Bool {
    guard tokens.indices.contains(index), tokens[index].isWord("value") else { return false }
    return listsElements || index > 1 && tokens[index - 1].text == "."
  }

  private mutating func scanCall(at index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].text == "(",
      let function = tokens[index].name
    else { return }
    let isJSON = Self.jsonFunctions.contains(function)
    let isTime = Self.timeFunctions.contains(function)
    guard isJSON || isTime else { return }
    // The arguments up to the closing parenthesis.
    var depth = 0
    var columns: [SQLName] = []
    var paths: [String] = []
    for next in (index + 1)..<tokens.count {
      let token = tokens[next]
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 { break }
      if let name = reader.column(at: next),
        next + 1 == tokens.count || tokens[next + 1].text != "."
      {
        columns.append(name)
      } else if token.kind == .string, token.unquoted.hasPrefix("$") {
        paths.append(token.unquoted)
      }
    }
    let isQualified = tokens.dropFirst(index + 3).first?.text == "."
    if isElement(endingAt: isQualified ? index + 4 : index + 2) {
      elements.paths += paths
      return
    }
    guard let first = columns.first else { return }
    if function == "json_each" { elements.columns.append(first) }
    let isArray = ["json_each", "json_array_length"].contains(function) && paths.isEmpty
    note(first) {
      $0.holdsJSON = isJSON
      $0.holdsArray = isArray
      $0.holdsTime = isTime
      $0.paths = paths
    }
  }
}
