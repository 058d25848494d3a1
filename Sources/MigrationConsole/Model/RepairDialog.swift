public import MigratorEngine

/// The dialog of repairs: the offers with their SQL, then the question whether to run one.
///
/// As with steps, one stray key must never change a file: Enter on an offer only leads to the
/// question, where the focus begins on Cancel, Enter never confirms, and `y` does so only with the
/// focus on the repair.
struct RepairDialog: Sendable {
  /// What the focus can stand on in the question, in the order of Tab.
  enum Focus: Sendable, Hashable, CaseIterable {
    /// Leave everything as it is.
    case cancel
    /// Whether to make a backup first.
    case backup
    /// The repair itself.
    case repair
  }

  /// The repairs that make sense, and the state of the file they were made for.
  var offers: RepairOffers
  /// The offer in view.
  var index = 0
  /// Whether the question is asked, or the offers are still being read.
  var isAsking = false
  /// Whether a backup is made.
  var makesBackup = true
  /// What the focus stands on in the question.
  var focus = Focus.cancel
  /// How many lines are scrolled away.
  var scroll = 0
  /// When the question was opened; keys pressed within the first moments were meant for the offers.
  var askedAt: Double = 0

  /// The offer in view.
  var repair: LedgerRepair? {
    offers.repairs.indices.contains(index) ? offers.repairs[index] : nil
  }
}

/// Repairs that make sense, of one state of the file.
public struct RepairOffers: Sendable, Hashable {
  /// The repairs, the most urgent first.
  public let repairs: [LedgerRepair]
  /// The state of the file.
  public let fingerprint: DatabaseFingerprint
  /// Where a backup made before would go.
  public let backupPath: String

  /// Creates offers; the parameters are the properties.
  public init(repairs: [LedgerRepair], fingerprint: DatabaseFingerprint, backupPath: String) {
    self.repairs = repairs
    self.fingerprint = fingerprint
    self.backupPath = backupPath
  }
}
