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

  /// Creates a virtual table, with options as Boolean parameters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: `true` to do nothing if the table exists.
  ///   - module: The module with its arguments, as SQL.
  /// - Throws: `DatabaseError`.
  @_disfavoredOverload
  public func create(
    virtualTable name: String, ifNotExists: Bool = false, using module: String
  ) throws {
    try create(virtualTable: name, options: ifNotExists ? .ifNotExists : [], using: module)
  }

  /// Creates a virtual table whose module has its own definition type.
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
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`. In that case,
  ///   nothing is created.
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

  /// Creates a virtual table whose module has its own definition type, with options as Boolean
  /// parameters.
  ///
  /// - Parameters:
  ///   - tableName: The name.
  ///   - ifNotExists: `true` to do nothing if the table exists.
  ///   - module: The module.
  ///   - body: Defines the table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`. In that case,
  ///   nothing is created.
  @_disfavoredOverload
  public func create<Module: VirtualTableModule>(
    virtualTable tableName: String, ifNotExists: Bool = false, using module: Module,
    _ body: ((Module.TableDefinition) throws -> Void)? = nil
  ) throws {
    try create(
      virtualTable: tableName, options: ifNotExists ? .ifNotExists : [], using: module, body)
  }
}

/// A virtual table module with its own definition type.
public protocol VirtualTableModule {
  /// The value that the defining closure receives.
  associatedtype TableDefinition

  /// The name of the module in SQL.
  var moduleName: String { get }

  /// Returns an empty definition.
  ///
  /// - Parameter configuration: The name and options of the table.
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

/// The name and options of a virtual table that is being defined.
public struct VirtualTableConfiguration: Sendable {
  let tableName: String
  let options: VirtualTableOptions
}
