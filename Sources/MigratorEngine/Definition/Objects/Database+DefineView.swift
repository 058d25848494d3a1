public import MigratorSQLite

extension Database {
  /// Creates a view.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: The options.
  ///   - columns: The names of the columns; by default those of the statement.
  ///   - request: The SELECT statement.
  /// - Throws: `DatabaseError`.
  public func create<T>(
    view name: String, options: ViewOptions = [], columns: [String]? = nil,
    as request: SQLRequest<T>
  ) throws {
    try create(view: name, options: options, columns: columns, asLiteral: request.literal)
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: The options.
  ///   - columns: The names of the columns; by default those of the statement.
  ///   - sqlLiteral: The SELECT statement.
  /// - Throws: `DatabaseError`.
  public func create(
    view name: String, options: ViewOptions = [], columns: [String]? = nil,
    asLiteral sqlLiteral: SQL
  ) throws {
    var sql = "CREATE "
    if options.contains(.temporary) { sql += "TEMPORARY " }
    sql += "VIEW "
    if options.contains(.ifNotExists) { sql += "IF NOT EXISTS " }
    sql += name.quotedDatabaseIdentifier
    if let columns { sql += " (\(columns.identifierList))" }
    try execute(sql: "\(sql) AS \(sqlLiteral.literalText)")
  }

  /// Drops a view.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: `.ifExists` to do nothing if the view does not exist.
  /// - Throws: `DatabaseError`.
  public func drop(view name: String, options: DropOptions = []) throws {
    try execute(sql: "DROP VIEW \(options.clause)\(name.quotedDatabaseIdentifier)")
  }
}
