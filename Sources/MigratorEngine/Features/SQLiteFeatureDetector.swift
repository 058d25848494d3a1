internal import MigratorSQLite

/// Finds features in the tokens of one statement.
struct SQLiteFeatureDetector {
  struct Item {
    let token: SQLToken
    let offset: Int
    let depth: Int
    /// The bare word in upper case, or the sign; empty for quoted names and literals.
    let word: String
    var isName: Bool { token.kind == .identifier }
  }

  private typealias Rows = [(version: Int, names: [String])]
  private static func index(_ rows: Rows) -> [String: Int] {
    rows.reduce(into: [:]) { all, row in row.names.forEach { all[$0.uppercased()] = row.version } }
  }
  private static let functions = index(SQLiteFeatureVersions.functions)
  private static let modules = index(SQLiteFeatureVersions.modules)
  private static let modifiers = index(SQLiteFeatureVersions.modifiers)
  private static let tokenizers = index(SQLiteFeatureVersions.tokenizers)
  private static let fullTextOptions = index(SQLiteFeatureVersions.fullTextOptions)
  private static let fullTextCommands = index(SQLiteFeatureVersions.fullTextCommands)
  private static let math = 3_035_000
  private static let dateFunctions: Set = [
    "DATE", "TIME", "DATETIME", "JULIANDAY", "STRFTIME", "UNIXEPOCH",
  ]
  private static let beforeNames: Set = [
    "INTO", "TABLE", "VIEW", "REFERENCES", "EXISTS", ".", "INDEX", "TRIGGER", "UPDATE", "COLUMN",
  ]
  private static let beforeRows: Set = [
    "(", ",", "SELECT", "WHERE", "AND", "OR", "NOT", "ON", "SET", "WHEN", "THEN", "ELSE", "HAVING",
    "CHECK", "BY", "CASE", "=", "==", "<", ">", "<=", ">=", "<>", "!=",
  ]
  private static let comparisons: Set = [
    "=", "==", "<", ">", "<=", ">=", "<>", "!=", "IS", "IN", "BETWEEN",
  ]

  let items: [Item]
  /// The index of the closing parenthesis for each opening one.
  private let ends: [Int: Int]
  private let isStored: Bool
  /// The kind of object that the statement creates: `TABLE`, `INDEX`, ….
  private let created: String?

  init(_ sql: String) {
    var items: [Item] = []
    var (offset, open, ends) = (0, [Int](), [Int: Int]())
    for token in SQLTokenizer.tokens(of: sql) {
      defer { offset += token.text.utf8.count }
      if token.isTrivia { continue }
      if token.text == ")", let start = open.popLast() { ends[start] = items.count }
      let isQuoted = token.text.first.map { "\"`['".contains($0) } ?? true
      items.append(
        Item(
          token: token, offset: offset, depth: open.count,
          word: isQuoted ? "" : token.text.uppercased()))
      if token.text == "(" { open.append(items.count - 1) }
    }
    self.items = items
    self.ends = ends
    let head = items.prefix(4).map(\.word)
    let kinds: Set = ["TABLE", "INDEX", "VIEW", "TRIGGER", "VIRTUAL"]
    created = head.first == "CREATE" ? head.dropFirst().first { kinds.contains($0) } : nil
    let isQuery = created == "TABLE" && items.contains { $0.depth == 0 && $0.word == "AS" }
    let isTemporary = head.contains("TEMP") || head.contains("TEMPORARY")
    isStored =
      (created != nil && created != "VIRTUAL" && !isQuery && !isTemporary) || head.first == "ALTER"
  }

  private func word(_ index: Int) -> String {
    items.indices.contains(index) ? items[index].word : ""
  }

