import MigratorEngine
import MigratorSession

/// The check that a tool would run exactly the statements of a new migration.
///
/// The files are read back as if they were in the folder. This also finds statements that the tool
/// cannot run, so its rules are not duplicated here.
struct WriterCheck {
  let tool: any MigrationTool
  let new: NewMigration
  let statements: NewStatements

  /// Checks the files of the migration.
  ///
  /// - Throws: ``WriteRefusal`` with the first difference.
  func check(_ files: [MigrationFile]) throws(WriteRefusal) {
    for statement in statements.up + (statements.down ?? []) { try checkFacts(of: statement) }
    try checkColumns()
    guard let file = files.first else { throw .onlyTool(tool.title) }
    let folder = FolderTree(new.folder, adding: files)
    let migration = try migration(file, in: folder)
    switch migration.body {
    case .unavailable(let obstacle): throw refusal(obstacle.message)
    case .unusable(let problems, _):
      throw refusal(problems.first.map { "\($0.message)." } ?? "The file is not usable.")
    case .sql(let script, let transaction):
      // A comment, such as the title, can be a directive of the tool.
      if transaction == .none, new.runner.transaction != .none {
        throw refusal("\(tool.title) would run the file outside a transaction.")
      }
      try compare(script, statements.up)
      let problems = StatementSplitting(of: tool.format, in: folder).problems(of: script)
      if let problem = problems.first { throw refusal(problem.message) }
    }
    guard let down = statements.down else { return }
    if files.count > 1, files[1].path.hasSuffix(".sql") {
      try compare(SQLScript(file: files[1].path, text: files[1].text), down)
    } else if case .section(let section) = migration.down {
      try compare(section, down)
    }
  }

  private func migration(
    _ file: MigrationFile, in folder: FolderTree
  ) throws(WriteRefusal) -> ToolMigration {
    let read: [ToolMigration]
    do {
      read = try ToolFolder(tool: tool, folder: folder).migrations
    } catch {
      throw refusal(Explanation(error).sentence)
    }
    let path = folder.path(of: file.path)
    guard let migration = read.first(where: { $0.path == path }) else {
      throw refusal("\(tool.title) would not find \(file.path).")
    }
    return migration
  }

  /// Checks that the script has only these statements, between those that the writer added.
  private func compare(_ script: SQLScript, _ wanted: [String]) throws(WriteRefusal) {
    let found = (try? script.statements())?.map { Tokens($0.sql) } ?? []
    let wanted = wanted.map { Tokens($0) }
    // The statements that the writer adds come first and last.
    let head = found.prefix { $0.isAddition }.count
    let own = found.dropFirst(min(head, max(0, found.count - wanted.count)))
    if own.count >= wanted.count, own.prefix(wanted.count).elementsEqual(wanted),
      own.dropFirst(wanted.count).allSatisfy(\.isAddition)
    {
      return
    }
    let index = wanted.indices.first { own.dropFirst($0).first != wanted[$0] }
    throw refusal(
      "\(tool.title) would not run the statements unchanged"
        + (index.map { ": it reads statement \($0 + 1) differently, `\(wanted[$0].excerpt)`." }
          ?? "."))
  }

  private func refusal(_ reason: String) -> WriteRefusal {
    WriteRefusal(
      reason,
      remedy: "Create an empty migration, and write the statements in a way that the tool supports."
    )
  }
}

// Statements that the tool's runner does not allow.
extension WriterCheck {
  private func checkFacts(of statement: String) throws(WriteRefusal) {
    let tokens = Tokens(statement)
    let (runner, title) = (new.runner, tool.title)
    if let limit = runner.statementLimit, statement.utf8.count > limit {
      throw refusal(
        "\(title) refuses statements of more than \(limit) bytes, but `\(tokens.excerpt)` has "
          + "\(statement.utf8.count).")
    }
    if !runner.allowsTemporaryObjects, tokens.isTemporary {
      throw refusal("\(title) refuses temporary objects: `\(tokens.excerpt)`.")
    }
    if !runner.keepsLineEnds, tokens.hasQuotedReturn {
      throw refusal(
        "\(title) would change the line endings in a string or name: `\(tokens.excerpt)`.")
    }
    if !runner.allowsSystemTables, let name = tokens.systemTable {
      throw refusal("\(title) does not know the table \(name): `\(tokens.excerpt)`.")
    }
    if !runner.allowsRows, tokens.mayReturnRows {
      throw refusal("\(title) can refuse statements that return rows: `\(tokens.excerpt)`.")
    }
  }
}

