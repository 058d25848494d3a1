public import MigratorEngine
import MigratorPlatform
public import MigratorSession

/// The migrations of a database, which are found, recognized, read and checked.
public struct Project: Sendable {
  /// The result of the detection.
  public let detection: ProjectDetection
  /// The place of the migrations, or `nil` if there is none.
  public let place: MigrationPlace?
  /// The migrations with their tool.
  public private(set) var folder: ToolFolder
  /// Migrations that an app's ledger records in addition to these files.
  private var strangers: [String] = []
  private let isLedgerNamed: Bool
  /// The name of the ledger table, if it is not the tool's default.
  let table: String?

  /// Finds and reads the migrations of a database.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - databasePath: The path of the database as the user gave it.
  ///   - request: The user's choices.
  ///   - currentFolder: The path of the current folder.
  ///   - tools: The tools to consider.
  /// - Throws: `DatabaseError`; `SourceFailure` if the folder as a whole is unusable;
  ///   ``AmbiguousFormatError`` if two tools fit equally well; ``AmbiguousLedgerError`` if two
  ///   tables fit equally well.
  public init(
    of inspection: DatabaseInspection, databasePath: String,
    request: ProjectDetection.Request = ProjectDetection.Request(), currentFolder: String = ".",
    tools: [any MigrationTool] = MigrationTools.all
  ) throws {
    try self.init(
      of: inspection, databasePath: databasePath, request: request, currentFolder: currentFolder,
      tools: tools, ignoring: [])
  }

  /// Reads a project without some of its files.
  ///
  /// `scripts` are those of an earlier reading, which are not parsed again if their files are the
  /// same.
  init(
    of inspection: DatabaseInspection, databasePath: String, request: ProjectDetection.Request,
    currentFolder: String, tools: [any MigrationTool], ignoring ignored: Set<String>,
    knowing scripts: [String: SQLScript] = [:]
  ) throws {
    try self.init(
      databasePath: databasePath,
      tables: try inspection.read {
        try ProjectDetection.tables($0, request: request, tools: tools)
      },
      request: request, currentFolder: currentFolder, tools: tools, ignoring: ignored,
      knowing: scripts)
    folder = try folder.doubting(inspection)
    strangers = try folder.strangers(in: inspection)
  }

  /// Opens a database, and finds and reads its migrations.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database, which is only read.
  ///   - request: The user's choices.
  ///   - currentFolder: The path of the current folder.
  ///   - configuration: The functions, collations and extensions that the schema requires.
  ///   - tools: The tools to consider.
  /// - Throws: The errors of the other initializer.
  public init(
    databasePath: String, request: ProjectDetection.Request = ProjectDetection.Request(),
    currentFolder: String = ".", configuration: Configuration? = nil,
    tools: [any MigrationTool] = MigrationTools.all
  ) throws {
    self = try DatabaseInspection.inspect(path: databasePath, configuration: configuration) {
      try Project(
        of: $0, databasePath: databasePath, request: request, currentFolder: currentFolder,
        tools: tools)
    }
  }

  init(
    databasePath: String, tables: DatabaseTables, request: ProjectDetection.Request,
    currentFolder: String, tools: [any MigrationTool], ignoring ignored: Set<String> = [],
    knowing scripts: [String: SQLScript] = [:]
  ) throws {
    let detection = try ProjectDetection(
      databasePath: databasePath, tables: tables, request: request, currentFolder: currentFolder,
      tools: tools)
    self.detection = detection
    isLedgerNamed = request.table != nil
    if detection.isQuestion { throw AmbiguousFormatError(candidates: detection.alternatives) }
    let choice = detection.choice
    if let table = request.table, let columns = tables[table],
      let tool = choice?.tool, tool.ledger(in: tables.restricted(to: table)) == nil
    {
      throw Self.noLedger(table, columns, of: tool)
    }
    if let named = request.folder, choice?.place == nil {
      throw Self.nothing(of: choice?.tool, in: named)
    }
    if request.format != nil, let choice, choice.place == nil, choice.ledger == nil {
      throw Self.nothing(of: choice.tool, in: Paths.folder(of: databasePath))
    }
    place = choice?.place
    let tree = try choice?.place.map { place throws(SourceFailure) in
      if let tree = choice?.tree { return tree.without(ignored) }
      return try FolderTree(path: place.path, stem: place.stem, order: request.order)
        .without(ignored)
    }
    try tree?.requireWhole()
    if !scripts.isEmpty { tree?.contents.scripts = scripts }
    let tool = choice?.tool ?? PlainFiles()
    let set = tree.flatMap { (tool as? any FileTool)?.tableName(setBeside: $0) }
    if request.table == nil, set == nil { try Self.askAboutLedgers(of: tool, in: tables) }
    table = request.table ?? set ?? choice?.ledger?.table
    folder = try ToolFolder(tool: tool, folder: tree, table: table)
    let ledgerTables = folder.ledger.tableNames.map(SQLName.init(_:))
    if let table = request.table, !ledgerTables.contains(SQLName(table)) {
      throw Self.noOther(table, than: folder.ledger.name)
    }
    if !isLedgerNamed { folder = folder.guardingAppLedger() }
  }

