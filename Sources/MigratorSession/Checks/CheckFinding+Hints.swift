internal import MigratorEngine
internal import MigratorSchema

extension CheckFinding {
  /// A statement of a migration.
  private struct Origin: Hashable {
    let order: Int
    let migration: String
    let location: ScriptLocation
  }

  /// Returns the hints that apply to the schema after a dry run, but not to the schema before it.
  ///
  /// The location of each hint is the statement that created the table, column or index; `nil` if
  /// the statement is in code.
  static func hints(_ dryRun: SessionDryRun, _ overview: SessionOverview) -> [CheckFinding] {
    let steps = dryRun.report.steps.filter { $0.failure == nil }
    guard let first = steps.first, let last = steps.last else { return [] }
    let former = Set(SchemaHint.all(in: first.schemaBefore))
    let hints = SchemaHint.all(in: last.schemaAfter).filter { !former.contains($0) }
    if hints.isEmpty { return [] }
    let recorded = overview.status.migrations.filter(\.state.isRecorded).map(\.identifier)
    let run = Set(recorded + steps.map(\.identifier))
    var origins = SchemaOrigins<Origin>()
    var order = 0
    for migration in overview.registered where run.contains(migration.identifier) {
      for statement in (try? migration.script?.parsed.get()) ?? ScriptStatements() {
        order += 1
        origins.follow(
          statement.sql,
          of: Origin(order: order, migration: migration.identifier, location: statement.location))
      }
    }
    let found = hints.map { hint in (hint: hint, origin: origin(of: hint, origins)) }
    return found.sorted { $0.origin?.order ?? 0 < $1.origin?.order ?? 0 }.map { hint, origin in
      CheckFinding(.hint(hint, at: origin?.location), migration: origin?.migration)
    }
  }

  /// The last of the statements that created the objects or columns of the hint.
  private static func origin(of hint: SchemaHint, _ origins: SchemaOrigins<Origin>) -> Origin? {
    let objects = hint.objects.map(SQLName.init(_:))
    let columns = hint.columns.compactMap { origins.origin(of: SQLName($0), in: objects[0]) }
    let all = columns.isEmpty ? objects.compactMap { origins.origin(of: $0) } : columns
    return all.max { $0.order < $1.order }
  }
}

extension SchemaHint {
  var rule: CheckFinding.Rule {
    switch self {
    case .foreignKeyWithoutIndex: .hintForeignKeyIndex
    case .redundantIndex: .hintRedundantIndex
    case .keyBesideRowID: .hintPrimaryKeyType
    case .autoincrement: .hintAutoincrement
    case .typeName: .hintTypeName
    }
  }

  /// The hint, as a sentence.
  var message: String {
    switch self {
    case .foreignKeyWithoutIndex(let table, let columns, let parent):
      "No index on \(table) begins with the foreign-key columns "
        + "(\(columns.joined(separator: ", "))), so each deletion in \(parent) reads all rows of "
        + "\(table)."
    case .redundantIndex(let index, let table, let columns, let other):
      "The index \(index) on \(table) (\(columns.joined(separator: ", "))) is not needed: "
        + (other.map { "the index \($0)" } ?? "a key of the table")
        + " begins with the same columns."
    case .keyBesideRowID(let table, let column, let declaration):
      "The primary key \(table).\(column) is not the rowid, because it is declared "
        + "\(declaration): SQLite keeps an index for it."
    case .autoincrement(let table, let column):
      "AUTOINCREMENT of \(table).\(column) makes each insertion write to sqlite_sequence too, and "
        + "only foreign keys refer to the table."
    case .typeName(let table, let column, let type, let affinity, let suggested):
      "The type \(type) of \(table).\(column) has the affinity \(affinity)"
        + (suggested.map { ", not \($0)." } ?? ", because SQLite searches it for parts of words.")
    }
  }

  /// The suggested change, or `nil`.
  var remedy: String? {
    switch self {
    case .foreignKeyWithoutIndex(let table, let columns, _):
      "Create an index on \(table) (\(columns.joined(separator: ", ")))."
    case .redundantIndex(let index, _, _, _): "Drop the index \(index)."
    case .keyBesideRowID: "Declare it INTEGER PRIMARY KEY."
    case .autoincrement:
      "Declare it INTEGER PRIMARY KEY, unless numbers of deleted rows must not be reused."
    case .typeName(_, _, _, _, let suggested): suggested.map { "Declare it \($0)." }
    }
  }
}
