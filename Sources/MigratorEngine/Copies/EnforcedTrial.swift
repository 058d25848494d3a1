internal import MigratorSQLite
internal import MigratorSchema

/// A trial of a migration during a dry run, with foreign keys enforced, as its tool would run it.
///
/// This program switches foreign keys off and checks them at the end. With foreign keys on, `DELETE`,
/// `REPLACE` and `DROP TABLE` change rows of child tables, and the order of statements matters. The
/// run is rolled back, and its results are compared with those of the actual run.
///
/// Source: <https://www.sqlite.org/foreignkeys.html>.
struct EnforcedTrial {
  let tool: EnforcingTool
  private let report: StepReport

  /// The statements whose effect depends on foreign keys.
  private static let search = WordSearch(["DELETE", "REPLACE", "UPDATE", "DROP", "INSERT"])

  /// Returns the migration to try, or `nil` if foreign keys make no difference.
  static func migration(_ identifier: String, of list: MigrationList) -> Migration? {
    guard let migration = list[identifier], !migration.runsOutsideTransaction,
      list.enforcingTool(of: migration) != nil,
      let script = migration.script, search.isFound(in: script.text)
    else { return nil }
    return Migration(
      identifier: identifier, foreignKeyChecks: .immediate,
      mergedIdentifiers: migration.mergedIdentifiers, body: migration.body,
      transaction: migration.transaction)
  }

  /// Returns whether the schema has foreign keys, or the script creates some.
  static func hasForeignKeys(_ db: Database, or migration: Migration) throws -> Bool {
    try migration.script?.text.containsIgnoringASCIICase("references") == true
      || db.hasSchemaRow(where: [.sql(containing: "references")])
  }

  init(_ report: StepReport, by tool: EnforcingTool) {
    (self.report, self.tool) = (report, tool)
  }

  /// The tool, if its run succeeds.
  var succeedingTool: String? { report.failure == nil ? tool.name : nil }

  /// The differences from the actual run, as sentences; if the actual run failed, the advice is in
  /// the remedy of its failure.
  func warnings(comparedWith actual: StepReport) -> [String] {
    let advice = "To run the migration like the tool, add --foreign-keys immediate."
    if let failure = report.failure {
      guard failure.isOfForeignKey, actual.failure == nil else { return [] }
      let place = failure.location.map { " at \($0.place)" } ?? ", at the commit"
      return [
        "\(tool.name) enforces foreign keys and would fail\(place): \(failure.message). migtui "
          + "checks them only at the end."
      ]
    }
    if let failure = actual.failure {
      guard failure.isOfStatements else { return [] }
      // There are no counts to compare, so report only rows that foreign-key actions or triggers
      // delete.
      let changes = report.rows.filter { $0.cascaded > 0 }.map {
        "delete \(Self.rows($0.cascaded)) of \($0.table)"
      }
      return [
        "\(tool.name) enforces foreign keys and would not fail"
          + (changes.isEmpty ? "" : ": it would \(changes.joined(separator: ", and "))") + "."
      ]
    }
    return differences(from: actual).map {
      "\(tool.name) enforces foreign keys: it would \($0), which migtui keeps. \(advice)"
    }
  }

  /// The changes that only the tool would make, such as `delete 2 rows of report`.
  private func differences(from actual: StepReport) -> [String] {
    let known = Dictionary(
      actual.rows.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    return report.rows.compactMap { enforced in
      let kept = known[enforced.identity]
      // A table without counts is unchanged.
      let left = kept.map(\.after) ?? enforced.before
      if let left, let after = enforced.after, after < left {
        return "delete \(Self.rows(left - after)) of \(enforced.table)"
      }
      guard enforced.values != (kept?.values ?? .same), enforced.after != nil,
        case .compared(let columns, _) = enforced.values
      else { return nil }
      let others = kept?.values.columns ?? []
      let names = columns.filter { !others.contains($0) }.map { "\(enforced.table).\($0.column)" }
      let count = max(1, enforced.updated - (kept?.updated ?? 0))
      return names.isEmpty
        ? nil : "change \(names.joined(separator: ", ")) in \(Self.rows(count))"
    }
  }

  private static func rows(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }
}

extension StepReport.Values {
  fileprivate var columns: [StepReport.ColumnValues] {
    if case .compared(let columns, _) = self { columns } else { [] }
  }
}

extension MigrationFailure {
  fileprivate var isOfForeignKey: Bool {
    extendedResultCode == ResultCode.SQLITE_CONSTRAINT_FOREIGNKEY.rawValue
      || message.contains("foreign key mismatch")
  }
}
