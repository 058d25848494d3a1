import MigratorEngine
import MigratorSession

/// The directives in the comments at the start of a file.
///
/// ```sql
/// -- Players keep their goals when a club is dissolved.
/// -- migtui: foreign-keys immediate
/// -- migtui: no-transaction
/// ```
struct MigrationDirectives: Sendable, Hashable {
  var foreignKeyChecks = DatabaseMigrator.ForeignKeyChecks.deferred

  /// The transaction mode; `VACUUM` requires ``MigrationTransaction/none``.
  var transaction = MigrationTransaction.whole

  static let allowed =
    DatabaseMigrator.ForeignKeyChecks.allCases.map { "foreign-keys \($0.word)" } + [
      "no-transaction"
    ]
}

extension MigrationDirectives {
  /// Parses the directives of a script.
  ///
  /// They are in `--` comments before the first statement, one per line or separated by commas. A
  /// directive after the first statement is an error: if it were ignored, the migration would not
  /// run as intended.
  ///
  /// - Throws: `SourceFailure` with a problem for each unknown, repeated or misplaced directive.
  init(of script: SQLScript) throws(SourceFailure) {
    self.init()
    // Most files have no directives.
    guard script.text.containsIgnoringASCIICase("migtui:") else { return }
    var reader = DirectiveReader(file: script.file)
    reader.read(script.text)
    guard reader.problems.isEmpty else { throw SourceFailure(problems: reader.problems) }
    self = reader.directives
  }
}

private struct DirectiveReader {
  let file: String
  var directives = MigrationDirectives()
  var problems: [SourceProblem] = []
  private var seen: Set<String> = []

  init(file: String) { self.file = file }

  mutating func read(_ text: String) {
    var isHead = true
    for line in SourceLine.lines(of: text, in: file) {
      let indent = line.text.utf8.prefix { Self.isBlank($0) }.count
      let content = line.text.utf8.dropFirst(indent)
      guard !content.isEmpty else { continue }
      guard content.starts(with: "--".utf8) else {
        isHead = false
        continue
      }
      let comment = Self.trimmed(content.dropFirst(2))
      guard comment.hasPrefix("migtui:") else { continue }
      let location = ScriptLocation(
        file: file, line: line.place.line, column: indent + 1,
        offset: line.place.offset + indent)
      // `accept` comments apply only to `check` and may appear anywhere in the file.
      if RuleConsent(
        directive: String(comment.dropFirst("migtui:".count)), file: file, line: line.place.line)
        != nil
      {
        continue
      }
      guard isHead else {
        report(
          location, "a directive must be before the first statement",
          "Move the line `-- \(comment)` to the top of the file.")
        continue
      }
      for directive in comment.dropFirst("migtui:".count).split(
        separator: ",", omittingEmptySubsequences: false)
      {
        apply(Self.trimmed(directive.utf8[...]), at: location)
      }
    }
  }

  private mutating func apply(_ directive: String, at location: ScriptLocation) {
    let words = directive.split { $0 == " " || $0 == "\t" }.map { String($0) }
    let name = words.first ?? ""
    if !name.isEmpty, !seen.insert(name).inserted {
      report(location, "the directive `\(name)` occurs twice", "Keep one of them.")
      return
    }
    switch (name, words.dropFirst().first, words.count) {
    case ("no-transaction", nil, 1):
      directives.transaction = .none
    case ("foreign-keys", let value?, 2):
      guard let mode = DatabaseMigrator.ForeignKeyChecks(word: value) else { fallthrough }
      directives.foreignKeyChecks = mode
    default:
      let allowed = MigrationDirectives.allowed.map { "`\($0)`" }.joined(separator: ", ")
      report(
        location, "`\(directive)` is not a migtui directive", "Use one of \(allowed).")
    }
  }

  private mutating func report(_ location: ScriptLocation, _ message: String, _ remedy: String) {
    problems.append(
      SourceProblem(
        .badDirective, path: file, location: location, message: message, remedy: remedy))
  }

  /// Returns whether a byte is white space or part of a byte order mark.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0xEF || byte == 0xBB || byte == 0xBF
  }

  private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    let start = bytes.drop { isBlank($0) }
    let end = start.reversed().drop { isBlank($0) }
    return String(decoding: Array(end.reversed()), as: UTF8.self)
  }
}
