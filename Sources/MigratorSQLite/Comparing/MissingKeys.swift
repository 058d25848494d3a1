import CSQLite3

/// Finds the keys of rows that exist only before or only after a migration.
package struct MissingKeys {
  /// Reads keys; has a rowid as its parameter if the rowids are known.
  private let rows: Statement
  /// Finds the row in the other state by its key; `nil` if that state has no rows.
  private let other: Statement?

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - rows: Reads only the keys. It takes one parameter if rowids are given.
  ///   - other: Finds a row in the other state. Its parameters are the key columns. `nil` if the
  ///     other state has no rows.
  package init(of rows: Statement, in other: Statement?) {
    self.rows = rows
    self.other = other
  }

  /// Searches for missing keys.
  ///
  /// - Parameters:
  ///   - rowIDs: The rowids of the rows to check, or `nil` for all.
  ///   - count: The maximum number of missing keys; the search ends when it is reached.
  ///   - limit: The maximum number of rows to read.
  /// - Returns: The missing keys, in the order of the rows.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(*m* log *n*) for *m* checked rows.
  package func find(
    _ rowIDs: [Int64]?, atMost count: Int, reading limit: Int
  ) throws -> [[DatabaseValue]] {
    defer {
      rows.reset()
      other?.reset()
    }
    var found: [[DatabaseValue]] = []
    func look() throws {
      other?.reset()
      other?.bind(rows)
      if try other?.step() != true {
        found.append((0..<rows.columnCount).map { rows.value(at: $0) })
      }
    }
    if let rowIDs {
      for row in rowIDs.prefix(limit) where found.count < count {
        rows.reset()
        rows.bind(rowID: row)
        if try rows.step() { try look() }
      }
      return found
    }
    rows.reset()
    var read = 0
    while found.count < count, read < limit, try rows.step() {
      read += 1
      try look()
    }
    return found
  }
}

extension Statement {
  func bind(rowID: Int64) { sqlite3_bind_int64(pointer, 1, rowID) }

  func bind(_ row: Statement) {
    for index in 0..<Int32(parameterCount) {
      sqlite3_bind_value(pointer, index + 1, sqlite3_column_value(row.pointer, index))
    }
  }
}
