/// Finds the statements of a script without a connection.
///
/// A statement ends at its semicolon, except that `CREATE TRIGGER` ends at `; END ;`, as
/// `sqlite3_complete` has it. Source: <https://www.sqlite.org/c3ref/complete.html>.
struct ScriptSplitter {
  /// How far the words at the head of a statement have told what it is.
  private enum State {
    case start, explain, create, plain, trigger, triggerSemicolon, triggerEnd
  }

  private let bytes: [UInt8]
  private var state = State.start
  private var start: Int?
  private var end = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the bytes of each statement, from its first token to its semicolon.
  ///
  /// - Parameter bytes: The script in UTF-8.
  /// - Returns: The ranges, in order; what lies between is white space, comments and semicolons.
  /// - Throws: ``ScriptProblem`` when a text, name, comment or trigger has no end, or at a NUL.
  /// - Complexity: O(*n*).
  static func statements(in bytes: [UInt8]) throws(ScriptProblem) -> [Range<Int>] {
    if let offset = bytes.firstIndex(of: 0) {
      throw ScriptProblem(kind: .nulCharacter, offset: offset)
    }
    var splitter = ScriptSplitter(bytes)
    var scanner = ScriptScanner(bytes)
    var found: [Range<Int>] = []
    while let lexeme = scanner.next() {
      if let range = try splitter.add(lexeme) { found.append(range) }
    }
    if let range = try splitter.finish() { found.append(range) }
    return found
  }

  /// Adds a lexeme.
  ///
  /// - Parameter lexeme: The lexeme.
  /// - Returns: The statement that the lexeme ends, if it ends one.
  /// - Throws: ``ScriptProblem`` at something unterminated.
  private mutating func add(_ lexeme: ScriptScanner.Lexeme) throws(ScriptProblem) -> Range<Int>? {
    switch lexeme.kind {
    case .gap:
      return nil
    case .unterminated(let what):
      throw ScriptProblem(kind: .unterminated(what), offset: lexeme.range.lowerBound)
    case .semicolon:
      guard let start else { return nil }
      end = lexeme.range.upperBound
      switch state {
      case .trigger, .triggerSemicolon:
        state = .triggerSemicolon
        return nil
      default:
        self.start = nil
        state = .start
        return start..<end
      }
    case .word, .other:
      if start == nil { start = lexeme.range.lowerBound }
      end = lexeme.range.upperBound
      advance(over: lexeme)
      return nil
    }
  }

  /// Ends the script: a last statement needs no semicolon.
  private func finish() throws(ScriptProblem) -> Range<Int>? {
    guard let start else { return nil }
    if state == .trigger || state == .triggerSemicolon {
      throw ScriptProblem(kind: .unterminated(.trigger), offset: start)
    }
    return start..<end
  }

  private mutating func advance(over lexeme: ScriptScanner.Lexeme) {
    let word = lexeme.kind == .word ? keyword(lexeme.range) : nil
    switch (state, word) {
    case (.start, "EXPLAIN"): state = .explain
    case (.start, "CREATE"), (.explain, "CREATE"): state = .create
    case (.explain, "QUERY"), (.explain, "PLAN"): break
    case (.create, "TEMP"), (.create, "TEMPORARY"): break
    case (.create, "TRIGGER"): state = .trigger
    case (.triggerSemicolon, "END"): state = .triggerEnd
    case (.trigger, _), (.triggerSemicolon, _), (.triggerEnd, _): state = .trigger
    default: state = .plain
    }
  }

  /// The word in capitals, or `nil` when it is longer than the keywords that matter.
  private func keyword(_ range: Range<Int>) -> String? {
    guard range.count <= 9 else { return nil }
    return String(decoding: bytes[range].map { $0.asciiLowercased }, as: UTF8.self).uppercased()
  }
}

/// A script that cannot be cut into statements, and where.
struct ScriptProblem: Error {
  /// What is wrong.
  let kind: ScriptError.Kind
  /// Where, in UTF-8 bytes.
  let offset: Int
}
