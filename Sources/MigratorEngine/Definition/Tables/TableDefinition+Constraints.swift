public import MigratorSQLite

extension TableDefinition {
  /// Adds an integer primary key whose values are never reused.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - conflictResolution: The action for a second row with the same key.
  /// - Returns: The column, to be defined further.
  @discardableResult
  public func autoIncrementedPrimaryKey(
    _ name: String, onConflict conflictResolution: Database.ConflictResolution? = nil
  ) -> ColumnDefinition {
    column(name, .integer).primaryKey(onConflict: conflictResolution, autoincrement: true)
  }

  /// Adds a primary key of one column.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type. Any type other than `.integer` makes the column NOT NULL, which SQLite
  ///     does not do by itself.
  ///   - conflictResolution: The action for a second row with the same key.
  /// - Returns: The column, to be defined further.
  @discardableResult
  public func primaryKey(
    _ name: String, _ type: Database.ColumnType,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) -> ColumnDefinition {
    let column = column(name, type).primaryKey(onConflict: conflictResolution)
    return type == .integer ? column : column.notNull()
  }

  /// Adds a primary key on columns that are added elsewhere.
  ///
  /// SQLite allows NULL in such columns unless they are NOT NULL. `primaryKey { … }` makes them NOT
  /// NULL.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - conflictResolution: The action for a second row with the same key.
  public func primaryKey(
    _ columns: [String], onConflict conflictResolution: Database.ConflictResolution? = nil
  ) {
    definePrimaryKey(Key(parts: columns.map { .name($0) }, conflict: conflictResolution))
  }

  /// Rejects two rows with the same values in the given columns.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - conflictResolution: The action for the second row.
  public func uniqueKey(
    _ columns: [String], onConflict conflictResolution: Database.ConflictResolution? = nil
  ) {
    uniqueKeys.append(Key(parts: columns.map { .name($0) }, conflict: conflictResolution))
  }

  /// Adds a foreign key on columns that are added elsewhere.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - table: The parent table, which must exist or be the one that is being defined.
  ///   - destinationColumns: The parent columns; by default the primary key.
  ///   - deleteAction: The action when the parent row is deleted.
  ///   - updateAction: The action when the parent key changes.
  ///   - isDeferred: `true` to allow violations until the transaction ends.
  public func foreignKey(
    _ columns: [String], references table: String, columns destinationColumns: [String]? = nil,
    onDelete deleteAction: Database.ForeignKeyAction? = nil,
    onUpdate updateAction: Database.ForeignKeyAction? = nil, deferred isDeferred: Bool = false
  ) {
    components.append(
      .foreignKey(
        ForeignKeyConstraint(
          columns: columns,
          clause: ForeignKeyClause(
            table: table, columns: destinationColumns, onDelete: deleteAction,
            onUpdate: updateAction, isDeferred: isDeferred))))
  }

  /// Rejects rows for which a condition is false.
  ///
  /// - Parameter condition: The condition.
  public func check(_ condition: some SQLSpecificExpressible) {
    checks.append(condition.sqlExpression)
  }

  /// Rejects rows for which a value is false; such a check is rarely intended.
  ///
  /// - Parameter condition: The value. `check("a < b")` compares nothing and rejects all rows.
  @available(*, deprecated, message: "The string is a value, not SQL. Use check(sql:) instead.")
  public func check(_ condition: some SQLExpressible) {
    checks.append(condition.sqlExpression)
  }

  /// Rejects rows for which a condition is false.
  ///
  /// - Parameter sql: The condition.
  public func check(sql: String) {
    checks.append(SQL(sql: sql).sqlExpression)
  }

  /// Adds a constraint written in SQL.
  ///
  /// - Parameter sql: The constraint.
  public func constraint(sql: String) {
    constraints.append(SQL(sql: sql))
  }

  /// Adds a constraint written in SQL with interpolated values.
  ///
  /// - Parameter literal: The constraint.
  public func constraint(literal: SQL) {
    constraints.append(literal)
  }
}
