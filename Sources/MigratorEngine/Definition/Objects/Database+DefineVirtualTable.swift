public import MigratorSQLite

extension Database {
  /// Creates a virtual table.
  ///
  /// ```swift
  /// try db.create(virtualTable: "place", using: "rtree(id, minX, maxX, minY, maxY)")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: The options.
  ///   - module: The module with its arguments, as SQL.
  /// - Throws: `DatabaseError`.
  public func create(
    virtualTable name: String, options: VirtualTableOptions = [], using module: String
  ) throws {
    var sql = "CREATE VIRTUAL TABLE "
    if options.contains(.ifNotExists) { sql += "IF NOT EXISTS " }
    if options.contains(.temporary) { sql += "temp." }
    try execute(sql: "\(sql)\(name.quotedDatabaseIdentifier) USING \(module)")
  }

  /// Creates a virtual table, with options as they were once given.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether nothing happens when the table exists.
  ///   - module: The module with its arguments, as SQL.
  /// - Throws: `DatabaseError`.
  @_disfavoredOverload
  public func create(
    virtualTable name: String, ifNotExists: Bool = false, using module: String
  ) throws {
    try create(virtualTable: name, options: ifNotExists ? .ifNotExists : [], using: module)
  }

  /// Creates a virtual table whose module has a definition of its own.
  ///
  /// ```swift
  /// try db.create(virtualTable: "document_ft", using: FTS5()) { t in
  ///   t.synchronize(withTable: "document")
  ///   t.column("content")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tableName: The name.
  ///   - options: The options.
  ///   - module: The module.
  ///   - body: Defines the table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`; nothing is
  ///   created then.
  public func create<Module: VirtualTableModule>(
    virtualTable tableName: String, options: VirtualTableOptions = [], using module: Module,
    _ body: ((Module.TableDefinition) throws -> Void)? = nil
  ) throws {
    let definition = module.makeTableDefinition(
      configuration: VirtualTableConfiguration(tableName: tableName, options: options))
    try body?(definition)
    let arguments = try module.moduleArguments(for: definition, in: self)
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    try inSavepoint {
      try create(virtualTable: tableName, options: options, using: module.moduleName + list)
      try module.database(self, didCreate: tableName, using: definition)
      return .commit
    }
  }

  /// Creates a virtual table whose module has a definition of its own, with options as they were
  /// once given.
  ///
  /// - Parameters:
  ///   - tableName: The name.
  ///   - ifNotExists: Whether nothing happens when the table exists.
  ///   - module: The module.
  ///   - body: Defines the table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`; nothing is
  ///   created then.
  @_disfavoredOverload
  public func create<Module: VirtualTableModule>(
    virtualTable tableName: String, ifNotExists: Bool = false, using module: Module,
    _ body: ((Module.TableDefinition) throws -> Void)? = nil
  ) throws {
    try create(
      virtualTable: tableName, options: ifNotExists ? .ifNotExists : [], using: module, body)
  }
}

/// A module of virtual tables with a definition of its own.
public protocol VirtualTableModule {
  /// What the closure that defines a table is given.
  associatedtype TableDefinition

  /// The name of the module in SQL.
  var moduleName: String { get }

  /// Returns an empty definition.
  ///
  /// - Parameter configuration: What is known before the closure runs.
  /// - Returns: The definition.
  func makeTableDefinition(configuration: VirtualTableConfiguration) -> TableDefinition

  /// Returns the arguments of the module.
  ///
  /// - Parameters:
  ///   - definition: The finished definition.
  ///   - db: The connection.
  /// - Returns: The arguments, as SQL.
  /// - Throws: `SchemaDefinitionError`, or `DatabaseError`.
  func moduleArguments(for definition: TableDefinition, in db: Database) throws -> [String]

  /// Completes a table that was just created.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - tableName: The name.
  ///   - definition: The finished definition.
  /// - Throws: `DatabaseError`.
  func database(
    _ db: Database, didCreate tableName: String, using definition: TableDefinition) throws
}

/// What is known of a virtual table before it is defined.
public struct VirtualTableConfiguration: Sendable {
  let tableName: String
  let options: VirtualTableOptions
}
