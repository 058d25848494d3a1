import MigratorEngine

/// A migration of Django as its file declares it.
struct DjangoFile: Sendable, Hashable {
  typealias Key = DjangoGraph.Key

  let key: Key
  let path: String
  /// What it depends on as written: the name may be `__first__` or `__latest__`.
  let dependencies: [Key]
  /// What it has to run before.
  let runBefore: [Key]
  /// What it replaces: a squashed migration.
  let replaces: [Key]

  /// Reads a file.
  ///
  /// - Throws: `SourceFailure` when it has no class `Migration`, or computes its dependencies.
  init(_ key: Key, path: String, text: String) throws(SourceFailure) {
    guard let values = PythonSource(text).assignments(inClass: "Migration") else {
      throw Self.failure(path, 1, "Django finds no class Migration in the file")
    }
    func keys(_ name: String) throws(SourceFailure) -> [Key] {
      guard let (value, line) = values[name] else { return [] }
      guard case .list(let items) = value else {
        throw Self.failure(path, line, "`\(name)` is computed, which only Python can do")
      }
      // `swappable_dependency(…)` is a call: what it depends on is in the settings.
      return items.compactMap { item in
        guard let texts = item.texts, texts.count == 2 else { return nil }
        return Key(app: texts[0], name: texts[1])
      }
    }
    self.key = key
    self.path = path
    dependencies = try keys("dependencies")
    runBefore = try keys("run_before")
    replaces = try keys("replaces")
  }

  private static func failure(_ path: String, _ line: Int, _ message: String) -> SourceFailure {
    SourceFailure(problems: [
      SourceProblem(
        .badDeclaration, path: path,
        location: ScriptLocation(file: path, line: line, column: 1, offset: 0), message: message,
        remedy: "Write it as Django writes it, or move the file away.")
    ])
  }
}

/// A migration of Django with what it comes after.
struct DjangoMigration: ToolFile {
  let key: DjangoGraph.Key
  /// What it depends on, `__first__` and its kin resolved.
  let dependencies: [DjangoGraph.Key]
  /// What it replaces: a squashed migration.
  let replaces: [DjangoGraph.Key]
  let migration: ToolMigration

  init(_ file: DjangoFile, after dependencies: [DjangoGraph.Key]) {
    self.init(file.key, path: file.path, after: dependencies, replacing: file.replaces)
  }

  init(
    _ key: DjangoGraph.Key, path: String, after dependencies: [DjangoGraph.Key],
    replacing replaces: [DjangoGraph.Key]
  ) {
    self.key = key
    self.dependencies = dependencies
    self.replaces = replaces
    migration = ToolMigration(
      identifier: key.text, path: path,
      body: .unavailable(
        .code(
          "Python", of: "Django", runBy: "python manage.py migrate \(key.app) \(key.name)")))
  }
}
