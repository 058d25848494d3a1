public import MigratorSQLite

/// A column that is being defined.
///
/// ```swift
/// t.column("score", .integer).notNull().defaults(to: 0)
/// ```
public final class ColumnDefinition {
  /// How a generated column gets its value.
  public enum GeneratedColumnQualification: Sendable, Hashable {
    /// Calculated when it is read.
    case virtual
    /// Calculated when the row is written.
    case stored
  }

  /// Whether there is an index, and which.
  enum Indexing {
    case index
    case unique(Database.ConflictResolution)
  }

  let name: String
  let type: Database.ColumnType?
  var primaryKey: (conflict: Database.ConflictResolution?, autoincrement: Bool)?
  var notNullConflict: Database.ConflictResolution?
  var indexing: Indexing?
  var checks: [SQLExpression] = []
  var defaultValue: SQLExpression?
  var collation: Database.CollationName?
  var references: [ColumnReference] = []
  var generated: (expression: SQLExpression, qualification: GeneratedColumnQualification)?

  init(name: String, type: Database.ColumnType?) {
    self.name = name
    self.type = type
  }

  /// Makes the column the primary key.
  ///
  /// - Parameters:
  ///   - conflictResolution: What SQLite does with a second row of the same key.
  ///   - autoincrement: Whether keys of deleted rows are never used again.
  /// - Returns: The column.
  @discardableResult
  public func primaryKey(
    onConflict conflictResolution: Database.ConflictResolution? = nil, autoincrement: Bool = false
  ) -> Self {
    primaryKey = (conflictResolution, autoincrement)
    return self
  }

  /// Refuses NULL.
  ///
  /// - Parameter conflictResolution: What SQLite does with a NULL.
  /// - Returns: The column.
  @discardableResult
  public func notNull(onConflict conflictResolution: Database.ConflictResolution? = nil) -> Self {
    notNullConflict = conflictResolution ?? .abort
    return self
  }

  /// Refuses two rows with the same value.
  ///
  /// - Parameter conflictResolution: What SQLite does with the second row.
  /// - Returns: The column.
  @discardableResult
  public func unique(onConflict conflictResolution: Database.ConflictResolution? = nil) -> Self {
    indexing = .unique(conflictResolution ?? .abort)
    return self
  }

  /// Adds an index called `<table>_on_<column>`, unless the column is unique.
  ///
  /// - Returns: The column.
  @discardableResult
  public func indexed() -> Self {
    if indexing == nil { indexing = .index }
    return self
  }

  /// Refuses values for which a condition is false.
  ///
  /// - Parameter condition: Makes the condition from the column.
  /// - Returns: The column.
  @discardableResult
  public func check(_ condition: (Column) -> any SQLExpressible) -> Self {
    checks.append(condition(Column(name)).sqlExpression)
    return self
  }

  /// Refuses values for which a condition is false.
  ///
  /// - Parameter sql: The condition.
  /// - Returns: The column.
  @discardableResult
  public func check(sql: String) -> Self {
    checks.append(SQL(sql: sql).sqlExpression)
    return self
  }

  /// Gives the column a value for rows that name none.
  ///
  /// - Parameter value: The value.
  /// - Returns: The column.
  @discardableResult
  public func defaults(to value: some DatabaseValueConvertible) -> Self {
    defaultValue = SQLExpression(.value(value.databaseValue))
    return self
  }

  /// Gives the column a value for rows that name none.
  ///
  /// - Parameter sql: A literal, `CURRENT_TIMESTAMP` and so on, or an expression in parentheses.
  /// - Returns: The column.
  @discardableResult
  public func defaults(sql: String) -> Self {
    defaultValue = SQL(sql: sql).sqlExpression
    return self
  }

  /// Compares texts of the column by a collation.
  ///
  /// - Parameter collation: The collation.
  /// - Returns: The column.
  @discardableResult
  public func collate(_ collation: Database.CollationName) -> Self {
    self.collation = collation
    return self
  }

  /// Compares texts of the column by a collation.
  ///
  /// - Parameter collation: The collation, which connections that use the column must have.
  /// - Returns: The column.
  @discardableResult
  public func collate(_ collation: DatabaseCollation) -> Self {
    collate(Database.CollationName(rawValue: collation.name))
  }

  /// Calculates the column from others.
  ///
  /// - Parameters:
  ///   - sql: The expression.
  ///   - qualification: When it is calculated.
  /// - Returns: The column.
  @discardableResult
  public func generatedAs(
    sql: String, _ qualification: GeneratedColumnQualification = .virtual
  ) -> Self {
    generated = (SQL(sql: sql).sqlExpression, qualification)
    return self
  }

  /// Calculates the column from others.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - qualification: When it is calculated.
  /// - Returns: The column.
  @discardableResult
  public func generatedAs(
    _ expression: some SQLExpressible, _ qualification: GeneratedColumnQualification = .virtual
  ) -> Self {
    generated = (expression.sqlExpression, qualification)
    return self
  }

  /// Makes the column a foreign key.
  ///
  /// - Parameters:
  ///   - table: The table referred to, which must exist or be the one that is being defined.
  ///   - column: The column referred to; by default its primary key.
  ///   - deleteAction: What happens when the other row is deleted.
  ///   - updateAction: What happens when the other row changes its key.
  ///   - isDeferred: Whether the key may be violated until the transaction ends.
  /// - Returns: The column.
  @discardableResult
  public func references(
    _ table: String, column: String? = nil,
    onDelete deleteAction: Database.ForeignKeyAction? = nil,
    onUpdate updateAction: Database.ForeignKeyAction? = nil, deferred isDeferred: Bool = false
  ) -> Self {
    references.append(
      ColumnReference(
        table: table, columns: column.map { [$0] },
        clauses: ForeignKeyClauses(
          onDelete: deleteAction, onUpdate: updateAction, isDeferred: isDeferred)))
    return self
  }
}

// A definition belongs to the closure that it is given to.
@available(*, unavailable)
extension ColumnDefinition: Sendable {}
