import MigratorEngine
import MigratorSchema
import TerminalUI

/// A row of the schema screen: a change, or an object of the live schema.
enum SchemaRow: Sendable, Hashable {
  /// A difference between two schemas.
  case change(SchemaChange)
  /// An object of the live schema.
  case object(SchemaObject)

  var object: SchemaObject {
    switch self {
    case .change(let change): change.object
    case .object(let object): object
    }
  }

  /// The searched text: kind, names, change, and the SQL before and after.
  var searched: [String] {
    let sql: [String] =
      switch self {
      case .change(let change): change.lineDiff.lines.map(\.text)
      case .object(let object): object.sql.map { [$0] } ?? []
      }
    return ["\(object.kind.rawValue) \(object.name) \(object.tableName) \(word)"] + sql
  }

  /// The change of the object, in one word.
  var word: String {
    switch self {
    case .change(.added): "added"
    case .change(.removed): "removed"
    case .change(let change): change.isTextOnly ? "same, reformatted" : "changed"
    case .object: ""
    }
  }

  /// The sign of the change.
  var sign: String {
    switch self {
    case .change(.added): "+"
    case .change(.removed): "-"
    case .change(let change): change.isTextOnly ? "=" : "~"
    case .object: " "
    }
  }

  var role: Role {
    switch self {
    case .change(.added): .added
    case .change(.removed): .removed
    case .change(let change): change.isTextOnly ? .dim : .changed
    case .object: .normal
    }
  }
}
