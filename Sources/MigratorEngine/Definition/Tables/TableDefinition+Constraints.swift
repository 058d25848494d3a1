public import MigratorSQLite

extension TableDefinition {
  /// Adds an integer primary key whose values are never used again.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - conflictResolution: What SQLite does with a second row of the same key.
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
  ///   - type: The type. Anything but `.integer` makes the column NOT NULL, which SQLite would not
  ///     do by itself.
  ///   - conflictResolution: What SQLite does with a second row of the same key.
  /// - Returns: The column, to be defined further.
  @discardableResult
  public func primaryKey(
    _ name: String, _ type: Database.ColumnType,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) -> ColumnDefinition {
    let column = column(name, type).primaryKey(onConflict: conflictResolution)
    return type == .integer ? column : column.notNull()
  }

  /// Adds the primary key, made of columns that are added elsewhere.
  ///
  /// SQLite lets NULL into such columns unless they are NOT NULL; `primaryKey { … }` sees to that.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - conflictResolution: What SQLite does with a second row of the same key.
  public func primaryKey(
    _ columns: [String], onConflict conflictResolution: Database.ConflictResolution? = nil
  ) {
    definePrimaryKey(Key(parts: columns.map { .name($0) }, conflict: conflictResolution))
  }

  /// Refuses two rows with the same values in some columns.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - conflictResolution: What SQLite does with the second row.
  public func uniqueKey(
    _ columns: [String], onConflict conflictResolution: Database.ConflictResolution? = nil
  ) {
    uniqueKeys.append(Key(parts: columns.map { .name($0) }, conflict: conflictResolution))
  }

  /// Adds a foreign key made of columns that are added elsewhere.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - table: The table referred to, which must exist or be the one that is being defined.
  ///   - destinationColumns: The columns referred to; by default its primary key.
  ///   - deleteAction: What happens when the other row is deleted.
  ///   - updateAction: What happens when the other row changes its key.
  ///   - isDeferred: Whether the key may be violated until the transaction ends.
  public func foreignKey(
    _ columns: [String], references table: String, columns destinationColumns: [String]? = nil,
    onDelete deleteAction: Database.ForeignKeyAction? = nil,
    onUpdate updateAction: Database.ForeignKeyAction? = nil, deferred isDeferred: Bool = false
  ) {
    components.append(
      .foreignKey(
        ForeignKeyConstraint(
          columns: columns,
          reference: ColumnReference(
            table: table, columns: destinationColumns,
            clauses: ForeignKeyClauses(
              onDelete: deleteAction, onUpdate: updateAction, isDeferred: isDeferred)))))
  }

  /// Refuses rows for which a condition is false.
  ///
  /// - Parameter condition: The condition.
  public func check(_ condition: some SQLSpecificExpressible) {
    checks.append(condition.sqlExpression)
  }

  /// Refuses rows for which a value is false, which is hardly what is meant.
  ///
  /// - Parameter condition: The value: `check("a < b")` compares nothing and refuses all rows.
  @available(*, deprecated, message: "A text is a value here. Use check(sql:) instead.")
  public func check(_ condition: some SQLExpressible) {
    checks.append(condition.sqlExpression)
  }

  /// Refuses rows for which a condition is false.
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
