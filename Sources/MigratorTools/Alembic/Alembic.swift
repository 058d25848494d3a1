import MigratorEngine
import MigratorPlatform

/// Alembic: Python files, each of which names its parent revisions.
///
/// Source: sqlalchemy/alembic `script/base.py`, `script/revision.py`.
struct Alembic: FileTool {
  let format = MigrationFormat.alembic
  let title = "Alembic"
  let ordersByDependencies = true
  let habits = [ConventionalFolder("alembic/versions"), ConventionalFolder("migrations/versions")]
  let table = LedgerTable("alembic_version", ["version_num"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    FolderEvidence(
      Self.names(in: folder),
      with: ContentMarker(pattern: "revision_name.py", texts: ["down_revision"]), in: folder)
  }

  func files(in folder: FolderTree) throws -> [AlembicRevision] {
    var list = FileList<AlembicRevision>()
    let files = Self.names(in: folder)
    let names = files.map { Paths.stem(of: Paths.name(of: $0)) }
    for (file, name) in zip(files, names) {
      try list.read {
        try AlembicRevision(
          path: folder.path(of: file), text: folder.text(of: file),
          // A name that occurs in two `versions` folders is ambiguous; the revision is used
          // instead.
          name: names.count { $0 == name } == 1 ? name : nil)
      }
    }
    let graph = AlembicGraph(list.files)
    for revision in list.files {
      for parent in revision.befores where graph[parent] == nil {
        list.add(
          .badDependency, path: revision.migration.path,
          "the parent revision \(parent) does not exist",
          remedy: "Restore its file, or correct down_revision.")
      }
    }
    if list.problems.isEmpty, let member = graph.cycle {
      list.add(
        .badDependency, path: graph[member]?.migration.path ?? folder.path,
        "the revision \(member) is its own parent", remedy: "Correct down_revision.")
    }
    list.add(list.files.duplicates("revision", of: title, \.revision))
    _ = try list.checked()
    return graph.order.compactMap { graph[$0] }
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    AlembicLedger(name: read.name, revisions: read.files.all)
  }

  func notes(on folder: FolderTree) -> [String] {
    let heads = (try? files(in: folder)).map { AlembicGraph($0).heads } ?? []
    guard heads.count > 1 else { return [] }
    return [
      "There are \(heads.count) heads: \(heads.joined(separator: ", ")). `alembic upgrade head` "
        + "refuses this, but `alembic upgrade heads` does not."
    ]
  }

  /// The files in folders named `versions` or, if there are none, in the folder itself.
  ///
  /// Subfolders are included if `recursive_version_locations` is set, or if the folder itself has
  /// no files.
  private static func names(in folder: FolderTree) -> [String] {
    let files = folder.files.filter { file in
      let name = Paths.name(of: file)
      return name.hasSuffix(".py") && name != "__init__.py" && name != "env.py"
    }
    let isDeep =
      folder.projectSetting("recursive_version_locations", in: ["alembic.ini"])?.lowercased()
      == "true"
    let versions = files.filter { file in
      let folders = file.split(separator: "/").dropLast()
      return isDeep ? folders.contains("versions") : folders.last == "versions"
    }
    if !versions.isEmpty { return versions }
    let own = files.filter { !$0.contains("/") }
    return isDeep || own.isEmpty ? files : own
  }
}

/// The ledger of Alembic, which stores only the newest revision of each branch.
///
/// Source: sqlalchemy/alembic `runtime/migration.py`.
struct AlembicLedger: ReadOnlyLedger {
  let name: String
  let revisions: [AlembicRevision]

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    let current = table.rows.compactMap { $0.text("version_num") }
    let graph = AlembicGraph(revisions)
    let applied = graph.ancestors(of: current.filter { graph[$0]?.revision == $0 })
    var state = LedgerState()
    for revision in revisions where applied.contains(revision.revision) {
      state.records.append(
        LedgerState.Record(
          revision.identifier,
          note: current.contains(revision.revision)
            ? "The database is at this revision." : nil))
    }
    for revision in current where graph[revision]?.revision != revision {
      state.records.append(
        LedgerState.Record(
          revision,
          note: "The database is at this revision. Alembic does not record earlier revisions."))
      guard !revisions.isEmpty else { continue }
      state.obstacle = StepObstacle(
        "Alembic stops: the database is at revision \(revision), but no file has this revision.",
        remedy: "Restore the file, or use the version of the project that migrated the database.",
        migration: revision)
    }
    return state
  }
}
