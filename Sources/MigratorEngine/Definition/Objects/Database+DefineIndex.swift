public import MigratorSQLite

extension Database {
  /// Creates an index on columns.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - table: The table.
  ///   - columns: The names of the columns.
  ///   - options: The options.
  ///   - condition: Which rows are in the index; by default all.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func create(
    index name: String, on table: String, columns: [String], options: IndexOptions = [],
    condition: (any SQLExpressible)? = nil
  ) throws {
    try create(
      index: name, on: table, expressions: columns.map { Column($0) }, options: options,
      condition: condition)
  }

  /// Creates an index on columns, with options as Boolean parameters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - table: The table.
  ///   - columns: The names of the columns.
  ///   - unique: `true` to reject two rows with the same key.
  ///   - ifNotExists: `true` to do nothing if the index exists.
  ///   - condition: Which rows are in the index; by default all.
  /// - Throws: `DatabaseError`.
  @_disfavoredOverload
  public func create(
    index name: String, on table: String, columns: [String], unique: Bool = false,
    ifNotExists: Bool = false, condition: (any SQLExpressible)? = nil
  ) throws {
    var options: IndexOptions = []
    if unique { options.insert(.unique) }
    if ifNotExists { options.insert(.ifNotExists) }
    try create(index: name, on: table, columns: columns, options: options, condition: condition)
  }

  /// Creates an index on expressions.
  ///
  /// ```swift
  /// try db.create(
  ///   index: "player_on_name", on: "player", expressions: [Column("name").collating(.nocase)])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - table: The table.
  ///   - expressions: The expressions.
  ///   - options: The options.
  ///   - condition: Which rows are in the index; by default all.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func create(
    index name: String, on table: String, expressions: [any SQLExpressible],
    options: IndexOptions = [], condition: (any SQLExpressible)? = nil
  ) throws {
    let index = IndexDefinition(
      name: name, table: table, expressions: expressions.map(\.sqlExpression), options: options,
      condition: condition?.sqlExpression)
    try execute(sql: index.sql)
  }

  /// Creates an index named `index_<table>_on_<column>_<column>`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: The names of the columns.
  ///   - options: The options.
  ///   - condition: Which rows are in the index; by default all.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func create(
    indexOn table: String, columns: [String], options: IndexOptions = [],
    condition: (any SQLExpressible)? = nil
  ) throws {
    try create(
      index: IndexDefinition.defaultName(on: table, columns: columns), on: table,
      columns: columns, options: options, condition: condition)
  }

  /// Drops an index.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: `.ifExists` to do nothing if the index does not exist.
  /// - Throws: `DatabaseError`.
  public func drop(index name: String, options: DropOptions = []) throws {
    try execute(sql: "DROP INDEX \(options.clause)\(name.quotedDatabaseIdentifier)")
  }

  /// Drops the index on exactly the given columns, whatever its name.
  ///
  /// Does nothing unless exactly one index matches.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: The names of the columns; case does not matter.
  /// - Throws: `DatabaseError` `no such table`.
  public func drop(indexOn table: String, columns: [String]) throws {
    let wanted = columns.map(SQLName.init(_:))
    let names = try indexes(on: table)
      .filter { $0.columns.map(SQLName.init(_:)) == wanted }.map(\.name)
    if let name = names.first, names.count == 1 { try drop(index: name) }
  }

  /// Rebuilds all indexes that use a collation, after a change of its rules.
  ///
  /// - Parameter collation: The collation.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func reindex(collation: Database.CollationName) throws {
    try execute(sql: "REINDEX \(collation.sql)")
  }

  /// Rebuilds all indexes that use a collation, after a change of its rules.
  ///
  /// - Parameter collation: The collation.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func reindex(collation: DatabaseCollation) throws {
    try reindex(collation: Database.CollationName(rawValue: collation.name))
  }
}
