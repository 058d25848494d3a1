internal import MigratorSQLite
internal import MigratorSchema

extension RejectedRows {
  /// Finds the rows that made a statement fail, in the transaction of the statement.
  ///
  /// Returns `nil` if another error stopped it, or if it is not certain which rows caused the
  /// error.
  init?(_ error: any Error, on db: Database) {
    let script = error as? ScriptError
    guard let failure = script?.underlying ?? error as? DatabaseError,
      let sql = script?.statement?.sql ?? failure.sql, sql.utf8.count < Self.sizeLimit,
      !failure.isInterruption,
      let found = try? db.aside({ try Self.search(failure, of: sql, on: db) })
    else { return nil }
    self = found
  }

  /// Longer statements are skipped, because they contain data and are not simple.
  private static let sizeLimit = 100_000

  private static func search(
    _ failure: DatabaseError, of sql: String, on db: Database
  ) throws -> RejectedRows? {
    guard let query = try RejectedRowQuery(failure, of: sql, on: db) else { return nil }
    let statement = try db.makeStatement(sql: query.sql)
    let names = statement.columnNames
    let (rows, more) = try statement.excerpts(first: shownLimit, of: countLimit)
    guard !rows.isEmpty else { return nil }
    let entries = rows.map { row -> Entry in
      let fields = zip(names, row).map { name, excerpt in
        ViolationDetail.Field(
          column: name, value: excerpt.value, fullLength: excerpt.fullLength)
      }
      guard query.isGrouped, let last = row.last else { return Entry(fields: fields) }
      return Entry(
        fields: Array(fields.dropLast()), count: Int64.fromDatabaseValue(last.value))
    }
    return RejectedRows(
      constraint: query.constraint, table: query.table, entries: entries, more: more,
      isComplete: rows.count + more < countLimit, query: query.sql + ";")
  }
}
