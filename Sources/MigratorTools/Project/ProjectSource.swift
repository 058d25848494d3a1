public import MigratorEngine
internal import MigratorPlatform
public import MigratorSession

/// The folder of a tool as a source of migrations: found, recognised and read at each look.
///
/// Migrations that were found, and not named in the request, are run or recorded only if they belong to the
/// user of the process or to root.
public struct ProjectSource: MigrationSource {
  private let databasePath: String
  private let request: ProjectDetection.Request
  private let currentFolder: String
  private let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?
  private let configuration: Configuration
  private let tools: [any MigrationTool]

  /// Creates a source; reads nothing.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database, beside which the migrations are looked for.
  ///   - request: What the user asked for.
  ///   - currentFolder: The path of the current folder.
  ///   - foreignKeyChecks: Overrules how migrations treat foreign keys.
  ///   - configuration: How to open scratch databases.
  ///   - tools: The tools that are asked whose the migrations are; yours may be among them.
  public init(
    databasePath: String, request: ProjectDetection.Request = ProjectDetection.Request(),
    currentFolder: String = ".", foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil,
    configuration: Configuration = MigrationSession.waitingConfiguration,
    tools: [any MigrationTool] = MigrationTools.all
  ) {
    self.databasePath = databasePath
    self.request = request
    self.currentFolder = currentFolder
    self.foreignKeyChecks = foreignKeyChecks
    self.configuration = configuration
    self.tools = tools
  }

  /// Finds and reads the migrations.
  ///
  /// - Throws: `SourceFailure` when the folder cannot be used, and not only files in it; ``FormatQuestion``
  ///   when two tools fit equally well; `DatabaseError`.
  public func load(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    let project = try Project(
      of: inspection, databasePath: databasePath, request: request, currentFolder: currentFolder,
      tools: tools)
    let migrator = try project.migrator(foreignKeyChecks: foreignKeyChecks)
    let configuration = configuration
    return LoadedMigrations(
      runner: migrator,
      origin: MigrationOrigin(
        title: project.title(databasePath: databasePath),
        shortTitle: project.shortTitle(databasePath: databasePath),
        place: project.place?.description, reason: project.reason,
        format: project.folder.tool.format.rawValue, evidence: project.evidence,
        notes: project.notes,
        lookedAt: project.detection.lookedAt.map {
          MigrationOrigin.Look(
            place: $0.place.description, words: $0.description, isMissing: $0.kind == .missing)
        }, isOfAnotherTool: project.folder.tool.format != .grdb, isThere: project.place != nil),
      repairs: { selected, inspection, cancellation in
        try project.repairs(
          of: inspection, migrator: migrator, selected: selected, configuration: configuration,
          cancellation: cancellation)
      },
      newFiles: { title, sql in
        try project.place.flatMap {
          try project.folder.tool.files(titled: title, with: sql, in: $0)
        }
      },
      untrusted: {
        project.place.flatMap {
          $0.untrusted(among: project.folder.migrations.map(\.path), for: Environment.user)
        }
      })
  }

  /// The names, sizes and times of the files in the folder; while there is none, whether one of the
  /// places that were looked at is there.
  ///
  /// - Complexity: A question of the file system for each file.
  public func version(of origin: MigrationOrigin) -> String {
    guard let place = origin.place else {
      return origin.lookedAt.map { Files.kind(of: $0.place) == nil ? "-" : "+" }.joined()
    }
    // A group of files among others is named by a pattern.
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