  /// Throws an error that asks the user to choose if several tables fit the tool's ledger equally
  /// well.
  private static func askAboutLedgers(
    of tool: any MigrationTool, in tables: DatabaseTables
  ) throws {
    // A ledger of an unknown tool is only displayed, so the best match is enough.
    if tool.format == .unknown { return }
    let fitting = tables.columns.keys.filter { name in
      guard let found = tool.ledger(in: tables.restricted(to: name.text)), found.table != nil else {
        return false
      }
      return found.strength > .shared
    }
    if fitting.count > 1 {
      throw AmbiguousLedgerError(title: tool.ledgerOwner, tables: fitting.map(\.text).sorted())
    }
  }

  private static func noLedger(
    _ table: String, _ columns: [DatabaseTables.Column], of tool: any MigrationTool
  ) -> SourceFailure {
    let names = columns.map(\.name).joined(separator: ", ")
    return SourceFailure(problems: [
      SourceProblem(
        .badLedger, path: table,
        message: "the table \(table)(\(names)) does not have the columns of the "
          + "\(tool.ledgerOwner) ledger",
        remedy: "Select another table with --ledger, or the tool of this table with --format.")
    ])
  }

  private static func noOther(_ table: String, than ledger: String) -> SourceFailure {
    SourceFailure(problems: [
      SourceProblem(
        .badLedger, path: table,
        message: "the ledger of these migrations is always \(ledger)",
        remedy: "Omit --ledger, or select the tool of the table with --format.")
    ])
  }

  private static func nothing(of tool: (any MigrationTool)?, in folder: String) -> SourceFailure {
    let whose = tool.map { $0.format == .grdb ? "" : " of \($0.title)" } ?? ""
    var message = "the folder has no migrations\(whose)"
    var remedy =
      "Create files like 001_create.sql in it, or select another folder with --migrations and its "
      + "tool with --format."
    let tree = try? FolderTree(path: folder)
    let groups = tree?.ownFolders.filter { name in
      tree?.files.contains {
        $0.hasPrefix(name + "/") && DottedVersion(inName: Paths.stem(of: Paths.name(of: $0))) != nil
          && $0.hasSuffix(".sql")
      } ?? false
    }
    if tool?.format == .unknown {
      message =
        "the database has the ledger of an unknown tool, so migtui cannot determine which tool the "
        + "files belong to"
      remedy = "Select the tool with --format, and its table with --ledger."
    } else if let groups, !groups.isEmpty {
      message += ", but its subfolders do: \(groups.joined(separator: ", "))"
      remedy = "Choose one with --group."
    }
    return SourceFailure(problems: [
      SourceProblem(.noMigrations, path: folder, message: message, remedy: remedy)
    ])
  }

  /// The evidence for the tool in one line, or `nil` if there is none.
  public var evidence: String? { detection.choice?.evidence }

  /// The reason for choosing the place of the migrations, as text.
  public var reason: String {
    place?.reason.words ?? "no migrations next to the database or in the current folder"
  }

