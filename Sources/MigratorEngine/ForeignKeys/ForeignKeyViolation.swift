public import MigratorSQLite

/// A row whose foreign key has no parent, as `PRAGMA foreign_key_check` reports it.
///
/// The messages are identical to those of GRDB.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The child table, which has the `REFERENCES` clause.
  public let originTable: String
  /// The rowid of the child row, or `nil` in a `WITHOUT ROWID` table.
  public let originRowID: Int64?
  /// The parent table.
  public let destinationTable: String
  /// The id of the foreign key in `PRAGMA foreign_key_list`.
  public let foreignKeyId: Int
  /// The schema of the child table: `main`, `temp` or an attached database.
  let schemaName: String
}

extension ForeignKeyViolation {
  /// Creates a violation.
  ///
  /// - Parameters:
  ///   - originTable: The child table, which has the `REFERENCES` clause.
  ///   - originRowID: The rowid of the child row, or `nil` in a `WITHOUT ROWID` table.
  ///   - destinationTable: The parent table.
  ///   - foreignKeyId: The id of the foreign key in `PRAGMA foreign_key_list`.
  public init(
    originTable: String, originRowID: Int64?, destinationTable: String, foreignKeyId: Int
  ) {
    self.init(
      originTable: originTable, originRowID: originRowID, destinationTable: destinationTable,
      foreignKeyId: foreignKeyId, schemaName: "main")
  }

  /// Decodes a row of `PRAGMA foreign_key_check`: table, rowid, parent, fkid.
  init(row: Row, schemaName: String) throws {
    self.init(
      originTable: try row.decode(atIndex: 0), originRowID: try row.decode(Int64?.self, atIndex: 1),
      destinationTable: try row.decode(atIndex: 2), foreignKeyId: try row.decode(atIndex: 3),
      schemaName: schemaName)
  }
}

extension ForeignKeyViolation: CustomStringConvertible {
  /// The plain description: `FOREIGN KEY constraint violation - from player to team, in rowid 1`.
  public var description: String {
    let text = "FOREIGN KEY constraint violation - from \(originTable) to \(destinationTable)"
    return originRowID.map { "\(text), in rowid \($0)" } ?? text
  }
}

extension ForeignKeyViolation {
  /// Returns the detailed description, with the columns and the row.
  ///
  /// `FOREIGN KEY constraint violation - from player(teamId) to team(id), in [id:1 teamId:2
  /// name:"O'Brien" score:1000]`. For a `WITHOUT ROWID` table, the row is omitted.
  ///
  /// - Parameter db: A connection to the database with the violation.
  /// - Returns: The description.
  /// - Throws: `DatabaseError`, for example if the parent table does not exist and the foreign key
  ///   does not name the columns it refers to.
  public func failureDescription(_ db: Database) throws -> String {
    let catalog = ForeignKeyCatalog(db, schema: schemaName)
    let row = try originRowID.flatMap { rowID in
      try catalog.table(originTable).fetchRow(.rowID(rowID), in: db)
    }
    let key = try catalog.foreignKeys(of: originTable).first { $0.id == foreignKeyId }
    return try describe(key: key, row: row?.description)
  }

  /// Builds the detailed description; `row` is the formatted row.
  func describe(key: ForeignKeyInfo?, row: String?) throws -> String {
    var text =
      try key.map(relation)
      ?? "FOREIGN KEY constraint violation - from \(originTable) to \(destinationTable)"
    if let row {
      text += ", in \(row)"
    } else if let originRowID {
      text += ", in rowid \(originRowID)"
    }
    return text
  }

  /// The beginning of the detailed description, which is the same for all rows.
  ///
  /// Throws if the parent table does not exist and the foreign key does not name its columns.
  func relation(of key: ForeignKeyInfo) throws -> String {
    if key.destinationColumns.isEmpty {
      throw DatabaseError(
        resultCode: .SQLITE_ERROR, message: "no such table: \(destinationTable)")
    }
    return "FOREIGN KEY constraint violation - from \(originTable)"
      + "(\(key.originColumns.joined(separator: ", "))) to \(destinationTable)"
      + "(\(key.destinationColumns.joined(separator: ", ")))"
  }

  /// Returns the violation as an error: SQLITE_CONSTRAINT_FOREIGNKEY with a description.
  ///
  /// The description is the detailed one, or the plain one if that fails.
  ///
  /// - Parameter db: A connection to the database with the violation.
  /// - Returns: The error.
  public func databaseError(_ db: Database) -> DatabaseError {
    // Prefer the plain description to an error about describing an error.
    let message = (try? failureDescription(db)) ?? description
    return DatabaseError(resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: message)
  }
}
