import MigratorEngine

struct GooseReader {
  private enum Marker: String {
    case up = "UP"
    case down = "DOWN"
    case statementBegin = "STATEMENTBEGIN"
    case statementEnd = "STATEMENTEND"
    case noTransaction = "NO TRANSACTION"
    case envsubOn = "ENVSUB ON"
    case envsubOff = "ENVSUB OFF"
  }

  private enum Part {
    case head, up, down
  }

  private(set) var isTransactional = true
  /// `true` if environment variables are substituted in the statements.
  private(set) var expands = false

  /// The byte offset of the down part, or `nil` if there is none.
  private(set) var downStart: Int?

  private let path: String
  private var part = Part.head
  /// The up part, split where goose ends a statement; the last element contains no statement.
  private var parts: [Range<Int>] = []
  private var start = 0
  /// The location of the open `StatementBegin`.
  private var begin: ScriptLocation?
  /// `true` if goose has not added a line of the open block to a statement yet.
  private var isBlockEmpty = false
  /// `true` if goose ignores the next line, because it follows an empty block.
  private var omitsNextLine = false
  /// The first line of the statement that has no semicolon yet.
  private var statement: ScriptLocation?

  init(path: String) {
    self.path = path
  }

  mutating func read(_ line: SourceLine) throws(SourceFailure) {
    let place = line.place
    let content = line.text.drop { $0.isWhitespace }
    guard content.hasPrefix("-- +goose") else {
      if !line.text.isEmpty, !content.hasPrefix("--") {
        try takeLine(content, at: place)
      }
      return try readText(content, of: line)
    }
    let word = content.dropFirst("-- +goose".count).split { $0.isWhitespace }
      .joined(separator: " ")
    guard content.startIndex == line.text.startIndex else {
      throw failure(
        place, "a goose marker must be at the beginning of the line",
        "Remove the white space before it.")
    }
    guard let marker = Marker(rawValue: word.uppercased()) else {
      throw failure(
        place, "`-- +goose \(word)` is not a goose marker",
        "Write Up, Down, StatementBegin, StatementEnd, NO TRANSACTION or ENVSUB.")
    }
    try follow(marker, at: place, end: line.end)
  }

  private mutating func readText(
    _ content: Substring, of line: SourceLine
  ) throws(SourceFailure) {
    let (place, end) = (line.place, line.end)
    let isText = !content.isEmpty && !content.hasPrefix("--")
    // The byte order mark is invisible, so the message about text would be confusing.
    if let failure = SourceFailure(ifMarked: line, for: "goose") { throw failure }
    if part == .head, isText {
      throw failure(
        place, "there is text before the first `-- +goose Up`", "Move it below the marker.")
    }
    guard part == .up else { return }
    if isText, statement == nil { statement = place }
    if begin == nil, statement != nil, Self.endsStatement(content) { endStatement(at: end) }
  }

  /// Handles a line that goose adds to a statement, or ignores after an empty block.
  private mutating func takeLine(
    _ content: Substring, at place: ScriptLocation
  ) throws(SourceFailure) {
    isBlockEmpty = false
    guard omitsNextLine else { return }
    omitsNextLine = false
    if content.isEmpty { return }
    throw failure(
      place,
      "goose ignores this line: the markers StatementBegin and StatementEnd above it have "
        + "nothing between them", "Remove both markers.")
  }

  private mutating func endStatement(at end: Int) {
    statement = nil
    endPart(at: end)
  }

  private mutating func endPart(at end: Int) {
    parts.append(start..<end)
    start = end
  }

  private mutating func follow(
    _ marker: Marker, at place: ScriptLocation, end: Int
  ) throws(SourceFailure) {
    switch marker {
    case .up:
      guard part == .head else {
        throw failure(place, "this is the second `-- +goose Up`", "Remove one of them.")
      }
      part = .up
      start = end
    case .down:
      guard part == .up else {
        throw failure(
          place, "`-- +goose Up` must be before `-- +goose Down`, and each must occur once",
          "Write `-- +goose Up` first.")
      }
      try endUpPart(at: place.offset)
      part = .down
      downStart = end
      omitsNextLine = false
    case .statementBegin:
      guard part != .head, begin == nil else {
        throw failure(
          place,
          "`-- +goose StatementBegin` is before `-- +goose Up` or inside another "
            + "StatementBegin",
          "Write it below the marker, and end each with `-- +goose StatementEnd`.")
      }
      begin = place
      isBlockEmpty = statement == nil
      omitsNextLine = false
    case .statementEnd:
      guard begin != nil else {
        throw failure(
          place, "`-- +goose StatementEnd` has no StatementBegin",
          "Write `-- +goose StatementBegin` above the statement.")
      }
      begin = nil
      if part == .up {
        omitsNextLine = isBlockEmpty
        endStatement(at: place.offset)
      }
    case .noTransaction: isTransactional = false
    case .envsubOn: expands = true
    case .envsubOff: break
    }
  }

  /// Ends the file at a byte offset, and returns the up part, split where goose ends a statement.
  ///
  /// - Throws: `SourceFailure` if goose rejects the file.
  mutating func finish(at end: Int) throws(SourceFailure) -> [Range<Int>] {
    guard part != .head else {
      throw failure(
        ScriptLocation(file: path, line: 1, column: 1, offset: 0),
        "the file has no `-- +goose Up`", "Write the marker above the statements.")
    }
    try endUpPart(at: end)
    return parts
  }

  private mutating func endUpPart(at end: Int) throws(SourceFailure) {
    if let begin {
      throw failure(
        begin, "`-- +goose StatementBegin` has no StatementEnd",
        "Write `-- +goose StatementEnd` below the statement.")
    }
    if let statement {
      throw failure(
        statement, "this statement has no semicolon at the end of a line",
        "Write the semicolon at the end of a line.")
    }
    if part == .up { endPart(at: end) }
  }

  /// Returns whether the last word before a comment ends with a semicolon.
  static func endsStatement(_ line: Substring) -> Bool {
    line.split { $0.isWhitespace }.prefix { !$0.hasPrefix("--") }.last?.hasSuffix(";") ?? false
  }

  private func failure(
    _ place: ScriptLocation, _ message: String, _ remedy: String
  ) -> SourceFailure {
    SourceFailure(.badDirective, path: path, location: place, message, remedy: remedy)
  }
}
