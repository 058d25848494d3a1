public import MigratorEngine

/// The fix that the user chose for the violations of one foreign key.
public struct FixChoice: Sendable, Hashable {
  /// The foreign key.
  public let foreignKey: ForeignKeyInfo
  /// The way to fix its violations.
  public let action: FixAction

  /// Creates a choice from its properties.
  public init(_ foreignKey: ForeignKeyInfo, _ action: FixAction) {
    (self.foreignKey, self.action) = (foreignKey, action)
  }
}

extension [FixChoice] {
  /// The choices in the order in which they run: a parent table before the tables that refer to it.
  ///
  /// Deleting parents leaves more rows without one, which the later statements then fix, too.
  var parentsFirst: [FixChoice] {
    var rest = self
    var ordered: [FixChoice] = []
    while !rest.isEmpty {
      let next =
        rest.firstIndex { choice in
          let parent = SQLName(choice.foreignKey.destinationTable)
          return !rest.contains {
            let table = SQLName($0.foreignKey.originTable)
            return table == parent && table != SQLName(choice.foreignKey.originTable)
          }
        } ?? 0
      ordered.append(rest.remove(at: next))
    }
    return ordered
  }
}

/// How fixes that succeeded on a copy can reach the database.
public enum FixDelivery: Sendable, Hashable {
  /// As a new migration, which runs immediately before the first pending one, if there is one.
  case file([MigrationFile], before: String?)
  /// Only at once, because a new migration cannot run before the pending ones.
  case atOnce(reason: String)
}

/// The result of statements that fix violations, run one after the other on a copy.
public struct FixTrial: Sendable, Hashable {
  /// The statements, in the order in which they run.
  public let fixes: [GroupFix]
  /// A report for each statement that was begun; the last may contain a failure.
  public let reports: [StepReport]
  /// How the statements can reach the database.
  public let delivery: FixDelivery
  /// The backup, if the fixes are applied at once.
  public let backups: BackupPlan
  let fingerprint: DatabaseFingerprint

  /// Creates a trial from its properties.
  package init(
    fixes: [GroupFix], reports: [StepReport], delivery: FixDelivery, backups: BackupPlan,
    fingerprint: DatabaseFingerprint
  ) {
    (self.fixes, self.reports, self.delivery) = (fixes, reports, delivery)
    (self.backups, self.fingerprint) = (backups, fingerprint)
  }

  /// The failure of the last statement that was begun, or `nil`.
  public var failure: MigrationFailure? { reports.last?.failure }

  /// The violations of all foreign keys before the first statement.
  public var violationsBefore: Int { reports.first?.violations?.before ?? 0 }

  /// The violations of all foreign keys after the last statement.
  public var violationsAfter: Int { reports.last?.violations?.after ?? 0 }

  /// The data that the statements lose.
  public var losses: Losses { Losses(of: reports) }

  /// The phrase that must be typed to apply them at once, or `nil` if they lose nothing.
  public var phrase: String? {
    let losses = losses
    let words = Loss.Kind.allCases.filter { $0.severity == .data }.compactMap { kind in
      let count = losses.count(of: kind)
      return count > 0 ? kind.consentWords(count) : nil
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The title of the migration and of the entry in the history.
  public var title: String { fixes.title }
}

extension [GroupFix] {
  var title: String {
    let tables = reduce(into: [String]()) { names, fix in
      if !names.contains(fix.foreignKey.originTable) { names.append(fix.foreignKey.originTable) }
    }
    let shown = tables.prefix(3).joined(separator: " ")
    return "fix orphans of \(shown)\(tables.count > 3 ? " and others" : "")"
  }
}
