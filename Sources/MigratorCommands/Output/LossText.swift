import MigratorEngine
import MigratorSession

enum LossText {
  static func json(_ losses: Losses, on subject: RunSubject) -> JSON {
    let sections = Loss.Kind.allCases.map { kind in
      (kind.section, JSON.array(losses.all.filter { $0.kind == kind }.map(element)))
    }
    let sentences = losses.lines(isDone: subject == .database).map(\.plain)
    return .object(sections + [("sentences", .strings(sentences))])
  }

  /// The losses of a history event: the totals, the names, and each loss.
  static func json(_ losses: Losses) -> JSON {
    [
      "rows": .integer(losses.rowCount), "values": .integer(losses.valueCount),
      "unseen": .strings(losses.names(of: .unseen)), "tables": .strings(losses.names(of: .table)),
      "columns": .strings(losses.names(of: .column)),
      "objects": .strings(losses.names(of: .object)),
      "list": .array(losses.list.map(json)),
    ]
  }

  private static func element(_ loss: Loss) -> JSON {
    let facts = loss.facts
    let table = ("table", JSON.optional(facts.table))
    switch loss {
    case .rows(_, let count, let way):
      return .object([
        table, ("count", .integer(count)), ("byCascade", .bool(way == .cascade)),
        ("tableIsGone", .bool(way == .tableDropped)),
      ])
    case .values(_, let column, let lost):
      return .object([
        table, ("column", .string(column)), ("overwritten", .integer(lost.overwritten)),
        ("nulled", .integer(lost.nulled)),
      ])
    case .keys(_, let column, let count), .references(_, let column, _, let count):
      return .object([
        table, ("column", .string(column)), ("overwritten", .integer(count)),
        ("nulled", .integer(0)),
      ])
    case .unseen(_, let reason): return .object([table, ("reason", .optional(reason?.rawValue))])
    case .unseenColumns: return .object([table, ("reason", .string("noRows"))])
    case .table(let name, _): return .string(name)
    case .column(_, let name, let values):
      return .object([
        table, ("column", .string(name)), ("values", values.map { .integer($0) } ?? .null),
      ])
    case .object(let kind, let name): return ["kind": .string(kind), "name": .string(name)]
    case .uniqueKey(_, let words): return .object([table, ("key", .string(words))])
    case .constraint(_, let column, let words):
      return .object([table, ("column", .optional(column)), ("constraint", .string(words))])
    case .broken(let kind, let name, let sentence):
      return ["kind": .string(kind), "name": .string(name), "sentence": .string(sentence)]
    case .former: return .string(loss.words)
    }
  }

  /// A loss with its kind, names and number.
  static func json(_ loss: Loss) -> JSON { .object(members(loss)) }

  private static func members(_ loss: Loss) -> [(String, JSON)] {
    var facts = loss.facts
    let kind: String
    switch loss {
    case .rows(_, _, .tableDropped): kind = Loss.Kind.table.rawValue
    case .object(let object, _): kind = object
    case .former: (kind, facts) = ("former", Loss.Facts(facts.kind))
    default: kind = facts.kind.rawValue
    }
    return [
      ("kind", .string(kind)), ("table", .optional(facts.table)),
      ("column", .optional(facts.column)), ("name", .optional(facts.name)),
      ("count", facts.count.map { .integer($0) } ?? .null), ("sentence", .string(loss.words)),
    ]
  }

  static func json(_ change: AgreementDifference.Change) -> JSON {
    .object(members(change.loss) + [("accepted", .integer(change.accepted))])
  }
}

extension Loss.Kind {
  fileprivate var section: String {
    switch self {
    case .rows, .values, .unseen, .broken: rawValue
    case .uniqueKey: "uniqueKeys"
    case .table, .column, .object, .constraint: "\(rawValue)s"
    }
  }
}
