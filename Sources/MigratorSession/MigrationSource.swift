public import MigratorEngine

/// Where migrations come from: the port behind which a folder of files stands, or an app's code.
public protocol MigrationSource: Sendable {
  /// Reads the migrations as they are now.
  ///
  /// Called before every look, dry run, dialog and step, so that a file that was edited, added or
  /// removed is noticed.
  ///
  /// - Parameter inspection: The database, whose tables may tell whose migrations these are.
  /// - Returns: The migrations.
  /// - Throws: An error that says why there is no list of them; nothing is run then.
  func load(for inspection: DatabaseInspection) throws -> LoadedMigrations

  /// A text that is another one as soon as ``load(for:)`` would read something else.
  ///
  /// Asked each second by who follows the files, so it must cost little. Code never changes.
  ///
  /// - Parameter origin: Where the migrations were read from last.
  /// - Returns: The text; empty where nothing can change.
  func version(of origin: MigrationOrigin) -> String

  /// A text that is another one as soon as the file of one migration was edited or removed.
  ///
  /// Asked before each step of a run of several, so it must not cost more where there are more migrations.
  ///
  /// - Parameter script: What was read of the file.
  /// - Returns: The text; empty where nothing can change.
  func version(of script: SQLScript) -> String
}

extension MigrationSource {
  /// That of what never changes.
  public func version(of origin: MigrationOrigin) -> String { "" }

  /// That of what never changes.
  public func version(of script: SQLScript) -> String { "" }
}

/// The migrations of one moment, and what is known of where they come from.
public struct LoadedMigrations: Sendable {
  /// Finds the changes of the ledger that make sense now.
  public typealias RepairFinder =
    @Sendable (_ selected: String?, _ inspection: DatabaseInspection, _ cancellation: Cancellation?)
    throws -> [LedgerRepair]

  /// Makes the files of a new migration from its title and its statements; `nil` where none can be made.
  public typealias FileMaker =
    @Sendable (_ title: String, _ sql: String) throws -> [MigrationFile]?

  /// Finds what belongs to another user among migrations that the user did not name; `nil` for nothing.
  public typealias OwnerCheck = @Sendable () -> UntrustedMigrations?

  /// What runs them.
  public var runner: any MigrationRunner
  /// Where they come from.
  public var origin: MigrationOrigin
  /// Finds repairs of the ledger; `selected` is the migration in view.
  public var repairs: RepairFinder
  /// Makes the files of a new migration, which nobody has written yet.
  public var newFiles: FileMaker
  /// Finds what belongs to another user; asked before the database is changed.
  public var untrusted: OwnerCheck

  /// Creates loaded migrations; the parameters are the properties.
  public init(
    runner: any MigrationRunner, origin: MigrationOrigin = MigrationOrigin(),
    repairs: @escaping RepairFinder = { _, _, _ in [] },
    newFiles: @escaping FileMaker = { _, _ in nil },
    untrusted: @escaping OwnerCheck = { nil }
  ) {
    self.runner = runner
    self.origin = origin
    self.repairs = repairs
    self.newFiles = newFiles
    self.untrusted = untrusted
  }
}

/// Where migrations come from, for a person.
public struct MigrationOrigin: Sendable, Hashable {
  /// The place and why it was taken, short enough for a title line: `Migrations/ (beside)`.
  public var title: String
  /// The place alone, for where the title does not fit.
  public var shortTitle: String
  /// The folder, or `nil` when there is none: then only what is applied can be shown, unless the
  /// migrations are code.
  public var place: String?
  /// Why that place was taken, or why there is none, in words.
  public var reason: String
  /// Whose migrations these are, as `--format` names it; `nil` for code of the program.
  public var format: String?
  /// What was seen of the tool whose migrations these are, in a line, or `nil`.
  public var evidence: String?
  /// What an operator should know: files that were left out, and why.
  public var notes: [String]
  /// The places that were looked at, with what was found there.
  public var lookedAt: [Look]
  /// Whether another tool's rules and ledger are followed.
  public var isOfAnotherTool: Bool
  /// Whether migrations can be registered at all: there is a folder, or they are code.
  public var isThere: Bool

  /// A place that was looked at.
  public struct Look: Sendable, Hashable {
    /// The place.
    public let place: String
    /// The place and what was found there.
    public let words: String
    /// Whether the place is not there.
    public let isMissing: Bool

    /// Creates a look; the parameters are the properties.
    public init(place: String, words: String, isMissing: Bool) {
      self.place = place
      self.words = words
      self.isMissing = isMissing
    }
  }

  /// Creates an origin; the parameters are the properties.
  public init(
    title: String = "from this program", shortTitle: String? = nil, place: String? = nil,
    reason: String = "registered by this program", format: String? = nil, evidence: String? = nil,
    notes: [String] = [], lookedAt: [Look] = [], isOfAnotherTool: Bool = false, isThere: Bool = true
  ) {
    self.title = title
    self.shortTitle = shortTitle ?? title
    self.place = place
    self.reason = reason
    self.format = format
    self.evidence = evidence
    self.notes = notes
    self.lookedAt = lookedAt
    self.isOfAnotherTool = isOfAnotherTool
    self.isThere = isThere
  }
}

/// A migrator is its own source: code does not change while a program runs.
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
