public import MigratorEngine

/// The migrations of a database: found, recognised, read and checked.
public struct Project: Sendable {
  /// What was seen and chosen.
  public let detection: ProjectDetection
  /// The place of the migrations, or `nil` when there is none.
  public let place: MigrationPlace?
  /// The migrations under their tool.
  public let folder: ToolFolder
  /// Whether the user named the ledger.
  private let isLedgerNamed: Bool

  /// Finds and reads the migrations of a database.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database, which is only read.
  ///   - wishes: What the user asked for.
  ///   - currentFolder: The path of the current folder.
  ///   - configuration: Functions, collations and extensions the schema needs.
  /// - Throws: `OpenFailure`, `DatabaseError`; `SourceFailure` when a file cannot be used;
  ///   ``FormatQuestion`` when two tools fit equally well.
  public init(
    databasePath: String, wishes: ProjectDetection.Wishes = ProjectDetection.Wishes(),
    currentFolder: String = ".", configuration: Configuration? = nil
  ) throws {
    let inspection = try DatabaseInspection(path: databasePath, configuration: configuration)
    let tables = Result { try inspection.read { try DatabaseTables($0) } }
    try inspection.close()
    try self.init(
      databasePath: databasePath, tables: tables.get(), wishes: wishes,
      currentFolder: currentFolder)
  }

  init(
    databasePath: String, tables: DatabaseTables, wishes: ProjectDetection.Wishes,
    currentFolder: String
  ) throws {
    let detection = try ProjectDetection(
      databasePath: databasePath, tables: tables, wishes: wishes, currentFolder: currentFolder)
    self.detection = detection
    isLedgerNamed = wishes.table != nil
    if detection.isQuestion { throw FormatQuestion(candidates: detection.alternatives) }
    let choice = detection.choice
    if let table = wishes.table, let columns = tables[table],
      let tool = choice?.tool, tool.ledger(in: tables.restricted(to: table)) == nil
    {
      throw Self.noLedger(table, columns, of: tool)
    }
    if let named = wishes.folder, choice?.place == nil {
      throw Self.nothing(of: choice?.tool, in: named)
    }
    if wishes.format != nil, let choice, choice.place == nil, choice.ledger == nil {
      throw Self.nothing(of: choice.tool, in: FilePath.folder(of: databasePath))
    }
    place = choice?.place
    folder = try ToolFolder(
      tool: choice?.tool ?? PlainFiles(),
      folder: choice?.place.map { place throws(SourceFailure) in
        try FolderTree(path: place.path, stem: place.stem)
      },
      table: choice?.ledger?.table ?? wishes.table)
  }

  private static func noLedger(
    _ table: String, _ columns: [DatabaseTables.Column], of tool: any MigrationTool
  ) -> SourceFailure {
    let names = columns.map(\.name).joined(separator: ", ")
    return SourceFailure(problems: [
      SourceProblem(
        .badLedger, path: table,
        message: "the table \(table)(\(names)) has not the columns of a ledger of \(tool.title)",
        remedy: "Name another table with --ledger, or the tool that writes it with --format.")
    ])
  }

  private static func nothing(of tool: (any MigrationTool)?, in folder: String) -> SourceFailure {
    let whose = tool.map { $0.format == .grdb ? "" : " of \($0.title)" } ?? ""
    return SourceFailure(problems: [
      SourceProblem(
        .noMigrations, path: folder, message: "the folder has no migrations\(whose)",
        remedy: "Put files like 001_create.sql in it, or name another with --migrations; "
          + "--format says whose they are.")
    ])
  }

  /// What was seen of the tool, in one line; `nil` when nothing was.
  public var evidence: String? { detection.choice?.evidence }

  /// Where the migrations come from, and why, in words.
  public var reason: String {
    place?.reason ?? "no migrations beside the database or in the current folder"
  }

  /// The place and why it was taken, short enough for a title line: `Migrations/ (beside)`.
  ///
  /// - Parameter databasePath: The path of the database.
  /// - Returns: The words; the tool stands before it where it is not this program's own format.
  public func title(databasePath: String) -> String {
    let tool = folder.tool.format == .grdb ? "" : "\(folder.tool.title) · "
    guard let place else { return tool + "no migrations" }
    let shown =
      place.reason == MigrationPlace.beside
      ? place.description(below: FilePath.folder(of: databasePath)) : place.description
    return "\(tool)\(shown) (\(place.shortReason))"
  }

  /// What an operator should know: files that were left out, and why; a ledger of another name.
  public var notes: [String] {
    (folder.folder.map { folder.tool.notes(on: $0) } ?? []) + (ledgerNote.map { [$0] } ?? [])
  }

  /// A table that only has the columns of a ledger may be a backup of one, of which the tool knows
  /// nothing: it would begin anew.
  private var ledgerNote: String? {
    let tool = folder.tool
    guard tool.format != .unknown, !isLedgerNamed, let table = detection.choice?.ledger?.table,
      let own = tool.rule(table: nil).tableNames.first, own.lowercased() != table.lowercased()
    else { return nil }
    return
      "\(table) has the columns of \(tool.title)'s ledger and is taken for it; without a setting "
      + "of its own, \(tool.title) would look for \(own), and there is no such table"
  }

  /// Returns a migrator with the migrations over the tool's ledger.
  ///
  /// - Parameter foreignKeyChecks: Overrules how migrations treat foreign keys.
  /// - Returns: The migrator.
  /// - Throws: `MigrationError` for an identifier registered twice.
  public func migrator(
    foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil
  ) throws -> DatabaseMigrator {
    try folder.migrator(foreignKeyChecks: foreignKeyChecks)
  }
}

/// Two or more tools fit a database and its folder equally well: only a person can tell.
public struct FormatQuestion: Error, Sendable, CustomStringConvertible {
  /// The tools that fit.
  public let candidates: [ProjectDetection.Candidate]

  /// Creates a question.
  ///
  /// - Parameter candidates: The tools that fit.
  public init(candidates: [ProjectDetection.Candidate]) {
    self.candidates = candidates
  }

  /// The question, a line for each tool that fits.
  public var description: String {
    "Several tools fit, and nothing tells which:\n"
      + candidates.map { "  --format \($0.tool.format.rawValue): \($0.evidence)" }
      .joined(separator: "\n")
  }
}
