public import MigratorSQLite

/// A row whose foreign key finds no parent, as `PRAGMA foreign_key_check` reports it.
///
/// Messages are those of GRDB, to the byte.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The table with the `REFERENCES` clause.
  public let originTable: String
  /// The rowid of the row, or `nil` when the origin is a `WITHOUT ROWID` table.
  public let originRowID: Int64?
  /// The table referred to.
  public let destinationTable: String
  /// The id of the foreign key in `PRAGMA foreign_key_list`.
  public let foreignKeyId: Int
  /// The schema of the origin: `main`, `temp` or an attached database.
  let schemaName: String
}

extension ForeignKeyViolation {
  /// Creates a violation.
  ///
  /// - Parameters:
  ///   - originTable: The table with the `REFERENCES` clause.
  ///   - originRowID: The rowid of the row, or `nil` when the table has none.
  ///   - destinationTable: The table referred to.
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
  /// Returns the rich description, with the columns and the row.
  ///
  /// `FOREIGN KEY constraint violation - from player(teamId) to team(id), in [id:1 teamId:2
  /// name:"O'Brien" score:1000]`. Without the row for a `WITHOUT ROWID` table.
  ///
  /// - Parameter db: A connection to the database with the violation.
  /// - Returns: The description.
  /// - Throws: `DatabaseError`; among them that the destination does not exist, when the foreign
  ///   key does not name the columns it refers to.
  public func failureDescription(_ db: Database) throws -> String {
    let catalog = ForeignKeyCatalog(db, schema: schemaName)
    let row = try originRowID.flatMap { rowID in
      try catalog.table(originTable).fetchRow(.rowID(rowID), in: db)
    }
    let key = try catalog.foreignKeys(of: originTable).first { $0.id == foreignKeyId }
    return try describe(key: key, row: row?.description)
  }

  /// Builds the rich description of its parts; the row is in words.
  func describe(key: ForeignKeyDescription?, row: String?) throws -> String {
    var text = "FOREIGN KEY constraint violation - from \(originTable)"
    if let key {
      if key.destinationColumns.isEmpty {
        throw DatabaseError(
          resultCode: .SQLITE_ERROR, message: "no such table: \(destinationTable)")
      }
      text += "(\(key.originColumns.joined(separator: ", ")))"
      text += " to \(destinationTable)(\(key.destinationColumns.joined(separator: ", ")))"
    } else {
      text += " to \(destinationTable)"
    }
    if let row {
      text += ", in \(row)"
    } else if let originRowID {
      text += ", in rowid \(originRowID)"
    }
    return text
  }

  /// Returns the violation as an error: SQLITE_CONSTRAINT_FOREIGNKEY with the rich description, or
  /// the plain one where that fails.
  ///
  /// - Parameter db: A connection to the database with the violation.
  /// - Returns: The error.
  public func databaseError(_ db: Database) -> DatabaseError {
    // The plain description is the better answer than an error while describing an error.
    let message = (try? failureDescription(db)) ?? description
    return DatabaseError(resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: message)
  }
}
