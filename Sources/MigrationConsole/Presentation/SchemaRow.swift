import MigratorEngine
import MigratorSchema
import TerminalUI

/// A row of the schema screen: a change, or an object of the live schema.
enum SchemaRow: Sendable, Hashable {
  /// A difference between two schemas.
  case change(SchemaChange)
  /// An object of the live schema.
  case object(SchemaObject)

  /// The object that the row is about.
  var object: SchemaObject {
    switch self {
    case .change(let change): change.object
    case .object(let object): object
    }
  }

  /// The text that the filter looks into.
  var filterText: String {
    "\(object.kind.rawValue) \(object.name) \(object.tableName) \(word)"
  }

  /// What happened to the object, in a word.
  var word: String {
    switch self {
    case .change(.added): "added"
    case .change(.removed): "removed"
    case .change(let change): change.isTextOnly ? "same, written otherwise" : "changed"
    case .object: ""
    }
  }

  /// The sign before the object.
  var sign: String {
    switch self {
    case .change(.added): "+"
    case .change(.removed): "-"
    case .change(let change): change.isTextOnly ? "=" : "~"
    case .object: " "
    }
  }

  /// The role that colours the row.
  var role: Role {
    switch self {
    case .change(.added): .added
    case .change(.removed): .removed
    case .change(let change): change.isTextOnly ? .dim : .changed
    case .object: .normal
    }
  }
}

extension ConsoleModel {
  /// The rows of the schema screen before its filter.
  var schemaRows: [SchemaRow] {
    switch schemaView {
    case .live:
      guard case .success(let overview)? = overview else { return [] }
      return overview.schema.filtered(.userObjects).objects.map { .object($0) }
    default:
      return (schemaDiff?.changes ?? []).map { .change($0) }
    }
  }

  /// The difference that the schema screen shows, or `nil` when there is none to show.
  var schemaDiff: SchemaDiff? {
    switch schemaView {
    case .drift:
      guard case .success(.diff(let diff))? = drift else { return nil }
      return diff
    case .dryRun: return dryRun?.value.changes
    case .lastStep: return lastStep.flatMap { stepReports[$0]?.value.changes }
    case .live: return nil
    }
  }

  /// The names of the two sides of the comparison.
  var schemaSides: (before: String, after: String) {
    switch schemaView {
    case .drift: ("what the migrations produce", "this file")
    case .dryRun: ("this file", "the copy after the dry run")
    case .lastStep: ("before the step", "after the step")
    case .live: ("", "")
    }
  }

  /// A caution about the comparison, or `nil`.
  var schemaCaution: String? {
    guard schemaView == .drift, case .success(let overview)? = overview else { return nil }
    let unregistered = overview.status.migrations.filter { $0.state == .unregistered }
    guard let first = unregistered.first?.identifier else { return nil }
    let others = unregistered.count > 1 ? " and \(unregistered.count - 1) more" : ""
    return "\(first)\(others) is applied but not registered: what it made shows here as drift."
  }

  /// What stands in the list when it has no rows.
  var emptySchemaText: String {
    if !(filters[.schema] ?? "").isEmpty { return "Nothing matches the filter. Esc drops it." }
    switch schemaView {
    case .drift:
      if !context.hasMigrations {
        return "No migrations are registered, so there is nothing to compare with. "
          + "Press ] for all objects."
      }
      switch drift {
      case .success(.unknown(let reason))?: return reason
      case .success?: return "No drift: this file has exactly the schema its migrations produce."
      case .failure(let failure)?: return failure.message
      case nil: return work?.kind == .drift ? "Replaying the applied migrations…" : "Press r."
      }
    case .dryRun:
      return dryRun == nil
        ? "No dry run yet. d dry-runs the next migration on a copy, D all of them."
        : "The dry run changed no object of the schema."
    case .lastStep:
      return lastStep == nil
        ? "No step in this session. s steps the real file, after a dry run and a question."
        : "The last step changed no object of the schema."
    case .live: return "The database has no tables."
    }
  }
}