  func uses() -> [SQLiteFeature.Use] {
    var found: [SQLiteFeature.Use] = []
    func add(_ feature: SQLiteFeature, at index: Int) {
      found.append(
        SQLiteFeature.Use(
          feature: feature, offset: items[index].offset,
          isStored: isStored && feature.isSchemaSyntax))
    }
    var updates: [Int: Bool] = [:]
    var grouped: [Int: Bool] = [:]
    var calls: [Bool] = []
    for (i, item) in items.enumerated() {
      if let feature = syntax(at: i) ?? named(at: i) { add(feature, at: i) }
      if let start = alteration, start == i, let feature = alterFeature(at: i) {
        add(feature, at: i)
      }
      switch item.word {
      case "(":
        calls.append(i > 0 && items[i - 1].isName)
        if isRow(i) { add(.rowValues, at: i) }
      case ")":
        calls = calls.dropLast()
        updates[item.depth + 1] = nil
        grouped[item.depth + 1] = nil
      case ";": updates = [:]
      case "SET" where !["NULL", "DEFAULT"].contains(word(i + 1)): updates[item.depth] = true
      case "WHERE": updates[item.depth] = nil
      case "FROM" where updates[item.depth] == true && word(i - 1) != "DISTINCT":
        add(.updateFrom, at: i)
        updates[item.depth] = nil
      case "SELECT":
        grouped[item.depth] = false
        updates[item.depth] = nil
        if !calls.isEmpty { calls[calls.count - 1] = false }
      case "GROUP" where word(i + 1) == "BY": grouped[item.depth] = true
      case "HAVING" where grouped[item.depth] == false: add(.having, at: i)
      case "ORDER" where calls.last == true && word(i - 1) != "(" && word(i + 1) == "BY":
        add(.orderedAggregate, at: i)
      default: break
      }
    }
    if let index = indexExpression { add(.expressionIndex, at: index) }
    return found.sorted { $0.offset < $1.offset }
  }

  private func syntax(at i: Int) -> SQLiteFeature? {
    let (before, after, depth) = (word(i - 1), word(i + 1), items[i].depth)
    if word(0) == "PRAGMA", items[i].word == "TABLE_LIST", i == 1 || i == 3 && before == "." {
      return .tableList
    }
    if before == "." { return nil }
    switch items[i].word {
    case "WITHOUT" where after == "ROWID" && created == "TABLE" && [")", ","].contains(before):
      return .withoutRowID
    case "STRICT"
    where created == "TABLE" && depth == 0 && [")", ",", "ROWID"].contains(before)
      && ["", ",", ";"].contains(after):
      return .strict
    case "AS" where after == "(" && (created == "TABLE" && depth == 1 || alters && depth == 0):
      return .generatedColumns
    case "MATERIALIZED" where after == "(" && ["AS", "NOT"].contains(before): return .materialized
    case "OVER"
    where before == ")"
      && (after == "("
        || items.indices.contains(i + 1)
          && items[i + 1].isName):
      return .windowFunctions
    case "FILTER" where before == ")" && after == "(": return .filter
    case "NULLS"
    where ["FIRST", "LAST"].contains(after)
      && !["SELECT", ",", "(", "BY", ""].contains(before):
      return after == "FIRST" ? .nullsFirst : .nullsLast
    case "NULLS" where ["FIRST", "LAST"].contains(after) && before == "" && i > 0:
      return after == "FIRST" ? .nullsFirst : .nullsLast
    case "RETURNING": return .returning
    case "INTO" where word(0) == "VACUUM": return .vacuumInto
    case "CONFLICT" where before == "ON" && ["(", "DO"].contains(after):
      return after == "DO" && word(i + 2) == "UPDATE" ? .upsertWithoutTarget : .upsert
    case "RIGHT"
    where !["FROM", "JOIN", ","].contains(before)
      && (after == "JOIN" || after == "OUTER" && word(i + 2) == "JOIN"):
      return .rightJoin
    case "FULL"
    where !["FROM", "JOIN", ","].contains(before)
      && (after == "JOIN" || after == "OUTER" && word(i + 2) == "JOIN"):
      return .fullJoin
    case "DISTINCT"
    where after == "FROM"
      && (before == "IS"
        || before == "NOT" && word(i - 2) == "IS"):
      return .distinctFrom
    case "->", "->>": return .arrows
    default: break
    }
    let token = items[i].token
    return token.kind == .number && token.text.contains("_") ? .digitSeparators : nil
  }

