public import MigratorEngine
internal import MigratorPlatform
public import MigratorSession

/// A tool's folder as a source of migrations, which is found, recognized and read at each load.
///
/// Migrations that were found automatically are run or recorded only if they belong to the user of
/// the process or to root.
public struct ProjectSource: MigrationSource {
  private let databasePath: String
  private let request: ProjectDetection.Request
  private let currentFolder: String
  private let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?
  private let configuration: Configuration
  private let settings: ProjectSettings.Reader?
  private let tools: [any MigrationTool]
  /// The scripts of the last reading, by path.
  private let scripts = Mutex<[String: SQLScript]>([:])

  /// Creates a source without reading anything.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database; migrations are searched for next to it.
  ///   - request: The user's choices.
  ///   - currentFolder: The path of the current folder.
  ///   - foreignKeyChecks: Overrides the foreign-key mode of the migrations.
  ///   - configuration: The configuration for scratch databases.
  ///   - settings: Reads the settings of the folders, or `nil` to read none.
  ///   - tools: The tools to consider, which can include your own.
  public init(
    databasePath: String, request: ProjectDetection.Request = ProjectDetection.Request(),
    currentFolder: String = ".", foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil,
    configuration: Configuration = MigrationSession.waitingConfiguration,
    settings: ProjectSettings.Reader? = nil,
    tools: [any MigrationTool] = MigrationTools.all
  ) {
    self.databasePath = databasePath
    self.request = request
    self.currentFolder = currentFolder
    self.foreignKeyChecks = foreignKeyChecks
    self.configuration = configuration
    self.settings = settings
    self.tools = tools
  }

  /// Finds and reads the migrations.
  ///
  /// - Throws: `SourceFailure` if the folder as a whole is unusable; ``AmbiguousFormatError`` if two
  ///   tools fit equally well; `DatabaseError`; the errors of the settings.
  public func load(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    try load(for: inspection, ignoring: [])
  }

  /// Reads the migrations, except files that prevent the tool from reading the folder.
  ///
  /// These files are in ``LoadedMigrations/ignored``.
  ///
  /// - Throws: The errors of ``load(for:)`` if the folder cannot be used without them either.
  public func loadUsable(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    var failure: SourceFailure?
    var paths: Set<String> = []
    while true {
      do {
        var loaded = try load(for: inspection, ignoring: paths)
        // Problems that only occur without these files are not reported.
        loaded.ignored = (failure?.problems ?? []).filter(\.isOfOneFile).map {
          LoadedMigrations.IgnoredFile(
            problem: $0.ofFile,
            text: (try? Files.bytes(of: $0.path, limit: 1 << 24)).map {
              String(decoding: $0, as: UTF8.self)
            })
        }
        return loaded
      } catch let error as SourceFailure {
        let first = failure ?? error
        failure = first
        let known = paths.count
        paths.formUnion(error.problems.filter(\.isOfOneFile).map(\.path))
        if paths.count == known { throw first }
      }
    }
  }

  private func load(
    for inspection: DatabaseInspection, ignoring ignored: Set<String>
  ) throws -> LoadedMigrations {
    let project = try Project(
      of: inspection, databasePath: databasePath, request: request, currentFolder: currentFolder,
      tools: tools, ignoring: ignored, knowing: scripts.withLock { $0 })
    if let read = project.folder.folder?.contents.scripts { scripts.withLock { $0 = read } }
    let folders = project.place?.settingsFolders(for: Environment.user)
    let settings = try settings?(folders?.trusted ?? [])
    let migrator = try project.migrator(
      foreignKeyChecks: foreignKeyChecks, stated: settings?.foreignKeys)
    let (configuration, currentFolder) = (configuration, currentFolder)
    var loaded = LoadedMigrations(
      runner: migrator,
      origin: MigrationOrigin(
        title: project.title(databasePath: databasePath),
        shortTitle: project.shortTitle(databasePath: databasePath),
        place: project.place?.description, reason: project.reason,
        format: project.folder.tool.format.rawValue, evidence: project.evidence,
        notes: project.notes + (folders?.notes ?? [])
          + project.notes(on: settings?.foreignKeys),
        searchedPlaces: project.detection.searchedPlaces.map {
          MigrationOrigin.SearchedPlace(
            place: $0.place.description, words: $0.description, isMissing: $0.kind == .missing)
        }, usesForeignLedger: project.folder.tool.format != .grdb, isThere: project.place != nil),
      repairs: { selected, inspection, cancellation in
        try project.repairs(
          of: inspection, migrator: migrator, selected: selected, configuration: configuration,
          cancellation: cancellation)
      },
      newFiles: { title, statements, position in
        try project.newFiles(titled: title, statements, at: position, from: currentFolder)
      },
      writerRunner: project.folder.tool.runner(in: project.folder.folder),
      untrusted: {
        project.place.flatMap {
          $0.untrusted(among: project.folder.migrations.map(\.path), for: Environment.user)
        }
      }, files: project.folder.files,
      splitting: project.folder.splitting, down: project.folder.down,
      source: project.folder.source, settings: settings)
    if project.place != nil {
      loaded.draft = { goal, answers, inspection, cancellation in
        try project.draft(
          goal, answers, inspection, configuration: configuration,
          cancellation: cancellation)
      }
    }
    return loaded
  }

  /// The names, sizes and times of the files in the folder.
  ///
  /// Without a folder, the result shows which of the searched places exist.
  ///
  /// - Complexity: One file-system query for each file.
  public func version(of origin: MigrationOrigin) -> String {
    guard let place = origin.place else {
      return origin.searchedPlaces.map { Files.kind(of: $0.place) == nil ? "-" : "+" }.joined()
    }
    // The place of a group of files is a pattern.
    let isFolder = place.hasSuffix("/")
    let tree = try? FolderTree(path: isFolder ? place : Paths.folder(of: place))
    guard let tree else { return "-" }
    return (isFolder ? tree.files : tree.ownFiles).map { file in
      "\(file) \(Self.version(ofFile: tree.path(of: file)))"
    }.joined(separator: "\n")
  }

  /// The size and time of a migration's file.
  public func version(of script: SQLScript) -> String { Self.version(ofFile: script.file) }

  private static func version(ofFile path: String) -> String {
    (try? FileStatus(of: path))?.version ?? "-"
  }
}