  /// The place and the reason for it, short enough for a title line: `Migrations/ (beside)`.
  ///
  /// - Parameter databasePath: The path of the database.
  /// - Returns: The title, which begins with the tool if it is not this program's own format.
  public func title(databasePath: String) -> String {
    let tool = folder.tool.format == .grdb ? "" : "\(folder.tool.title) · "
    guard let place else { return tool + "no migrations" }
    return "\(tool)\(shown(place, databasePath)) (\(place.reason.word))"
  }

  /// A shorter title: only the place of the migrations.
  ///
  /// - Parameter databasePath: The file.
  /// - Returns: The path, relative to the file's folder if it is below it.
  public func shortTitle(databasePath: String) -> String {
    place.map { shown($0, databasePath) } ?? "no migrations"
  }

  private func shown(_ place: MigrationPlace, _ databasePath: String) -> String {
    place.reason == .beside
      ? place.description(below: Paths.folder(of: databasePath)) : place.description
  }

  /// Notes for the operator: ignored files with the reason, and a ledger with an unexpected name.
  public var notes: [String] {
    (folder.folder.map { folder.tool.notes(on: $0) + $0.notes } ?? [])
      + (ledgerNote.map { [$0] } ?? []) + (strangersNote.map { [$0] } ?? [])
  }

  /// A note on how a GRDB app that shares the ledger treats rows of other migrations.
  private var strangersNote: String? {
    guard let first = strangers.first else { return nil }
    let names = Dictionary(
      folder.migrations.map { ($0.identifier.lowercased(), $0.identifier) },
      uniquingKeysWith: { first, _ in first })
    let renamed = strangers.lazy.compactMap { old in names[old.lowercased()].map { (old, $0) } }
    if let (old, new) = renamed.first {
      return
        "\(folder.ledger.name) records \(old), but the file is named \(new). Names that differ in "
        + "case are different migrations: rename the file back to \(old), unless this is "
        + "intended."
    }
    let rest =
      strangers.count == 1 ? ", which matches" : " and \(strangers.count - 1) more, which match"
    return "\(folder.ledger.name) also records \(first)\(rest) no file. If a "
      + "GRDB app uses this ledger, it treats rows of these files as a newer version, and erases "
      + "the database if it sets eraseDatabaseOnSchemaChange"
  }

  /// A note if a table with an unexpected name is used as the ledger.
  ///
  /// It could be a backup of a ledger. The tool would not use it and would start from scratch.
  private var ledgerNote: String? {
    let tool = folder.tool
    guard tool.format != .unknown, !isLedgerNamed, let table = folder.ledger.tableNames.first,
      detection.choice?.ledger?.table.map(SQLName.init(_:)) == SQLName(table),
      let own = (try? tool.read(nil, table: nil))?.ledger.tableNames.first,
      SQLName(own) != SQLName(table)
    else { return nil }
    return
      "migtui uses \(table) as the ledger, because it has the columns of the \(tool.ledgerOwner) "
      + "ledger. The default table \(own) does not exist"
  }

  /// Returns a migrator with the migrations over the tool's ledger.
  ///
  /// - Parameters:
  ///   - foreignKeyChecks: Overrides the foreign-key mode of the migrations.
  ///   - stated: Whether the project's connections enforce foreign keys, or `nil` if the settings
  ///     do not state it.
  /// - Returns: The migrator.
  /// - Throws: `MigrationError` if an identifier is registered twice.
  public func migrator(
    foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil,
    stated: ProjectSettings.ForeignKeys? = nil
  ) throws -> DatabaseMigrator {
    try folder.migrator(foreignKeyChecks: foreignKeyChecks, stated: stated)
  }

  /// A note if the project's setting is ignored because the tool itself turns foreign keys on or
  /// off.
  func notes(on stated: ProjectSettings.ForeignKeys?) -> [String] {
    guard let stated, !folder.tool.followsConnection, place != nil else { return [] }
    if folder.tool.format == .grdb, stated.isOn {
      return [
        "\(stated.words) is ignored: migtui runs plain SQL files with foreign keys off, as GRDB does. "
          + "If another program runs them with foreign keys on, add --foreign-keys immediate"
      ]
    }
    return [
      "\(stated.words) is ignored: \(folder.tool.ledgerOwner) itself turns foreign keys on or off"
    ]
  }
}
