internal import MigratorSQLite

/// The state of the registered migrations according to a ledger, by its tool's rules.
public struct LedgerState: Sendable, Hashable {
  /// A migration that the ledger records.
  public struct Record: Sendable, Hashable {
    /// The registered identifier if the record belongs to a registered migration, otherwise the
    /// ledger's own name for it.
    public let identifier: String
    /// When it was applied, in readable form, or `nil` when the ledger does not record it.
    public let appliedAt: String?
    /// `applied`, `changed` or `dirty`.
    ///
    /// The record of an unregistered migration is shown as `unregistered` unless it is dirty.
    public let state: MigrationStatus.State
    /// Additional information, as a sentence.
    public let note: String?

    /// Creates a record; the parameters are the properties.
    public init(
      _ identifier: String, appliedAt: String? = nil, state: MigrationStatus.State = .applied,
      note: String? = nil
    ) {
      self.identifier = identifier
      self.appliedAt = appliedAt
      self.state = state
      self.note = note
    }
  }

  /// Why an unapplied registered migration is not simply pending.
  public struct Exception: Sendable, Hashable {
    /// `skipped` or `dirty`.
    public let state: MigrationStatus.State
    /// The reason, as a sentence.
    public let note: String

    /// Creates an exception; the parameters are the properties.
    public init(_ state: MigrationStatus.State, note: String) {
      self.state = state
      self.note = note
    }
  }

  /// True if the ledger exists in the database.
  public var exists: Bool
  /// True if the applied migrations can be determined; if not, the obstacle says why.
  public var isReadable = true
  /// True if the ledger's tables accept records; if not, the obstacle says why.
  public internal(set) var takesRecords = true
  /// The records, in insertion order.
  public var records: [Record]
  /// Unapplied registered migrations that a step does not apply, by identifier.
  public var exceptions: [String: Exception]
  /// Sentences to show before a pending migration is applied, by identifier.
  ///
  /// For example, a sentence may say that some statements cannot be shown.
  public var notes: [String: String]
  /// Migrations without a place in the order.
  ///
  /// Such migrations re-run whenever they change, or belong to another part of the program. If one
  /// of them is applied, no other migration is out of order because of it.
  public var notOrdered: Set<String>
  /// Why the tool would refuse to continue, or `nil`.
  public var obstacle: StepObstacle?
  /// Why individual pending migrations cannot be applied, by identifier.
  ///
  /// Migrations before them can be applied.
  public var obstacles: [String: StepObstacle]

  /// The schema that the tool's own files describe for this state of the ledger, if any.
  package var statedSchema: StatedSchema?

  /// Creates a state; the parameters are the properties.
  public init(
    exists: Bool = true, records: [Record] = [], exceptions: [String: Exception] = [:],
    notes: [String: String] = [:], notOrdered: Set<String> = [], obstacle: StepObstacle? = nil,
    obstacles: [String: StepObstacle] = [:]
  ) {
    self.exists = exists
    self.records = records
    self.exceptions = exceptions
    self.notes = notes
    self.notOrdered = notOrdered
    self.obstacle = obstacle
    self.obstacles = obstacles
  }

  /// Why a migration cannot be applied, or `nil`.
  func obstacle(of migration: Migration) -> StepObstacle? {
    obstacles[migration.identifier] ?? migration.obstacle
  }

  init(applied identifiers: [String], exists: Bool = true) {
    self.init(exists: exists, records: identifiers.map { Record($0) })
  }

  var orderedIdentifiers: Set<String> {
    Set(appliedIdentifiers).subtracting(notOrdered)
  }

  /// The identifiers that count as applied.
  public var appliedIdentifiers: [String] {
    records.lazy.filter { $0.state != .dirty }.map(\.identifier)
  }
}

extension String {
  /// The display form of an unregistered ledger name, truncated to `ValueExcerpt.limit` bytes like
  /// any value.
  package var shownName: String {
    guard utf8.count > ValueExcerpt.limit else { return self }
    let start = String(decoding: utf8.prefix(ValueExcerpt.limit), as: UTF8.self)
    return "\(start)… (\(utf8.count) bytes)"
  }
}
