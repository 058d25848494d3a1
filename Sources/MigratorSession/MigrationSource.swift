public import MigratorEngine
package import MigratorWriter

/// A source of migrations: a folder of files, or the code of an app.
public protocol MigrationSource: Sendable {
  /// Reads the current migrations.
  ///
  /// Called before every inspection, dry run, dialog and step, so that edited, added or removed
  /// files are noticed.
  ///
  /// - Parameter inspection: The database, whose tables may identify the migration tool.
  /// - Returns: The migrations.
  /// - Throws: An error that explains why they cannot be listed; in that case, nothing is run.
  func load(for inspection: DatabaseInspection) throws -> LoadedMigrations

  /// Reads the current migrations, except files that prevent the tool from reading the others.
  ///
  /// A check uses this method, so that one such file does not suppress findings about the others.
  ///
  /// - Parameter inspection: The database.
  /// - Returns: The migrations, and the files that were left out.
  /// - Throws: An error that explains why none can be listed.
  func loadUsable(for inspection: DatabaseInspection) throws -> LoadedMigrations

  /// Returns a string that changes when ``load(for:)`` would read something else.
  ///
  /// Watchers call this every second, so it must be cheap. Migrations in code never change.
  ///
  /// - Parameter origin: Where the migrations were last read from.
  /// - Returns: The string; empty if nothing can change.
  func version(of origin: MigrationOrigin) -> String

  /// Returns a string that changes when the file of one migration is edited or removed.
  ///
  /// This is called before each step in a run of several steps, so its cost must not grow with the
  /// number of migrations.
  ///
  /// - Parameter script: The contents that were read.
  /// - Returns: The string; empty if nothing can change.
  func version(of script: SQLScript) -> String
}

extension MigrationSource {
  /// Returns all migrations.
  public func loadUsable(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    try load(for: inspection)
  }

  /// Returns an empty string, for migrations that never change.
  public func version(of origin: MigrationOrigin) -> String { "" }

  /// Returns an empty string, for migrations that never change.
  public func version(of script: SQLScript) -> String { "" }
}

/// The migrations at one moment, with their origin.
public struct LoadedMigrations: Sendable {
  /// Finds the applicable repairs of the ledger.
  public typealias RepairFinder =
    @Sendable (_ selected: String?, _ inspection: DatabaseInspection, _ cancellation: Cancellation?)
    throws -> [LedgerRepair]

  /// The position of a new migration.
  public enum NewPosition: Sendable {
    /// After all others.
    case last
    /// Immediately before a pending migration, as the next one to be applied to the database.
    case before(String, DatabaseInspection)
  }

  /// Creates the files of a new migration; returns `nil` if migtui cannot create any.
  ///
  /// Throws an error with the reason if the tool would not run it at that position.
  public typealias FileMaker =
    @Sendable (_ title: String, _ statements: NewStatements, _ position: NewPosition) throws
    -> [MigrationFile]?

  /// Plans a new migration for a goal and tries it, without writing it.
  package typealias DraftMaker =
    @Sendable (
      _ goal: MigrationDraft.Goal, _ answers: WriterAnswers, _ inspection: DatabaseInspection,
      _ cancellation: Cancellation?
    ) throws -> MigrationDraft.Result

  /// Finds migrations that belong to another user and were not named explicitly; returns `nil` if
  /// there are none.
  public typealias OwnerCheck = @Sendable () -> UntrustedMigrations?

  /// Finds statements of a migration's file that the tool splits differently from SQLite.
  public typealias SplittingCheck = @Sendable (_ identifier: String) -> [FileProblem]

  /// Reads the down script of a migration; returns `nil` if there is none that can be run here.
  public typealias DownReader = @Sendable (_ identifier: String) -> SQLScript?

  /// Reads the contents of a migration's file; returns `nil` if it cannot be read, or is not text.
  public typealias SourceReader = @Sendable (_ identifier: String) -> String?

  /// A file that prevents the tool from reading the others.
  public struct IgnoredFile: Sendable {
    /// The problem.
    public let problem: FileProblem
    /// The contents, or `nil` if they cannot be read.
    public let text: String?

    /// Creates a file from its properties.
    public init(problem: FileProblem, text: String?) {
      (self.problem, self.text) = (problem, text)
    }
  }

