internal import MigratorEngine
internal import MigratorSQLite

/// A foreign key with violations.
struct ViolatedKey: Hashable {
  let table: String
  let id: Int
}

extension Database {
  /// The rowids of the rows that violate each key; `nil` for a table without rowids.
  func violatedKeys(in tables: [String]) throws -> [ViolatedKey: Set<Int64?>] {
    var keys: [ViolatedKey: Set<Int64?>] = [:]
    for table in tables {
      do {
        try foreignKeyViolations(inKnown: table, schema: "main").forEach { violation in
          let key = ViolatedKey(table: violation.originTable, id: violation.foreignKeyId)
          keys[key, default: []].insert(violation.originRowID)
        }
      } catch ResultCode.SQLITE_ERROR {
        // SQLite cannot check a key whose parent key is not unique; it is reported separately.
      }
    }
    return keys
  }
}

extension DatabaseContents {
  /// True if a table has a key to the same parent table, which does not exist.
  func hasBrokenKey(like key: ForeignKeyInfo, of table: SQLName) -> Bool {
    let parent = SQLName(key.destinationTable)
    return self[parent] == nil
      && self[table]?.layout.foreignKeys.contains {
        SQLName($0.destinationTable) == parent && $0.originColumns == key.originColumns
      } ?? false
  }

  /// The tables in which changes to the given tables may violate keys.
  func children(of changed: Set<SQLName>) -> [String] {
    tables.map(\.layout).filter { layout in
      !layout.foreignKeys.isEmpty
        && (changed.contains(SQLName(layout.name))
          || layout.foreignKeys.contains { changed.contains(SQLName($0.destinationTable)) })
    }.map(\.name)
  }
}
