internal import MigratorEngine
internal import MigratorSQLite

/// A foreign key with violations.
struct ViolatedKey: Hashable {
  let table: String
  let id: Int
}

extension Database {
  /// The rows that violate each key, as rowids; `nil` for a table without them.
  func violatedKeys() throws -> [ViolatedKey: Set<Int64?>] {
    var keys: [ViolatedKey: Set<Int64?>] = [:]
    do {
      try foreignKeyViolations().forEach { violation in
        let key = ViolatedKey(table: violation.originTable, id: violation.foreignKeyId)
        keys[key, default: []].insert(violation.originRowID)
      }
    } catch ResultCode.SQLITE_ERROR {
      // A key without a unique parent cannot be checked, and is a finding of its own.
    }
    return keys
  }
}
