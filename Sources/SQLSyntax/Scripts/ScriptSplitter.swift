/// Splits a script into statements without a connection.
///
/// A statement ends at its semicolon, except that `CREATE TRIGGER` ends at `; END ;`. The states
/// and transitions are those of `sqlite3_complete`: <https://www.sqlite.org/c3ref/complete.html>.
struct ScriptSplitter {
  private enum State {
    case start, explain, create, plain, trigger, semicolon, end
  }

  private var state = State.start
  private var start: Int?
  private var end = 0

  /// Returns the places of the statements in order, each from its first token to its semicolon.
  ///
  /// Between them there are only white space, comments and semicolons. Each offset in `ends` is
  /// treated like the end of the script.
  ///
  /// - Throws: ``ScriptProblem`` if a string, name, comment or trigger is not terminated, or at a
  ///   NUL.
  /// - Complexity: O(*n*).
  static func places(
    in bytes: UnsafeBufferPointer<UInt8>, endingAt ends: [Int] = [], file: String
  ) throws(ScriptProblem) -> [ScriptStatements.Place] {
    var place = ScriptLocation(startOf: file)
    func advance(to offset: Int) {
      place = place.advanced(over: bytes[place.offset..<offset])
    }
    if let offset = bytes.firstIndex(of: 0) {
      advance(to: offset)
      throw ScriptProblem(kind: .nulCharacter, location: place)
    }
    var found: [ScriptStatements.Place] = []
    var forms = RowInsertionForms()
    func add(_ range: Range<Int>) {
      advance(to: range.lowerBound)
      found.append(
        ScriptStatements.Place(
          at: place, length: range.count,
          isRepeated: forms.isRepeated(UnsafeBufferPointer(rebasing: bytes[range]))))
    }
    func read(_ part: Range<Int>) throws(ScriptProblem) {
      var splitter = ScriptSplitter()
      for lexeme in SQLScanner(bytes, in: part) {
        if lexeme.isOpen {
          advance(to: lexeme.range.lowerBound)
          let what = Self.unterminated(by: bytes[lexeme.range.lowerBound])
          throw ScriptProblem(kind: .unterminated(what), location: place)
        }
        if let range = splitter.read(lexeme, of: bytes) { add(range) }
      }
      // The last statement needs no semicolon.
      guard let start = splitter.start else { return }
      if splitter.state == .trigger || splitter.state == .semicolon {
        advance(to: start)
        throw ScriptProblem(kind: .unterminated(.trigger), location: place)
      }
      add(start..<splitter.end)
    }
    var start = 0
    for end in ends where end > start && end < bytes.count {
      try read(start..<end)
      start = end
    }
    try read(start..<bytes.count)
    return found
  }

  private static func unterminated(by opening: UInt8) -> ScriptProblem.Unterminated {
    switch opening {
    case UInt8(ascii: "/"): .comment
    case UInt8(ascii: "'"), UInt8(ascii: "x"), UInt8(ascii: "X"): .text
    default: .name
    }
  }

  /// Reads a token; returns the statement that it ends, if any.
  private mutating func read(
    _ lexeme: SQLScanner.Lexeme, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    if lexeme.kind == .whitespace || lexeme.kind == .comment { return nil }
    let isSemicolon = bytes[lexeme.range.lowerBound] == UInt8(ascii: ";")
    guard let start = start ?? (isSemicolon ? nil : lexeme.range.lowerBound) else { return nil }
    self.start = start
    end = lexeme.range.upperBound
    guard isSemicolon else {
      advance(over: bytes[lexeme.range])
      return nil
    }
    if state == .trigger || state == .semicolon {
      state = .semicolon
      return nil
    }
    self = ScriptSplitter()
    return start..<lexeme.range.upperBound
  }

  private mutating func advance(over word: Slice<UnsafeBufferPointer<UInt8>>) {
    switch state {
    case .plain, .trigger: break
    case .start:
      state = Self.is(word, "explain") ? .explain : Self.is(word, "create") ? .create : .plain
    case .explain:
      if Self.is(word, "create") {
        state = .create
      } else if ["temp", "temporary", "trigger", "end", "explain"].contains(where: {
        Self.is(word, $0)
      }) {
        state = .plain
      }
    case .create:
      if Self.is(word, "trigger") {
        state = .trigger
      } else if !Self.is(word, "temp"), !Self.is(word, "temporary") {
        state = .plain
      }
    case .semicolon: state = Self.is(word, "end") ? .end : .trigger
    case .end: state = .trigger
    }
  }

  private static func `is`(
    _ word: Slice<UnsafeBufferPointer<UInt8>>, _ keyword: StaticString
  ) -> Bool {
    keyword.withUTF8Buffer { word.elementsEqual($0) { $0.asciiLowercased == $1 } }
  }
}
