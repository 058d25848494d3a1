public import MigratorSQLite

/// A column that is being defined.
///
/// ```swift
/// t.column("score", .integer).notNull().defaults(to: 0)
/// ```
public final class ColumnDefinition {
  /// When a generated column is computed.
  public enum GeneratedColumnQualification: Sendable, Hashable {
    /// Computed when it is read.
    case virtual
    /// Computed when the row is written.
    case stored
  }

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
  var references: [ForeignKeyClause] = []
  var generated: (expression: SQLExpression, qualification: GeneratedColumnQualification)?

  init(name: String, type: Database.ColumnType?) {
    self.name = name
    self.type = type
  }

  /// Makes the column the primary key.
  ///
  /// - Parameters:
  ///   - conflictResolution: The action for a second row with the same key.
  ///   - autoincrement: `true` to never reuse the keys of deleted rows.
  /// - Returns: The column.
  @discardableResult
  public func primaryKey(
    onConflict conflictResolution: Database.ConflictResolution? = nil, autoincrement: Bool = false
  ) -> Self {
    primaryKey = (conflictResolution, autoincrement)
    return self
  }

  /// Rejects NULL.
  ///
  /// - Parameter conflictResolution: The action for a NULL.
  /// - Returns: The column.
  @discardableResult
  public func notNull(onConflict conflictResolution: Database.ConflictResolution? = nil) -> Self {
    notNullConflict = conflictResolution ?? .abort
    return self
  }

  /// Rejects two rows with the same value.
  ///
  /// - Parameter conflictResolution: The action for the second row.
  /// - Returns: The column.
  @discardableResult
  public func unique(onConflict conflictResolution: Database.ConflictResolution? = nil) -> Self {
    indexing = .unique(conflictResolution ?? .abort)
    return self
  }

  /// Adds an index named `<table>_on_<column>`, unless the column is unique.
  ///
  /// - Returns: The column.
  @discardableResult
  public func indexed() -> Self {
    if indexing == nil { indexing = .index }
    return self
  }

  /// Rejects values for which a condition is false.
  ///
  /// - Parameter condition: Builds the condition from the column.
  /// - Returns: The column.
  @discardableResult
  public func check(_ condition: (Column) -> any SQLExpressible) -> Self {
    checks.append(condition(Column(name)).sqlExpression)
    return self
  }

  /// Rejects values for which a condition is false.
  ///
  /// - Parameter sql: The condition.
  /// - Returns: The column.
  @discardableResult
  public func check(sql: String) -> Self {
    checks.append(SQL(sql: sql).sqlExpression)
    return self
  }

  /// Sets the default value of the column.
  ///
  /// - Parameter value: The value.
  /// - Returns: The column.
  @discardableResult
  public func defaults(to value: some DatabaseValueConvertible) -> Self {
    defaultValue = SQLExpression(.value(value.databaseValue))
    return self
  }

  /// Sets the default value of the column.
  ///
  /// - Parameter sql: A literal, `CURRENT_TIMESTAMP` and so on, or an expression in parentheses.
  /// - Returns: The column.
  @discardableResult
  public func defaults(sql: String) -> Self {
    defaultValue = SQL(sql: sql).sqlExpression
    return self
  }

  /// Compares text in the column with a collation.
  ///
  /// - Parameter collation: The collation.
  /// - Returns: The column.
  @discardableResult
  public func collate(_ collation: Database.CollationName) -> Self {
    self.collation = collation
    return self
  }

  /// Compares text in the column with a collation.
  ///
  /// - Parameter collation: The collation, which every connection that uses the column must define.
  /// - Returns: The column.
  @discardableResult
  public func collate(_ collation: DatabaseCollation) -> Self {
    collate(Database.CollationName(rawValue: collation.name))
  }

  /// Computes the column from other columns.
  ///
  /// - Parameters:
  ///   - sql: The expression.
  ///   - qualification: When the column is computed.
  /// - Returns: The column.
  @discardableResult
  public func generatedAs(
    sql: String, _ qualification: GeneratedColumnQualification = .virtual
  ) -> Self {
    generated = (SQL(sql: sql).sqlExpression, qualification)
    return self
  }

  /// Computes the column from other columns.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - qualification: When the column is computed.
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
  ///   - table: The parent table, which must exist or be the one that is being defined.
  ///   - column: The parent column; by default the primary key.
  ///   - deleteAction: The action when the parent row is deleted.
  ///   - updateAction: The action when the parent key changes.
  ///   - isDeferred: `true` to allow violations until the transaction ends.
  /// - Returns: The column.
  @discardableResult
  public func references(
    _ table: String, column: String? = nil,
    onDelete deleteAction: Database.ForeignKeyAction? = nil,
    onUpdate updateAction: Database.ForeignKeyAction? = nil, deferred isDeferred: Bool = false
  ) -> Self {
    references.append(
      ForeignKeyClause(
        table: table, columns: column.map { [$0] }, onDelete: deleteAction, onUpdate: updateAction,
        isDeferred: isDeferred))
    return self
  }
}

// A definition is valid only in the closure that receives it.
@available(*, unavailable)
extension ColumnDefinition: Sendable {}