  private func named(at i: Int) -> SQLiteFeature? {
    let (item, before) = (items[i], word(i - 1))
    if created == "VIRTUAL" {
      if word(i + 1) == "=", let version = Self.fullTextOptions[item.word] {
        return SQLiteFeature(
          "FTS5 option \(item.word.lowercased())", version, isSchemaSyntax: false)
      }
      guard item.token.kind != .number, before == "=", word(i - 2) == "TOKENIZE" else { return nil }
      let name = item.token.unquoted.split(separator: " ").first.map(String.init) ?? ""
      return Self.tokenizers[name.uppercased()].map {
        SQLiteFeature(name.lowercased(), $0, isSchemaSyntax: false)
      }
    }
    if item.token.kind == .string { return named(in: item.token.unquoted, at: i) }
    if ["FROM", "JOIN", ","].contains(before), item.word.hasPrefix("PRAGMA_"), word(i + 1) == "(" {
      return .pragmaFunctions
    }
    guard word(i + 1) == "(", item.isName || item.token.kind == .keyword,
      !Self.beforeNames.contains(before), let end = ends[i + 1], !isCommonTable(after: end),
      !(before == "ON" && created == "INDEX" && item.depth == 0)
    else { return nil }
    let name = item.word.lowercased()
    if let version = Self.modules[item.word] {
      return SQLiteFeature(name, version, isSchemaSyntax: false)
    }
    if item.word == "IIF", arguments(of: i + 1, to: end) == 2 { return .shortIif }
    return Self.functions[item.word].map {
      SQLiteFeature(
        $0 == Self.math ? "math functions" : "\(name)()", $0, isSchemaSyntax: false)
    }
  }

  /// A feature that a string names: a modifier or format of a date function, or a command of FTS5.
  private func named(in text: String, at i: Int) -> SQLiteFeature? {
    if word(0) == "INSERT", let version = Self.fullTextCommands[text.uppercased()] {
      return SQLiteFeature("FTS5 command \(text)", version, isSchemaSyntax: false)
    }
    guard let open = ends.filter({ $0.key < i && $0.value > i }).map(\.key).max(),
      Self.dateFunctions.contains(word(open - 1))
    else { return nil }
    if let version = Self.modifiers[text.uppercased()] {
      return SQLiteFeature("modifier \(text.lowercased())", version, isSchemaSyntax: false)
    }
    if word(i - 1) == "," {
      return text.wholeMatch(of: /[+-]\d{4}-\d\d-\d\d( .*)?/) == nil ? nil : .timeShift
    }
    guard word(open - 1) == "STRFTIME" else { return nil }
    let format = text.replacing("%%", with: "")
    let newest = SQLiteFeatureVersions.conversions.flatMap { row in
      row.names.filter(format.contains).map { (version: row.version, name: $0) }
    }.max { $0.version < $1.version }
    return newest.map {
      SQLiteFeature("strftime \($0.name)", $0.version, isSchemaSyntax: false)
    }
  }

  private func isCommonTable(after end: Int) -> Bool {
    word(end + 1) == "AS" && ["(", "MATERIALIZED", "NOT"].contains(word(end + 2))
  }

  private func arguments(of open: Int, to end: Int) -> Int {
    let depth = items[open].depth + 1
    return 1 + items[open..<end].count { $0.word == "," && $0.depth == depth }
  }

  private func isRow(_ open: Int) -> Bool {
    guard let end = ends[open], Self.beforeRows.contains(word(open - 1)),
      !["SELECT", "VALUES", "WITH"].contains(word(open + 1)),
      Self.comparisons.contains(word(end + 1))
        || word(end + 1) == "NOT" && ["IN", "BETWEEN"].contains(word(end + 2))
    else { return false }
    return arguments(of: open, to: end) > 1
  }

  private var alters: Bool { word(0) == "ALTER" && word(1) == "TABLE" }
  /// The index of the verb after the table's name.
  private var alteration: Int? { alters ? (word(3) == "." ? 5 : 3) : nil }

  private func alterFeature(at i: Int) -> SQLiteFeature? {
    switch items[i].word {
    case "RENAME" where word(i + 1) != "TO": .renameColumn
    case "DROP" where word(i + 1) != "CONSTRAINT": .dropColumn
    default: nil
    }
  }

  private var indexExpression: Int? {
    guard created == "INDEX",
      let open = items.firstIndex(where: { $0.word == "(" }), let end = ends[open]
    else { return nil }
    let enders: Set = [",", ")", "COLLATE", "ASC", "DESC", "NULLS"]
    return (open + 1..<max(end, open + 1)).first { i in
      i == open + 1 || (word(i - 1) == "," && items[i].depth == items[open].depth + 1)
        ? !enders.contains(word(i + 1)) : false
    }
  }
}
