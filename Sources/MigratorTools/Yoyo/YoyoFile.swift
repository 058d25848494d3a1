import MigratorEngine
import MigratorPlatform

/// A yoyo file: its directives and its statements.
///
/// Source: yoyo-migrations 9.0.0, `yoyo/migrations.py`.
struct YoyoFile {
  let depends: Set<String>
  let body: ToolMigration.Body

  init(_ source: SourceText) throws(SourceFailure) {
    if source.file.hasSuffix(".py") {
      self.init(path: source.file, python: source.text)
    } else {
      try self.init(path: source.file, sql: source.text)
    }
  }

  /// Parses a `.sql` file; also throws for a directive that yoyo cannot read.
  init(path: String, sql text: String) throws(SourceFailure) {
    var depends: Set<String> = []
    var transactional: [String] = []
    var lineNumber = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      lineNumber += 1
      let words = line.drop { $0.isWhitespace }
      // Directives precede the first statement.
      guard words.isEmpty || words.hasPrefix("--") else { break }
      guard let (name, value) = Self.directive(in: words) else { continue }
      if name == "depends" {
        depends.formUnion(value.split(whereSeparator: \.isWhitespace).map(String.init))
        continue
      }
      transactional.append(value)
      guard transactional.count == 1, ["true", "false"].contains(value.lowercased()) else {
        throw SourceFailure(
          .badDirective, path: path,
          location: ByteLocator(file: path, bytes: Array(text.utf8))
            .location(at: text.utf8.distance(from: text.startIndex, to: words.startIndex)),
          "this `transactional` directive is not valid",
          remedy: "Write `-- transactional: true` or `-- transactional: false` once, with nothing "
            + "after it.")
      }
    }
    let script = SQLScript(file: path, text: text)
    let shape = try ScriptShape(script)
    let isTransactional = transactional.first?.lowercased() != "false"
    self.depends = depends
    if isTransactional, shape.beginsOwn {
      let failure = SourceFailure(
        .badTransaction, path: path, location: shape.boundary?.location,
        "the file begins a transaction inside yoyo's own, so it fails",
        remedy: "Remove BEGIN and COMMIT, or write `-- transactional: false` above them.",
        isOnlyOfItsTurn: true)
      body = .unusable(failure.problems, text: text)
    } else {
      body = try ToolMigration.Body(script, isTransactional: isTransactional)
    }
  }

  /// Parses a `.py` file: `__depends__ = {"one", "two"}`.
  init(path: String, python text: String) {
    let value = PythonSource(text).assignments["__depends__"]?.value
    depends = Set(value?.texts ?? [])
    body = .unavailable(
      "\(Paths.name(of: path)) is written in Python. Only yoyo can run it.",
      remedy: "Run yoyo apply.")
  }

  static func directive(in line: Substring) -> (name: String, value: String)? {
    let rest = line.dropFirst(2).drop { $0.isWhitespace }
    for name in ["transactional", "depends"] where rest.hasPrefix(name) {
      let colon = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard colon.first == ":" else { return nil }
      return (name, String(colon.dropFirst().drop { $0.isWhitespace }))
    }
    return nil
  }
}