  /// The engine that runs the migrations.
  public var runner: any MigrationRunner
  /// Where the migrations come from.
  public var origin: MigrationOrigin
  /// Finds repairs of the ledger; `selected` is the selected migration.
  public var repairs: RepairFinder
  /// Creates the files of a new migration without writing them.
  public var newFiles: FileMaker
  /// Plans a new migration; `nil` if migtui cannot create files for the tool.
  package var draft: DraftMaker?
  /// The facts about the program that runs the migrations.
  public var writerRunner: WriterRunner
  /// Finds migrations of another user; called before the database is changed.
  public var untrusted: OwnerCheck
  /// The files of the migrations, or `nil` if they are code.
  public var files: MigrationFiles?
  /// Finds statements that the tool splits differently from SQLite; called for pending migrations.
  public var splitting: SplittingCheck
  /// Reads the down scripts of migrations.
  public var down: DownReader
  /// The settings for the migrations, or `nil` for those of the session.
  public var settings: ProjectSettings?
  /// Reads the files of migrations that cannot be run here.
  public var source: SourceReader
  /// The files that ``MigrationSource/loadUsable(for:)`` left out; otherwise empty.
  public var ignored: [IgnoredFile] = []

  /// Creates loaded migrations from their properties.
  public init(
    runner: any MigrationRunner, origin: MigrationOrigin = MigrationOrigin(),
    repairs: @escaping RepairFinder = { _, _, _ in [] },
    newFiles: @escaping FileMaker = { _, _, _ in nil }, writerRunner: WriterRunner = WriterRunner(),
    untrusted: @escaping OwnerCheck = { nil }, files: MigrationFiles? = nil,
    splitting: @escaping SplittingCheck = { _ in [] },
    down: @escaping DownReader = { _ in nil }, source: @escaping SourceReader = { _ in nil },
    settings: ProjectSettings? = nil
  ) {
    self.runner = runner
    self.origin = origin
    self.repairs = repairs
    self.newFiles = newFiles
    self.writerRunner = writerRunner
    self.untrusted = untrusted
    self.files = files
    self.splitting = splitting
    self.down = down
    self.settings = settings
    self.source = source
  }
}

/// A description of where migrations come from.
public struct MigrationOrigin: Sendable, Hashable {
  /// The place and why it was chosen, short enough for a title line: `Migrations/ (beside)`.
  public var title: String
  /// Only the place, in case the title does not fit.
  public var shortTitle: String
  /// The folder, or `nil` if there is none.
  ///
  /// Without a folder, only applied migrations can be shown, unless the migrations are code.
  public var place: String?
  /// Why that place was chosen, or why there is none, as a phrase.
  public var reason: String
  /// The migration tool, as `--format` names it; `nil` for migrations in code.
  public var format: String?
  /// One line about how the migration tool was recognized, or `nil`.
  public var evidence: String?
  /// Notes for the operator: the files that were left out, and why.
  public var notes: [String]
  /// The places that were searched, with the results.
  public var searchedPlaces: [SearchedPlace]
  /// True if the migrations follow another tool's rules and ledger.
  public var usesForeignLedger: Bool
  /// True if there is a folder, or the migrations are code.
  public var isThere: Bool

  /// A place that was searched.
  public struct SearchedPlace: Sendable, Hashable {
    /// The place.
    public let place: String
    /// The place and the result of the search.
    public let words: String
    /// True if the place does not exist.
    public let isMissing: Bool

    /// Creates a searched place from its properties.
    public init(place: String, words: String, isMissing: Bool) {
      self.place = place
      self.words = words
      self.isMissing = isMissing
    }
  }

  /// Creates an origin from its properties.
  public init(
    title: String = "from this program", shortTitle: String? = nil, place: String? = nil,
    reason: String = "registered by this program", format: String? = nil, evidence: String? = nil,
    notes: [String] = [], searchedPlaces: [SearchedPlace] = [], usesForeignLedger: Bool = false,
    isThere: Bool = true
  ) {
    self.title = title
    self.shortTitle = shortTitle ?? title
    self.place = place
    self.reason = reason
    self.format = format
    self.evidence = evidence
    self.notes = notes
    self.searchedPlaces = searchedPlaces
    self.usesForeignLedger = usesForeignLedger
    self.isThere = isThere
  }
}

/// A migrator is its own source, because code does not change while a program runs.
extension DatabaseMigrator: MigrationSource {
  /// Returns the migrator.
  public func load(for inspection: DatabaseInspection) -> LoadedMigrations {
    LoadedMigrations(
      runner: self,
      repairs: { selected, inspection, cancellation in
        try LedgerRepairSearch.repairs(
          of: inspection, migrator: self, selected: selected, cancellation: cancellation)
      })
  }
}
