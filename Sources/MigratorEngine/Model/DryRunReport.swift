public import MigratorSchema

/// What pending migrations did to a copy of the database.
public struct DryRunReport: Sendable, Hashable {
  /// One report for each migration that ran, in order; the last may carry a failure.
  public let steps: [StepReport]
  /// The schema before the first step.
  public let schemaBefore: SchemaSnapshot
  /// The schema after the last step.
  public let schemaAfter: SchemaSnapshot
  /// The state of the database that was copied; a later state makes the report stale.
  public let fingerprint: DatabaseFingerprint
  /// What they ran on.
  public let form: CopyForm
  /// Whether all pages were searched for damage, which of a large file are not read otherwise.
  public let isSearchedForDamage: Bool
  /// The bytes that were copied.
  public let copiedBytes: Int64
  /// Whether the copy shares the blocks of the file that no migration wrote.
  public let isClone: Bool
  /// The time the copy took, in seconds.
  public let copySeconds: Double

  /// The failure that stopped the run, or `nil`.
  public var failure: MigrationFailure? { steps.last?.failure }
  /// The differences from before the first step to after the last.
  public let changes: SchemaDiff

  /// Creates the report of a dry run; the parameters are the properties.
  public init(
    steps: [StepReport], schemaBefore: SchemaSnapshot, schemaAfter: SchemaSnapshot,
    fingerprint: DatabaseFingerprint, form: CopyForm = .full, isSearchedForDamage: Bool = true,
    copiedBytes: Int64, isClone: Bool = false, copySeconds: Double
  ) {
    self.steps = steps
    self.schemaBefore = schemaBefore
    self.schemaAfter = schemaAfter
    changes = SchemaDiff(
      before: schemaBefore, after: schemaAfter, events: steps.flatMap(\.schemaEvents))
    self.fingerprint = fingerprint
    self.form = form
    self.isSearchedForDamage = isSearchedForDamage
    self.copiedBytes = copiedBytes
    self.isClone = isClone
    self.copySeconds = copySeconds
  }
}