extension WriterCheck {
  private func checkColumns() throws(WriteRefusal) {
    guard let limit = new.runner.columnLimit, let schema = statements.schema else { return }
    for table in schema.objects where table.kind == .table {
      let count = table.sql.flatMap { ParsedTable.parse($0) }?.columns.count ?? 0
      guard count > limit else { continue }
      throw refusal(
        "\(tool.title) allows \(limit) columns, but \(table.name) would have \(count).")
    }
  }
}

/// The tokens of a statement without the comments before it and its semicolon.
///
/// Two statements are equal if only the case of keywords and the white space between tokens differ.
private struct Tokens: Equatable {
  private let tokens: [SQLToken]

  init(_ statement: String) {
    let all = SQLTokenizer.tokens(of: statement)[...].drop(while: \.isTrivia)
    let end = all.lastIndex { !$0.isTrivia && !$0.isWord(";") } ?? all.startIndex - 1
    tokens = all[..<min(end + 1, all.endIndex)].compactMap { token in
      guard token.isTrivia else { return token }
      if token.text.allSatisfy(\.isWhitespace) { return nil }
      return SQLToken(kind: token.kind, text: token.text.replacing("\r\n", with: "\n"))
    }
  }

  static func == (one: Tokens, other: Tokens) -> Bool {
    one.tokens.count == other.tokens.count
      && zip(one.tokens, other.tokens).allSatisfy { first, second in
        first == second
          || (first.kind == .keyword && second.kind == .keyword
            && first.text.uppercased() == second.text.uppercased())
      }
  }

  /// The tokens, without white space and comments.
  private var words: [SQLToken] { tokens.filter { !$0.isTrivia } }

  /// True for the statements with which the writer begins and ends a file.
  var isAddition: Bool {
    let words = words.prefix(2)
    return words.first?.isWord("BEGIN") ?? false || words.first?.isWord("COMMIT") ?? false
      || (words.first?.isWord("PRAGMA") ?? false
        && (words.last?.isWord("foreign_keys") ?? false
          || words.last?.isWord("user_version") ?? false))
  }

  /// True for `CREATE TEMP …`, and for objects of the schema `temp`.
  var isTemporary: Bool {
    let words = words
    guard let first = words.first else { return false }
    if first.isWord("CREATE"), words.count > 1,
      words[1].isWord("TEMP") || words[1].isWord("TEMPORARY")
    {
      return true
    }
    return zip(words, words.dropFirst()).contains { $0.name == "temp" && $1.isWord(".") }
  }

  /// True if a string or a quoted name contains a carriage return.
  var hasQuotedReturn: Bool {
    tokens.contains { !$0.isTrivia && $0.text.utf8.contains(UInt8(ascii: "\r")) }
  }

  /// The first table of SQLite itself that the statement uses, or `nil`.
  var systemTable: String? {
    tokens.lazy.compactMap { $0.name?.text }.first { $0.asciiLowercased.hasPrefix("sqlite_") }
  }

  /// True for a query, for `RETURNING`, and for any pragma that may return rows.
  var mayReturnRows: Bool {
    let words = words
    guard let first = words.first else { return false }
    if ["SELECT", "VALUES", "EXPLAIN"].contains(where: { first.isWord($0) }) { return true }
    if first.isWord("PRAGMA") {
      guard let pragma = PragmaStatement(words.map(\.text).joined(separator: " ")),
        pragma.value != nil
      else {
        return true
      }
      return !Self.silentPragmas.contains(pragma.name)
    }
    if first.isWord("WITH") {
      return !words.contains { word in ["INSERT", "UPDATE", "DELETE"].contains { word.isWord($0) } }
    }
    return !first.isWord("CREATE") && words.contains { $0.isWord("RETURNING") }
  }

  /// Pragmas that were tested to return no rows when they set a value.
  private static let silentPragmas: Set<SQLName> = [
    "foreign_keys", "defer_foreign_keys", "legacy_alter_table", "user_version", "application_id",
    "ignore_check_constraints", "recursive_triggers",
  ]

  /// The beginning of the statement, on one line.
  var excerpt: String {
    let text = words.prefix(8).map(\.text).joined(separator: " ")
    return text.count > 60 ? String(text.prefix(59)) + "…" : text
  }
}
