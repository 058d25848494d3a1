internal import MigratorSQLite

/// What a ledger tells of the registered migrations, by the rule of the tool that writes it.
public struct LedgerState: Sendable, Hashable {
  /// A migration that the ledger records.
  public struct Record: Sendable, Hashable {
    /// The identifier: a registered one where the record belongs to a registered migration,
    /// otherwise the ledger's own name for it.
    public let identifier: String
    /// When it was applied, in the ledger's words made readable, or `nil` when it does not say.
    public let appliedAt: String?
    /// `applied`, `changed` or `dirty`; a record of a migration that is not registered is shown as
    /// `unregistered` unless it is dirty.
    public let state: MigrationStatus.State
    /// What else there is to know, in a sentence.
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

  /// Why a registered migration that is not applied is not simply pending.
  public struct Exception: Sendable, Hashable {
    /// `skipped` or `dirty`.
    public let state: MigrationStatus.State
    /// What happened, in a sentence.
    public let note: String

    /// Creates an exception; the parameters are the properties.
    public init(_ state: MigrationStatus.State, note: String) {
      self.state = state
      self.note = note
    }
  }

  /// Whether the ledger exists.
  public var exists: Bool
  /// Whether it can be told what is applied; where it cannot, the obstacle says why.
  public var isReadable = true
  /// Whether its tables take records; where they do not, the obstacle says why.
  public internal(set) var takesRecords = true
  /// What is recorded, in the order of recording.
  public var records: [Record]
  /// Registered migrations that are not applied and that no step applies, by identifier.
  public var exceptions: [String: Exception]
  /// What there is to know before a pending migration is applied, in a sentence, by identifier: the
  /// parts of it that cannot be seen, say.
  public var notes: [String: String]
  /// Migrations that stand outside the order, because they run again whenever they change, or because
  /// they belong to another part of the program: nothing is late because one of them is applied.
  public var notOrdered: Set<String>
  /// Why the tool would refuse to go on, or `nil`.
  public var obstacle: StepObstacle?

  /// Creates a state; the parameters are the properties.
  public init(
    exists: Bool = true, records: [Record] = [], exceptions: [String: Exception] = [:],
    notes: [String: String] = [:], notOrdered: Set<String> = [], obstacle: StepObstacle? = nil
  ) {
    self.exists = exists
    self.records = records
    self.exceptions = exceptions
    self.notes = notes
    self.notOrdered = notOrdered
    self.obstacle = obstacle
  }

  /// The state of plain identifiers.
  init(applied identifiers: [String], exists: Bool = true) {
    self.init(exists: exists, records: identifiers.map { Record($0) })
  }

  /// The identifiers that count as applied and have a place in the order.
  var orderedIdentifiers: Set<String> {
    Set(appliedIdentifiers).subtracting(notOrdered)
  }

  /// The identifiers that count as applied.
  public var appliedIdentifiers: [String] {
    records.lazy.filter { $0.state != .dirty }.map(\.identifier)
  }
}

extension String {
  /// A name out of a ledger as it is shown where no migration has it: of a long one the first
  /// `ValueExcerpt.limit` bytes, as of any value.
  package var shownName: String {
    guard utf8.count > ValueExcerpt.limit else { return self }
    let start = String(decoding: utf8.prefix(ValueExcerpt.limit), as: UTF8.self)
    return "\(start)… (\(utf8.count) bytes)"
  }
}
