import MigratorEngine
import MigratorPlatform
import MigratorSession

/// yoyo: SQL and Python files that name their dependencies.
///
/// Source: yoyo-migrations 9.0.0, `yoyo/migrations.py`, `yoyo/topologicalsort.py`.
struct Yoyo: FileTool {
  let format = MigrationFormat.yoyo
  let title = "yoyo"
  let transactionSwitch = TransactionSwitch.line("-- transactional: false")
  // A table with only an id and a time is not specific to yoyo.
  let table = LedgerTable(
    name: "_yoyo_migration",
    shapes: [
      LedgerTable.Shape(columns: ["migration_hash", "migration_id", "applied_at_utc"]),
      LedgerTable.Shape(columns: ["id", "ctime"], elsewhere: nil),
    ])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.ownFiles.filter { Self.isMigration($0) }
    let isOwn =
      folder.ownFiles.contains { $0.hasSuffix(".rollback.sql") }
      || files.contains { file in
        folder.head(of: file).split(whereSeparator: \.isNewline).contains { line in
          file.hasSuffix(".py")
            ? line.hasPrefix("from yoyo import") || line.hasPrefix("import yoyo")
            : line.hasPrefix("--") && YoyoFile.directive(in: line) != nil
        }
      }
    guard isOwn, !files.isEmpty else {
      // If yoyo's ledger exists, plain files can be yoyo's, but pairs of up and down files cannot.
      let plain = files.filter { $0.hasSuffix(".sql") }
      guard !plain.contains(where: { $0.contains(".up.") || $0.contains(".down.") }) else {
        return nil
      }
      return FolderEvidence(plain.count, "`*.sql`", strength: .shared)
    }
    return FolderEvidence(
      files.count, "with `-- depends:`, `*.rollback.sql` or `import yoyo`", strength: .certain)
  }

  private static func isMigration(_ file: String) -> Bool {
    (file.hasSuffix(".sql") || file.hasSuffix(".py")) && !file.hasSuffix(".rollback.sql")
      && !file.hasPrefix("_tmp_yoyonew")
  }

  func files(in folder: FolderTree) throws -> [ToolMigration] {
    let names = folder.ownFiles.filter { Self.isMigration($0) }
    let hook = names.first { $0.hasPrefix("post-apply") }
    var list = FileList<ToolMigration>()
    var depends: [String: Set<String>] = [:]
    for name in names where !name.hasPrefix("post-apply") {
      let (path, identifier) = (folder.path(of: name), Paths.stem(of: name))
      if depends.updateValue([], forKey: identifier) != nil {
        list.add(
          .duplicateVersion, path: path, "another file has the same identifier",
          remedy: "Rename one of them.")
        continue
      }
      // An unreadable file gets the first position that it can have.
      list.add(
        ToolMigration(identifier, file: name, in: folder) { source throws(SourceFailure) in
          let file = try YoyoFile(source)
          depends[identifier] = file.depends
          return Self.body(of: file, hook: hook)
        })
    }
    let known = Set(names.map { Paths.stem(of: $0) })
    for migration in list.files {
      for missing in (depends[migration.identifier] ?? []).subtracting(known).sorted() {
        list.add(
          .badDependency, path: migration.path,
          "it depends on \(missing), which does not exist",
          remedy: "Restore its file, or correct the name.")
      }
    }
    let files = ToolFiles(try list.checked())
    let order = Self.order(of: files.all.map(\.identifier), depends: depends)
    let circle = files.all.map(\.identifier).filter { !order.contains($0) }
    guard circle.isEmpty else {
      throw SourceFailure(
        .badDependency, path: folder.path,
        "these migrations form a dependency cycle, or depend on one: "
          + circle.joined(separator: ", "),
        remedy: "Remove one of the dependencies.")
    }
    return order.compactMap { files[$0] }
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    YoyoLedger(name: read.name, identifiers: read.files.all.map(\.identifier))
  }

  func tableName(setBeside folder: FolderTree) -> String? {
    folder.projectSetting("migration_table", in: ["yoyo.ini"])
  }

  private static func body(of file: YoyoFile, hook: String?) -> ToolMigration.Body {
    guard let hook, case .sql = file.body else { return file.body }
    return .unavailable(
      "yoyo runs \(hook) after it applies migrations, but migtui does not.",
      remedy: "Run yoyo apply.")
  }

  /// The order in which yoyo applies migrations: that of the files, but each after its
  /// dependencies.
  ///
  /// Migrations in a cycle, or after one, are omitted.
  ///
  /// - Complexity: O(*n* + *m*) for *n* migrations and *m* dependencies that are in order.
  static func order(of identifiers: [String], depends: [String: Set<String>]) -> [String] {
    let known = Set(identifiers)
    var open = depends.mapValues { $0.intersection(known) }
    var waiting: [String: [Int]] = [:]
    for (index, identifier) in identifiers.enumerated() {
      for need in open[identifier] ?? [] { waiting[need, default: []].append(index) }
    }
    // The indexes of the migrations that can be added next; the lowest is added first.
    var ready = Set(identifiers.indices.filter { open[identifiers[$0]]?.isEmpty ?? true })
    var order: [String] = []
    var next = 0
    while !ready.isEmpty {
      // Nothing before `next` is ready, unless the last added migration made it so.
      while !ready.contains(next) { next += 1 }
      ready.remove(next)
      let taken = identifiers[next]
      order.append(taken)
      for index in waiting[taken] ?? [] {
        open[identifiers[index]]?.remove(taken)
        guard open[identifiers[index]]?.isEmpty ?? true else { continue }
        ready.insert(index)
        next = min(next, index)
      }
    }
    return order
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let identifiers = new.existing.map(\.identifier)
    let needed = Set(
      new.folder.ownFiles.filter { Self.isMigration($0) }
        .flatMap {
          (try? YoyoFile(SourceText(file: $0, text: new.folder.text(of: $0))).depends) ?? []
        })
    let heads = identifiers.filter { !needed.contains($0) }.sorted()
    let day = String(new.now.compact.prefix(8))
    let isDated = identifiers.allSatisfy { $0.wholeMatch(of: /\d{8}_\d\d_.*/) != nil }
    let name: String
    if isDated {
      let numbers = identifiers.filter { $0.hasPrefix(day + "_") }
        .compactMap { Int($0.dropFirst(9).prefix { $0 != "_" }) }
      let number = (numbers.max() ?? 0) + 1
      let random = RecordStamp.now().uuid.prefix(5)
      name = "\(day)_\(number < 10 ? "0" : "")\(number)_\(random)-\(new.slug("-"))"
    } else {
      name = new.name(
        .number(digits: 4), separator: (identifiers.last?.contains("_") ?? true) ? "_" : "-")
    }
    var files = new.files(
      up: name + ".sql", down: name + ".rollback.sql",
      hasDown: new.folder.ownFiles.contains { $0.hasSuffix(".rollback.sql") })
    files[0] = MigrationFile(
      path: files[0].path,
      text: "\(new.comment)-- depends: \(heads.joined(separator: " "))\n\n\(new.up())")
    return files
  }
}
