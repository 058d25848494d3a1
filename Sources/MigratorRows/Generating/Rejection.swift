internal import MigratorSQLite

/// Why SQLite rejected a row.
enum Rejection: Equatable {
  case notNull(SQLName)
  /// The columns of the key; empty for an index on expressions.
  case unique([SQLName])
  /// A constraint, as SQLite's message names it.
  case check(String)
  case type(SQLName)
  /// A trigger, a function or JSON: any column may be the cause.
  case other(String)
  /// The statement cannot be compiled, or no value can help.
  case hopeless(String)

  /// Reads an error; returns `nil` for an error that is not about the row, such as a full disk.
  init?(_ error: DatabaseError, table: SQLName) {
    let message = error.message ?? ""
    // A trigger gave a full-text index values to delete that differ from its contents.
    if error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
      self = .other(message)
      return
    }
    switch error.resultCode {
    case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_TOOBIG: break
    case .SQLITE_AUTH, .SQLITE_READONLY:
      self = .hopeless(message)
      return
    default: return nil
    }
    func rest(_ prefix: String) -> String? {
      message.utf8.starts(with: prefix.utf8)
        ? String(decoding: message.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
    }
    if let column = rest("NOT NULL constraint failed: \(table.text).") {
      self = .notNull(SQLName(column))
    } else if let list = rest("UNIQUE constraint failed: ") {
      self = .unique(Self.columns(list, of: table))
    } else if let label = rest("CHECK constraint failed: ") {
      self = .check(label)
    } else if let place = rest("cannot store ") {
      let column = Self.parts(place, by: " column \(table.text).").dropFirst().first ?? ""
      self = .type(SQLName(column))
    } else if rest("no such ") != nil || rest("foreign key mismatch") != nil
      || rest("table ") != nil || rest("unknown function") != nil
      || rest("unsafe use") != nil
    {
      self = .hopeless(message)
    } else {
      self = .other(message)
    }
  }

  /// Reads `t.a, t.b`.
  private static func columns(_ list: String, of table: SQLName) -> [SQLName] {
    let prefix = "\(table.text)."
    guard list.utf8.starts(with: prefix.utf8) else { return [] }
    let first = String(decoding: list.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    return parts(first, by: ", \(prefix)").map(SQLName.init(_:))
  }

  private static func parts(_ text: String, by separator: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var rest = Array(text.utf8)[...]
    let separator = Array(separator.utf8)
    while let byte = rest.first {
      if rest.starts(with: separator) {
        parts.append([])
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(byte)
        rest = rest.dropFirst()
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  var text: String {
    switch self {
    case .notNull(let column): "NOT NULL constraint failed: \(column.text)"
    case .unique(let columns):
      "UNIQUE constraint failed: \(columns.map(\.text).joined(separator: ", "))"
    case .check(let label): "CHECK constraint failed: \(label)"
    case .type(let column): "wrong type for column \(column.text)"
    case .other(let message), .hopeless(let message): message
    }
  }
}
