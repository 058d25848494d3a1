public import MigratorEngine
import MigratorPlatform

/// Detects which tool a database and its migrations belong to.
///
/// It examines the tables of the database and the files in the places where migrations can be. The
/// findings are reported as evidence. If two tools fit equally well, the result is a question, not
/// a guess.
public struct ProjectDetection: Sendable {
  /// A tool that fits.
  public struct Candidate: Sendable {
    /// The tool.
    public let tool: any MigrationTool
    /// Its ledger, if the database has one.
    public let ledger: LedgerEvidence?
    /// Its files, if a place contains any.
    public let files: FolderEvidence?
    /// The place of the files.
    public let place: MigrationPlace?
    let tree: FolderTree?

    /// The quality of the match; the ledger counts more than the file names.
    var score: Int { 2 * (ledger?.strength.rawValue ?? 0) + (files?.strength.rawValue ?? 0) }

    /// The evidence in one line: `goose: goose_db_version(…); 12 files with "-- +goose Up"`.
    public var evidence: String {
      let seen = [ledger?.words, files?.words].compactMap { $0 }
      // Without files, a GRDB ledger most likely belongs to an app with migrations in code.
      let title = tool.format == .grdb && files == nil ? "GRDB" : tool.title
      return "\(title): \(seen.isEmpty ? "as requested" : seen.joined(separator: "; "))"
    }
  }

  /// All tools that fit, the best first.
  public let candidates: [Candidate]
  /// The places that were searched but not used, with the results.
  public let searchedPlaces: [PlaceResult]
  /// `true` if the first two candidates fit equally well.
  public let isQuestion: Bool

  /// The tool that fits best, or `nil` if none fits or the result is a question.
  public var choice: Candidate? { isQuestion ? nil : candidates.first }

  /// The tools that fit best, all equally well, for the question.
  public var alternatives: [Candidate] {
    candidates.filter { $0.score == candidates.first?.score }
  }

  /// The user's choices on the command line.
  public struct Request: Sendable, Hashable {
    /// The folder of migrations.
    public var folder: String?
    /// The format.
    public var format: MigrationFormat?
    /// The ledger's table.
    public var table: String?
    /// One of several groups in a folder: the beginning of its file names, or a subfolder.
    public var group: String?
    /// The order of version folders.
    public var order: VersionOrder?

    /// Creates a request from its properties.
    public init(
      folder: String? = nil, format: MigrationFormat? = nil, table: String? = nil,
      group: String? = nil, order: VersionOrder? = nil
    ) {
      self.folder = folder
      self.format = format
      self.table = table
      self.group = group
      self.order = order
    }
  }

  /// Reads the tables of a database that can be a ledger or indicate one.
  ///
  /// - Parameters:
  ///   - db: A connection.
  ///   - request: The user's choices.
  ///   - tools: The tools to consider.
  /// - Returns: The tables; all tables if a tool has no ``MigrationTool/ledgerHints``.
  /// - Throws: `DatabaseError`.
  public static func tables(
    _ db: Database, request: Request = Request(), tools: [any MigrationTool] = MigrationTools.all
  ) throws -> DatabaseTables {
    let hints = (tools + [MigrationTools.unknown]).map(\.ledgerHints)
    return try DatabaseTables(
      db, hints: hints.contains { $0 == nil } ? nil : hints.compactMap(\.self),
      named: request.table)
  }

