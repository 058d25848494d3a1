public import MigratorSchema

/// The results of pending migrations on a copy of the database.
public struct DryRunReport: Sendable, Hashable {
  /// One report for each migration that ran, in order; the last may contain a failure.
  public let steps: [StepReport]
  /// The schema before the first step.
  public let schemaBefore: SchemaSnapshot
  /// The schema after the last step.
  public let schemaAfter: SchemaSnapshot
  /// The state of the copied database; the report is stale once the state changes.
  public let fingerprint: DatabaseFingerprint
  /// The kind of copy.
  public let form: CopyKind
  /// True if all pages were checked for damage, which is not done for an overlay of a large file.
  public let isSearchedForDamage: Bool
  /// The bytes that were copied.
  public let copiedBytes: Int64
  /// True if the copy is a clone that shares unwritten blocks with the file.
  public let isClone: Bool
  /// The time the copy took, in seconds.
  public let copySeconds: Double

  /// The failure that stopped the run, or `nil`.
  public var failure: MigrationFailure? { steps.last?.failure }
  /// The differences between the schema before the first step and the schema after the last.
  public let changes: SchemaDiff

  /// Creates the report of a dry run; the parameters are the properties.
  public init(
    steps: [StepReport], schemaBefore: SchemaSnapshot, schemaAfter: SchemaSnapshot,
    fingerprint: DatabaseFingerprint, form: CopyKind = .full, isSearchedForDamage: Bool = true,
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

  /// The same run with other results, which begin on a state of the file.
  package func replacing(_ steps: [StepReport], of state: DatabaseFingerprint) -> DryRunReport {
    DryRunReport(
      steps: steps, schemaBefore: steps.first?.schemaBefore ?? schemaBefore,
      schemaAfter: steps.last?.schemaAfter ?? schemaAfter, fingerprint: state, form: form,
      isSearchedForDamage: isSearchedForDamage, copiedBytes: copiedBytes, isClone: isClone,
      copySeconds: copySeconds)
  }
}
