package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Django.
  public static let django: MigrationFormat = "django"
}

/// Django: `app/migrations/0001_initial.py`, in the order of what depends on what.
///
/// Source: django `db/migrations/loader.py`, `recorder.py`, `executor.py`.
package struct Django: MigrationTool {
  package let format = MigrationFormat.django
  package let title = "Django"
  // A project has its migrations in several folders.
  package let habits = [FolderHabit("", marker: "manage.py")]

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables, columns: ["id", "app", "name", "applied"], named: DjangoLedger.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let apps = Self.apps(folder)
    return FolderEvidence(
      apps.flatMap(\.files),
      with: FileMark("0001_name.py", ["migrations.Migration"], strength: .certain), in: folder
    ).map {
      FolderEvidence(
        words: $0.words + (apps.count > 1 ? " in \(apps.count) apps" : ""), strength: $0.strength,
        count: $0.count)
    }
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let migrations = try folder.map { try self.migrations(in: $0) } ?? []
    return (
      migrations.map(\.migration),
      DjangoLedger(name: table ?? DjangoLedger.tableName, files: migrations)
    )
  }

  private func migrations(in folder: FolderTree) throws -> [DjangoMigration] {
    var problems: [SourceProblem] = []
    var files: [DjangoFile] = []
    for app in Self.apps(folder) {
      var read: [DjangoFile] = []
      for file in app.files {
        do throws(SourceFailure) {
          let name = Paths.stem(of: Paths.name(of: file))
          read.append(
            try DjangoFile(
              DjangoGraph.Key(app: app.name, name: name), path: folder.path(of: file),
              text: try folder.text(of: file)))
        } catch {
          problems += error.problems
        }
      }
      files += Self.labelled(read)
    }
    let project = DjangoProject(files)
    problems += project.problems
    if problems.isEmpty, let member = project.graph.cycle {
      problems.append(
        SourceProblem(
          .badDependency, path: files.first { $0.key == member }?.path ?? folder.path,
          message: "\(member.text) depends on itself", remedy: "Correct the dependencies."))
    }
    let byKey = Dictionary(files.map { ($0.key, $0) }) { first, _ in first }
    let order = project.graph.order.compactMap { byKey[$0] }
    problems += Uniqueness("name").problems(
      of: files.map { file in
        let migration = DjangoMigration(file, after: [])
        return ShownFile(key: migration.identifier, migration: migration.migration)
      }, title)
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return order.map { DjangoMigration($0, after: project.dependencies[$0.key] ?? []) }
  }

  /// The folders `migrations` with their files, or the folder itself when it is one.
  private static func apps(_ folder: FolderTree) -> [(name: String, files: [String])] {
    let own = folder.ownFiles.filter(isModule)
    if own.contains(where: { folder.head(of: $0).contains("migrations.Migration") }) {
      let path = Files.resolved(folder.path) ?? folder.path
      return [(Paths.name(of: Paths.folder(of: path)), own)]
    }
    return folder.folders.compactMap { path in
      let parts = path.split(separator: "/")
      guard parts.last == "migrations", parts.count > 1, !parts.contains("site-packages") else {
        return nil
      }
      let files = folder.files.filter { Paths.folder(of: $0) == path && isModule($0) }
      guard files.contains(where: { folder.head(of: $0).contains("migrations.Migration") })
      else { return nil }
      return (String(parts[parts.count - 2]), files)
    }
  }

  private static func isModule(_ file: String) -> Bool {
    let name = Paths.name(of: file)
    return name.hasSuffix(".py") && !name.hasPrefix("_") && !name.hasPrefix("~")
  }

  /// Gives migrations the label that they call their app by, which need not be the folder's name.
  private static func labelled(_ files: [DjangoFile]) -> [DjangoFile] {
    guard let folder = files.first?.key.app else { return files }
    let names = Set(files.map(\.key.name))
    // Whoever depends on one of the same app says its label; all but the first do.
    let labels = files.map { file in
      Set(file.dependencies.filter { names.contains($0.name) }.map(\.app))
    }.filter { !$0.isEmpty }
    guard let first = labels.first, !labels.contains(where: { $0.contains(folder) }) else {
      return files
    }
    let common = labels.dropFirst().reduce(first) { $0.intersection($1) }
    guard common.count == 1, let label = common.first, labels.count == files.count - 1 else {
      return files
    }
    return files.map { $0.relabelled(label) }
  }
}

extension DjangoFile {
  private init(_ other: DjangoFile, label: String) {
    key = Key(app: label, name: other.key.name)
    path = other.path
    dependencies = other.dependencies
    runBefore = other.runBefore
    replaces = other.replaces
  }

  /// The same migration of an app with another label.
  func relabelled(_ label: String) -> DjangoFile { DjangoFile(self, label: label) }
}