  /// Examines a database and the places where its migrations can be.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database.
  ///   - tables: The tables of the database.
  ///   - request: The user's choices, which are accepted without checking that they fit.
  ///   - currentFolder: The path of the current folder.
  ///   - tools: The tools to consider.
  /// - Throws: `SourceFailure` if the folder that the user named, or the first that seems to have
  ///   migrations, cannot be listed.
  public init(
    databasePath: String, tables: DatabaseTables, request: Request = Request(),
    currentFolder: String = ".", tools: [any MigrationTool] = MigrationTools.all
  ) throws {
    let places =
      request.folder.map { [MigrationPlace.named($0)] }
      ?? MigrationPlace.candidates(
        databasePath: databasePath, currentFolder: currentFolder, habits: tools.flatMap(\.habits))
    let asked = request.format.map { format in tools.filter { $0.format == format } } ?? tools
    let visible = request.table.map { tables.restricted(to: $0) } ?? tables
    let ledgers = Self.ledgers(in: visible, of: tools)
    var looks: [PlaceSearch] = []
    for place in places {
      let chosen = request.group.map { place.group($0) } ?? place
      looks.append(
        try PlaceSearch(
          chosen, isNamed: request.folder != nil, order: request.order, tools: asked,
          ledgers: ledgers))
    }
    let first = looks.firstIndex { !$0.found.isEmpty || $0.failure != nil }
    if let failure = first.flatMap({ looks[$0].failure }) { throw failure }
    var candidates: [Candidate] = []
    for tool in asked + (request.format ?? .unknown == .unknown ? [MigrationTools.unknown] : []) {
      var ledger = ledgers[tool.format]
      if let table = request.table, request.format != nil,
        ledger?.table.map(SQLName.init(_:)) != SQLName(table)
      {
        ledger = LedgerEvidence(table: table, words: "\(table), as requested", strength: .certain)
      }
      // If a tool has a ledger, its files can be in a later place. The files of other tools must be
      // in the first place.
      let look =
        ledger.flatMap { $0.strength > .shared ? looks.first { $0.evidence(tool) != nil } : nil }
        ?? first.map { looks[$0] }
      let files = look?.evidence(tool)
      let isAsked = request.format != nil
      // `user_version` alone does not identify a tool; files are required.
      guard ledger?.table != nil || files != nil || isAsked else { continue }
      candidates.append(
        Candidate(
          tool: tool, ledger: ledger, files: files,
          place: files != nil ? look?.place : isAsked ? request.folder.map { .named($0) } : nil,
          tree: files != nil ? look?.tree : nil))
    }
    candidates.sort { $0.score > $1.score }
    self = ProjectDetection(
      sorted: candidates, looks: looks, taken: candidates.first?.place)
  }

  /// The ledgers that tools recognize among the tables of a database, by format.
  ///
  /// A table that matches only by its columns can be an unknown ledger. `user_version` counts only
  /// if no table is a ledger, because otherwise it most likely has another purpose.
  package static func ledgers(
    in tables: DatabaseTables, of tools: [any MigrationTool]
  ) -> [MigrationFormat: LedgerEvidence] {
    var found: [MigrationFormat: LedgerEvidence] = [:]
    for tool in tools { found[tool.format] = tool.ledger(in: tables) }
    found[.unknown] = MigrationTools.unknown.ledger(in: tables, not: tools)
    let hasTable = found.values.contains { $0.table != nil }
    return hasTable ? found.filter { $0.value.table != nil } : found
  }

  private init(sorted: [Candidate], looks: [PlaceSearch], taken: MigrationPlace?) {
    var sorted = sorted
    let best = sorted.prefix { $0.score == sorted.first?.score }
    // Plain numbered files without a matching ledger belong to this program's own format.
    if let own = best.firstIndex(where: { $0.tool.format == .grdb }),
      !best.contains(where: { $0.tool.format != .grdb && $0.ledger != nil })
    {
      sorted.swapAt(0, own)
      isQuestion = false
    } else {
      isQuestion = best.count > 1
    }
    candidates = sorted
    searchedPlaces = looks.filter { $0.place != taken }.map {
      $0.finding(isAnotherUsed: taken != nil)
    }
  }
}

private struct PlaceSearch {
  let place: MigrationPlace
  var tree: FolderTree?
  var failure: SourceFailure?
  var found: [MigrationFormat: FolderEvidence] = [:]

  /// Searches a place; throws if the user named it and it cannot be listed.
  init(
    _ place: MigrationPlace, isNamed: Bool, order: VersionOrder?, tools: [any MigrationTool],
    ledgers: [MigrationFormat: LedgerEvidence]
  ) throws {
    self.place = place
    guard isNamed || Files.kind(of: place.path) == .folder else { return }
    do throws(SourceFailure) {
      let tree = try FolderTree(path: place.path, stem: place.stem, order: order)
      self.tree = tree
      let recording = tools.filter { ledgers[$0.format]?.table != nil }
      for tool in recording { found[tool.format] = tool.evidence(in: tree) }
      // Next to files of a tool with a specific ledger, files of tools without a ledger are
      // ignored.
      if found.keys.contains(where: { (ledgers[$0]?.strength ?? .shared) > .shared }) { return }
      for tool in tools where ledgers[tool.format]?.table == nil {
        found[tool.format] = tool.evidence(in: tree)
      }
    } catch {
      // The database can be read even if its folder cannot be listed.
      if isNamed { throw error }
      failure = place.stem == nil ? error : nil
    }
  }

  func evidence(_ tool: any MigrationTool) -> FolderEvidence? { found[tool.format] }

  func finding(isAnotherUsed: Bool) -> PlaceResult {
    let count = found.values.map(\.count).max() ?? 0
    let kind: PlaceResult.Kind =
      failure != nil
      ? .unreadable : tree == nil ? .missing : count == 0 ? .nothing : .migrations(count)
    return PlaceResult(place: place, kind: kind, isAnotherUsed: isAnotherUsed)
  }
}
