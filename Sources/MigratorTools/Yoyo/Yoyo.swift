package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// yoyo.
  public static let yoyo: MigrationFormat = "yoyo"
}

/// yoyo: SQL and Python files that name the migrations they depend on.
///
/// Source: yoyo-migrations 9.0.0, `yoyo/migrations.py`, `yoyo/topologicalsort.py`.
package struct Yoyo: MigrationTool {
  package let format = MigrationFormat.yoyo
  package let title = "yoyo"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    for columns in [YoyoLedger.columns, YoyoLedger.oldColumns] {
      let names = tables.tables(withColumns: columns, preferring: YoyoLedger.tableName)
      guard let table = names.first else { continue }
      let isNamed = SQLName(table) == SQLName(YoyoLedger.tableName)
      // A table of an id and a time may be anybody's.
      if !isNamed && columns == YoyoLedger.oldColumns { continue }
      return LedgerEvidence(
        table: table, words: "\(table)(\(columns.map(\.text).joined(separator: ", ")))",
        strength: isNamed ? .certain : .likely)
    }
    return nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.ownFiles.filter { Self.isMigration($0) }
    let isOwn =
      folder.ownFiles.contains { $0.hasSuffix(".rollback.sql") }
      || files.contains { file in
        folder.head(of: file).split(whereSeparator: \.isNewline).contains { line in
          file.hasSuffix(".py")
            ? line.hasPrefix("from yoyo import") || line.hasPrefix("import yoyo")
            : Self.isDirective(line)
        }
      }
    guard isOwn, !files.isEmpty else {
      // Plain files may be yoyo's where its ledger says so; pairs of ways up and down are not.
      let plain = files.filter { $0.hasSuffix(".sql") }
      guard !plain.contains(where: { $0.contains(".up.") || $0.contains(".down.") }) else {
        return nil
      }
      return FolderEvidence(plain.count, "`*.sql`", strength: .shared)
    }
    return FolderEvidence(
      files.count, "with `-- depends:`, `*.rollback.sql` or `import yoyo`", strength: .certain)
  }

  private static func isDirective(_ line: Substring) -> Bool {
    guard line.hasPrefix("--") else { return false }
    let words = line.dropFirst(2).drop { $0.isWhitespace }
    return ["depends", "transactional"].contains { name in
      words.hasPrefix(name)
        && words.dropFirst(name.count).drop { $0.isWhitespace }.first == ":"
    }
  }

  private static func isMigration(_ file: String) -> Bool {
    (file.hasSuffix(".sql") || file.hasSuffix(".py")) && !file.hasSuffix(".rollback.sql")
      && !file.hasPrefix("_tmp_yoyonew")
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let migrations = try folder.map { try self.migrations(in: $0) } ?? []
    return (
      migrations,
      YoyoLedger(name: table ?? YoyoLedger.tableName, identifiers: migrations.map(\.identifier))
    )
  }

  private func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let names = folder.ownFiles.filter { Self.isMigration($0) }
    let hook = names.first { $0.hasPrefix("post-apply") }
    var problems: [SourceProblem] = []
    var files: [(name: String, file: YoyoFile)] = []
    var depends: [String: Set<String>] = [:]
    for name in names where !name.hasPrefix("post-apply") {
      let path = folder.path(of: name)
      do throws(SourceFailure) {
        let file = try Self.file(name, in: folder)
        files.append((name, file))
        if depends.updateValue(file.depends, forKey: Paths.stem(of: name)) != nil {
          problems.append(
            SourceProblem(
              .duplicateVersion, path: path, message: "another file has the same identifier",
              remedy: "Rename one of them."))
        }
      } catch {
        problems += error.problems
      }
    }
    let known = Set(names.map { Paths.stem(of: $0) })
    for (name, file) in files {
      for missing in file.depends.subtracting(known).sorted() {
        problems.append(
          SourceProblem(
            .badDependency, path: folder.path(of: name),
            message: "it depends on \(missing), and there is no such migration",
            remedy: "Bring it back, or correct the name."))
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    let identifiers = files.map { Paths.stem(of: $0.name) }
    let order = Self.order(of: identifiers, depends: depends)
    let circle = identifiers.filter { !order.contains($0) }
    guard circle.isEmpty else {
      throw SourceFailure(problems: [
        SourceProblem(
          .badDependency, path: folder.path,
          message: "these migrations depend on each other in a circle, or on such: "
            + circle.joined(separator: ", "),
          remedy: "Take one of the dependencies out.")
      ])
    }
    let byName = Dictionary(files.map { (Paths.stem(of: $0.name), $0) }) { first, _ in first }
    return order.compactMap { identifier in
      byName[identifier].map { name, file in
        migration(identifier, path: folder.path(of: name), file, hook: hook)
      }
    }
  }

  private func migration(
    _ identifier: String, path: String, _ file: YoyoFile, hook: String?
  ) -> ToolMigration {
    var body = file.body
    if let hook, case .sql = body {
      body = .unavailable(
        StepObstacle(
          "yoyo runs \(hook) whenever it has applied migrations, which this program does not.",
          remedy: "Run yoyo apply."))
    }
    return ToolMigration(identifier: identifier, path: path, body: body)
  }

  private static func file(_ name: String, in folder: FolderTree) throws(SourceFailure) -> YoyoFile
  {
    let (path, text) = (folder.path(of: name), try folder.text(of: name))
    return name.hasSuffix(".py")
      ? YoyoFile(path: path, python: text) : try YoyoFile(path: path, sql: text)
  }

  /// The order in which yoyo applies migrations: that of the files, but each behind those it
  /// depends on.
  ///
  /// - Parameters:
  ///   - identifiers: The migrations, in the order of their files.
  ///   - depends: What each depends on.
  /// - Returns: The order; without those that stand in a circle, or behind one.
  /// - Complexity: O(*n* + *m*) for *n* migrations and *m* dependencies that are in order.
  package static func order(of identifiers: [String], depends: [String: Set<String>]) -> [String] {
    let known = Set(identifiers)
    var open = depends.mapValues { $0.intersection(known) }
    var waiting: [String: [Int]] = [:]
    for (index, identifier) in identifiers.enumerated() {
      for need in open[identifier] ?? [] { waiting[need, default: []].append(index) }
    }
    // What can be taken, in the order of the files; the least is taken first.
    var ready = Set(identifiers.indices.filter { open[identifiers[$0]]?.isEmpty ?? true })
    var order: [String] = []
    var next = 0
    while !ready.isEmpty {
      // Nothing before `next` is ready, unless taking one has just made it so.
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

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let identifiers = existing.map(\.identifier)
    let needed = Set(
      folder.ownFiles.filter { Self.isMigration($0) }
        .flatMap { (try? Self.file($0, in: folder).depends) ?? [] })
    let heads = identifiers.filter { !needed.contains($0) }.sorted()
    let day = String(now.compact.prefix(8))
    let isDated = identifiers.allSatisfy { $0.wholeMatch(of: /\d{8}_\d\d_.*/) != nil }
    let name: String
    if isDated {
      let numbers = identifiers.filter { $0.hasPrefix(day + "_") }
        .compactMap { Int($0.dropFirst(9).prefix { $0 != "_" }) }
      let number = (numbers.max() ?? 0) + 1
      let random = RecordStamp.now().uuid.prefix(5)
      name =
        "\(day)_\(number < 10 ? "0" : "")\(number)_\(random)-"
        + NextName.slug(title, separator: "-")
    } else {
      name = NextName.numbered(
        title: title, after: identifiers, now: now, fallback: .number(digits: 4),
        separator: (identifiers.last?.contains("_") ?? true) ? "_" : "-")
    }
    return [
      NewFile(
        path: name + ".sql",
        text: "-- \(title)\n-- depends: \(heads.joined(separator: " "))\n\n")
    ]
  }
}
