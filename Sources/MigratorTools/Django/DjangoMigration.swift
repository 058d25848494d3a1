struct DjangoKey: Sendable, Hashable, Comparable {
  let app: String
  let name: String

  static func < (one: DjangoKey, other: DjangoKey) -> Bool {
    one.app == other.app
      ? NameOrder.bytes(one.name, other.name) : NameOrder.bytes(one.app, other.app)
  }

  var text: String { "\(app).\(name)" }
}

struct DjangoMigration: ToolFile {
  var key: DjangoKey
  let path: String
  /// The dependencies, either as written, including `__first__` and `__latest__`, or resolved.
  var dependencies: [DjangoKey]
  let runBefore: [DjangoKey]
  let replaces: [DjangoKey]

  /// Parses a file.
  ///
  /// - Throws: `SourceFailure` if it has no class `Migration`, or if its dependencies are computed.
  init(_ key: DjangoKey, path: String, text: String) throws(SourceFailure) {
    func failure(_ line: Int, _ message: String) -> SourceFailure {
      SourceFailure(
        declaration: path, line: line, message,
        remedy: "Write it in the form that `python manage.py makemigrations` creates, or move the "
          + "file to another folder.")
    }
    guard let values = PythonSource(text).assignments(inClass: "Migration") else {
      throw failure(1, "the file does not define a class Migration")
    }
    func keys(_ name: String) throws(SourceFailure) -> [DjangoKey] {
      guard let (value, line) = values[name] else { return [] }
      guard case .list(let items) = value else {
        throw failure(line, "`\(name)` is computed, so only Python can evaluate it")
      }
      // Calls of `swappable_dependency(…)` are ignored, because the settings define the dependency.
      return items.compactMap { item in
        guard let texts = item.texts, texts.count == 2 else { return nil }
        return DjangoKey(app: texts[0], name: texts[1])
      }
    }
    self.key = key
    self.path = path
    dependencies = try keys("dependencies")
    runBefore = try keys("run_before")
    replaces = try keys("replaces")
  }

  var migration: ToolMigration {
    ToolMigration(
      identifier: key.text, path: path,
      body: .unavailable(
        .code("Python", of: "Django", runBy: "python manage.py migrate \(key.app) \(key.name)")))
  }
}
