public import MigratorEngine
import MigratorPlatform

/// Finds out which tool a database and its migrations belong to, from the tables of the database and
/// the files of the places where migrations may stand.
///
/// What was seen is told as evidence; where two tools fit equally well it is a question, not a guess.
public struct ProjectDetection: Sendable {
  /// A tool that fits.
  public struct Candidate: Sendable {
    /// The tool.
    public let tool: any MigrationTool
    /// Its ledger, where the database has one.
    public let ledger: LedgerEvidence?
    /// Its files, where a place has some.
    public let files: FolderEvidence?
    /// The place of the files.
    public let place: MigrationPlace?
    /// The folder there, as it was read to recognise them.
    let tree: FolderTree?

    /// How well it fits: what is recorded counts more than what files are called.
    var score: Int { 2 * (ledger?.strength.rawValue ?? 0) + (files?.strength.rawValue ?? 0) }

    /// What was seen, in one line: `goose: goose_db_version(…); 12 files with "-- +goose Up"`.
    public var evidence: String {
      let seen = [ledger?.words, files?.words].compactMap { $0 }
      // Without files, a ledger of GRDB is most likely an app's, whose migrations are code.
      let title = tool.format == .grdb && files == nil ? "GRDB" : tool.title
      return "\(title): \(seen.isEmpty ? "asked for" : seen.joined(separator: "; "))"
    }
  }

  /// All tools that fit, the best first.
  public let candidates: [Candidate]
  /// The places that were looked at and not taken, with what was found there.
  public let lookedAt: [PlaceFinding]
  /// Whether the first two candidates fit equally well.
  public let isQuestion: Bool

  /// The tool that fits best; `nil` when none does, or when it is a question.
  public var choice: Candidate? { isQuestion ? nil : candidates.first }

  /// The tools that fit as well as the first, for the question.
  public var alternatives: [Candidate] {
    candidates.filter { $0.score == candidates.first?.score }
  }

  /// What a user asked for on the command line.
  public struct Request: Sendable, Hashable {
    /// The folder of migrations.
    public var folder: String?
    /// The format.
    public var format: MigrationFormat?
    /// The ledger's table.
    public var table: String?
    /// Which of several groups in one folder: what its files' names begin with, or a folder in it.
    public var group: String?
    /// How folders of versions are sorted.
    public var order: VersionOrder?

    /// Creates request; the parameters are the properties.
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

  /// Reads the tables of a database that may be ledgers, or tell of one.
  ///
  /// - Parameters:
  ///   - db: A connection.
  ///   - request: What the user asked for.
  ///   - tools: The tools that will be asked.
  /// - Returns: The tables; all of them where a tool has no ``MigrationTool/ledgerHints``.
  /// - Throws: `DatabaseError`.
  public static func tables(
    _ db: Database, request: Request = Request(), tools: [any MigrationTool] = MigrationTools.all
  ) throws -> DatabaseTables {
    let hints = (tools + [MigrationTools.unknown]).map(\.ledgerHints)
    return try DatabaseTables(
      db, hints: hints.contains { $0 == nil } ? nil : hints.compactMap(\.self),
      named: request.table)
  }

  /// Looks at a database and at the places its migrations may stand in.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database.
  ///   - tables: The tables of the database.
  ///   - request: What the user asked for; it is taken without asking whether it fits.
  ///   - currentFolder: The path of the current folder.
  ///   - tools: The tools that are asked.
  /// - Throws: `SourceFailure` when the folder that the user named, or the first that seems to
  ///   hold migrations, cannot be listed.
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
    var looks: [PlaceLook] = []
    for place in places {
      let chosen = request.group.map { place.group($0) } ?? place
      looks.append(
        try PlaceLook(
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
        ledger = LedgerEvidence(table: table, words: "\(table), asked for", strength: .certain)
      }
      // Who has a ledger may have files further down; all others must stand in the first place.
      let look =
        ledger.flatMap { $0.strength > .shared ? looks.first { $0.evidence(tool) != nil } : nil }
        ?? first.map { looks[$0] }
      let files = look?.evidence(tool)
      let isAsked = request.format != nil
      // A number in the header may be anybody's: it takes files to tell whose it is.
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

  /// What tools recognise among the tables of a database, by their formats.
  ///
  /// A table that none of them knows by more than columns may be an unknown ledger. A number in the
  /// header counts only where no table is a ledger: it is most likely not one then.
  package static func ledgers(
    in tables: DatabaseTables, of tools: [any MigrationTool]
  ) -> [MigrationFormat: LedgerEvidence] {
    var found: [MigrationFormat: LedgerEvidence] = [:]
    for tool in tools { found[tool.format] = tool.ledger(in: tables) }
    found[.unknown] = MigrationTools.unknown.ledger(in: tables, not: tools)
    let hasTable = found.values.contains { $0.table != nil }
    return hasTable ? found.filter { $0.value.table != nil } : found
  }

  private init(sorted: [Candidate], looks: [PlaceLook], taken: MigrationPlace?) {
    var sorted = sorted
    let best = sorted.prefix { $0.score == sorted.first?.score }
    // Plain numbered files that no ledger claims are this program's own.
    if let own = best.firstIndex(where: { $0.tool.format == .grdb }),
      !best.contains(where: { $0.tool.format != .grdb && $0.ledger != nil })
    {
      sorted.swapAt(0, own)
      isQuestion = false
    } else {
      isQuestion = best.count > 1
    }
    candidates = sorted
    lookedAt = looks.filter { $0.place != taken }.map { $0.finding(isAnotherTaken: taken != nil) }
  }
}

/// What is found in one place.
private struct PlaceLook {
  let place: MigrationPlace
  var tree: FolderTree?
  /// Why the place cannot be listed.
  var failure: SourceFailure?
  var found: [MigrationFormat: FolderEvidence] = [:]

  /// Looks there; throws when a place that the user named cannot be listed.
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
      // Beside files of a tool whose ledger is surely its own, those of tools without one count for nothing.
      if found.keys.contains(where: { (ledgers[$0]?.strength ?? .shared) > .shared }) { return }
      for tool in tools where ledgers[tool.format]?.table == nil {
        found[tool.format] = tool.evidence(in: tree)
      }
    } catch {
      // The folder the database stands in needs no listing for the database to be read.
      if isNamed { throw error }
      failure = place.stem == nil ? error : nil
    }
  }

  func evidence(_ tool: any MigrationTool) -> FolderEvidence? { found[tool.format] }

  func finding(isAnotherTaken: Bool) -> PlaceFinding {
    let count = found.values.map(\.count).max() ?? 0
    let kind: PlaceFinding.Kind =
      failure != nil
      ? .unreadable : tree == nil ? .missing : count == 0 ? .nothing : .migrations(count)
    return PlaceFinding(place: place, kind: kind, isAnotherTaken: isAnotherTaken)
  }
}
