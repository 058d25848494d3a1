import MigratorEngine
import MigratorPlatform

/// Django: `app/migrations/0001_initial.py`, in dependency order.
///
/// Source: django `db/migrations/loader.py`, `recorder.py`, `executor.py`.
struct Django: FileTool {
  let format = MigrationFormat.django
  let title = "Django"
  let ordersByDependencies = true
  // A project has several folders of migrations.
  let habits = [ConventionalFolder("", marker: "manage.py")]
  let table = LedgerTable("django_migrations", ["id", "app", "name", "applied"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let apps = Self.apps(folder)
    return FolderEvidence(
      apps.flatMap(\.files),
      with: ContentMarker(pattern: "0001_name.py", texts: ["migrations.Migration"]), in: folder
    ).map {
      FolderEvidence(
        words: $0.words + (apps.count > 1 ? " in \(apps.count) apps" : ""), strength: $0.strength,
        count: $0.count)
    }
  }

  func files(in folder: FolderTree) throws -> [DjangoMigration] {
    var problems: [SourceProblem] = []
    var files: [DjangoMigration] = []
    for app in Self.apps(folder) {
      var list = FileList<DjangoMigration>()
      for file in app.files {
        try list.read {
          try DjangoMigration(
            DjangoKey(app: app.name, name: Paths.stem(of: Paths.name(of: file))),
            path: folder.path(of: file), text: folder.text(of: file))
        }
      }
      files += Self.labelled(list.files)
      problems += list.problems
    }
    let project = DjangoProject(files)
    problems += project.problems
    if problems.isEmpty, let member = project.graph.cycle {
      problems.append(
        SourceProblem(
          .badDependency, path: files.first { $0.key == member }?.path ?? folder.path,
          message: "\(member.text) depends on itself", remedy: "Correct the dependencies."))
    }
    problems += files.duplicates("name", of: title, \.identifier)
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return project.ordered
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    DjangoLedger(name: read.name, files: read.files.all)
  }

  /// The folders named `migrations` with their files, or the folder itself if it has this name.
  private static func apps(_ folder: FolderTree) -> [(name: String, files: [String])] {
    func isApp(_ files: [String]) -> Bool {
      files.contains { folder.head(of: $0).contains("migrations.Migration") }
    }
    let own = folder.ownFiles.filter(isModule)
    if isApp(own) {
      let path = Files.resolved(folder.path) ?? folder.path
      return [(Paths.name(of: Paths.folder(of: path)), own)]
    }
    return folder.folders.compactMap { path in
      let parts = path.split(separator: "/")
      guard parts.last == "migrations", parts.count > 1, !parts.contains("site-packages") else {
        return nil
      }
      let files = folder.files.filter { Paths.folder(of: $0) == path && isModule($0) }
      return isApp(files) ? (String(parts[parts.count - 2]), files) : nil
    }
  }

  private static func isModule(_ file: String) -> Bool {
    let name = Paths.name(of: file)
    return name.hasSuffix(".py") && !name.hasPrefix("_") && !name.hasPrefix("~")
  }

  /// Replaces the folder's name with the app label that the migrations use, if they differ.
  private static func labelled(_ files: [DjangoMigration]) -> [DjangoMigration] {
    guard let folder = files.first?.key.app else { return files }
    let names = Set(files.map(\.key.name))
    // A dependency within the app names its label; all migrations except the first have one.
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
    return files.map { file in
      var file = file
      file.key = DjangoKey(app: label, name: file.key.name)
      return file
    }
  }
}
