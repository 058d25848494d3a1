internal import MigratorEngine
package import MigratorRows
internal import MigratorSQLite

extension CheckFinding {
  /// Creates a finding about generated rows.
  init(_ finding: GeneratedFinding, file: String?) {
    self.init(.generated(finding), migration: finding.migration, file: file)
    severity = finding.severity
  }
}

extension GeneratedFinding {
  var rule: CheckFinding.Rule {
    switch kind {
    case .mayFail: .mayFail
    case .loss: .lostData
    case .lossByDown: .downDiffers
    case .violations: .violations
    case .renumbered: .renumbered
    case .notGenerated, .stopped: .notGenerated
    }
  }

  /// The severity; a loss that is not obvious from the statement is an error because, unlike a
  /// failed migration, it is not rolled back.
  var severity: CheckFinding.Severity {
    if rowClass == .odd { return .note }
    return switch kind {
    case .mayFail(_, _, let tables): tables.isEmpty ? .warning : .error
    case .loss: isExplicit ? .warning : .error
    case .lossByDown: .warning
    case .violations: isOfNewKey ? .warning : .error
    case .renumbered(_, _, _, let references): references.isEmpty ? .warning : .error
    case .notGenerated, .stopped: .note
    }
  }

  /// The problem, as a sentence.
  var message: String {
    let rows = rowClass == .odd ? "unlikely rows" : "rows"
    switch kind {
    case .mayFail(let failure, let rejected, let tables):
      if tables.isEmpty {
        return "Fails on \(rows) that the schema allows (\(Format.count(rejected, "row")) "
          + "found): \(failure.message)."
      }
      return "Fails on every row of \(Format.names(tables)): \(failure.message)."
    case .loss(.rows, let table, _, let count):
      return "Loses \(Format.count(count, "generated row")) of \(table)."
    case .loss(let way, let table, let column, let count):
      let place = [table, column].compactMap(\.self).joined(separator: ".")
      return "Loses \(Format.count(count, "generated value")) of \(place): \(way.predicate(count))."
    case .lossByDown(.rows, let table, _, let count):
      return
        "Applying and undoing the migration loses "
        + "\(Format.count(count, "generated row")) of \(table) that existed before."
    case .lossByDown(let way, let table, let column, let count):
      let place = [table, column].compactMap(\.self).joined(separator: ".")
      return "Applying and undoing the migration loses "
        + "\(Format.count(count, "generated value")) of \(place) that existed before: "
        + "\(way.predicate(count))."
    case .violations(let table, let columns, let parent, let count):
      return "\(Format.count(count, "generated row")) of \(table) "
        + "\(count == 1 ? "refers" : "refer") to no row of \(parent) afterwards "
        + "(\(columns.joined(separator: ", ")))."
    case .renumbered(let table, let column, let count, let references):
      let verb = references.count == 1 ? "refers" : "refer"
      let end = references.isEmpty ? "" : ", to which \(Format.names(references)) \(verb)"
      return "\(Format.count(count, "row")) of \(table) \(count == 1 ? "gets" : "get") a different "
        + "\(column)\(end)."
    case .notGenerated(let table, let reason):
      return "No row could be generated for table \(table): \(reason)."
    case .stopped(.takesLonger(let limit)):
      return
        "Later migrations were not tried with generated rows: with them, this one takes longer "
        + "than \(limit.components.seconds) seconds."
    case .stopped(.rows(let message)):
      return "Later migrations were not tried with generated rows, because the rows could not be "
        + "kept after this one: \(message)."
    case .stopped(.fails(let message)):
      return
        "Later migrations were not tried with generated rows: this one fails even without rows: "
        + "\(message)."
    }
  }

  /// The suggested change, or `nil`.
  var remedy: String? {
    switch kind {
    case .mayFail(let failure, _, _): failure.safeAlternative
    case .loss(.nulled, _, _, _):
      "Keep the old value in rows without a new one, for example with COALESCE."
    case .loss(.merged, _, _, _), .loss(.cut, _, _, _):
      "Keep the former values in another column, or \(Self.acceptance)."
    case .loss(.exchanged, _, _, _): "Name the columns of INSERT and SELECT in the same order."
    case .loss: "Copy these rows and values, or \(Self.acceptance)."
    case .lossByDown: DownDifference.remedy
    case .violations: "Delete these rows first, or give them a parent."
    case .renumbered: "Copy the key with the other columns."
    case .notGenerated, .stopped: nil
    }
  }

  private static let acceptance =
    "accept the loss: write `-- migtui: accept lost-data -- REASON` in the file"

  /// The rows as lines of SQL, followed by the resulting state of the last row, and a note if
  /// several rows are necessary.
  package var exampleLines: [String] {
    let notes = [
      after.map { "-- afterwards: \($0.words)" },
      isRepeatable != false ? nil : "-- one of several rows that cause this only together",
    ]
    return before.map(\.insertStatement) + notes.compactMap(\.self)
  }
}

extension GeneratedFinding.ExampleRow {
  fileprivate var words: String {
    "\(table): "
      + zip(columns, values).map { "\($0) = \($1.visibleLiteral)" }.joined(separator: ", ")
  }
}

extension GeneratedFinding.Way {
  fileprivate func predicate(_ count: Int) -> String {
    let isOne = count == 1
    return switch self {
    case .rows: "the rows are gone"
    case .nulled: isOne ? "it becomes NULL" : "they become NULL"
    case .merged: "different values become equal"
    case .cut: isOne ? "its fraction is cut off" : "fractions are cut off"
    case .replaced: isOne ? "it is replaced" : "they are replaced"
    case .exchanged:
      isOne ? "it is stored in another column" : "they are stored in another column"
    }
  }
}

extension MigrationFailure {
  /// A way to write the migration so that it does not fail.
  fileprivate var safeAlternative: String? {
    let message = message
    if message.hasPrefix("UNIQUE constraint failed") {
      return "Merge or delete the rows with equal values first."
    }
    if message.hasPrefix("Cannot add a NOT NULL column") {
      return "Give the column a default value, or rebuild the table and fill it."
    }
    if message.hasPrefix("Cannot add a column with non-constant default") {
      return "Add the column without a default, fill it with UPDATE, and set the default in a "
        + "rebuild of the table."
    }
    if message.hasPrefix("NOT NULL constraint failed") {
      return "Replace NULL first: use UPDATE … WHERE … IS NULL, or COALESCE in the SELECT."
    }
    if message.hasPrefix("CHECK constraint failed") {
      return "Change the rows that break the constraint first."
    }
    if message.hasPrefix("FOREIGN KEY constraint failed") {
      return "Delete or change the rows without a parent first."
    }
    if message.contains("malformed JSON") { return "Test the value with json_valid() first." }
    if message.hasPrefix("cannot store") || message.hasPrefix("datatype mismatch") {
      return "Convert the values first, or leave out those that cannot be converted."
    }
    return nil
  }
}
