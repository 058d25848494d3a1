public import MigratorSQLite

/// The module of full-text search, version 4.
///
/// Source: <https://www.sqlite.org/fts3.html>.
public struct FTS4: VirtualTableModule, Sendable {
  /// Creates the module.
  public init() {}

  /// `fts4`.
  public var moduleName: String { "fts4" }

  /// Returns an empty definition.
  public func makeTableDefinition(
    configuration: VirtualTableConfiguration
  ) -> FTS4TableDefinition {
    FTS4TableDefinition(configuration: configuration)
  }

  /// Returns columns and options as SQL.
  public func moduleArguments(
    for definition: FTS4TableDefinition, in db: Database
  ) throws -> [String] {
    var arguments: [String] = []
    for column in definition.columns {
      let name = column.name.bareOrQuotedIdentifier
      if column.isLanguageID {
        arguments.append("languageid=\(column.name.quotedDatabaseIdentifier)")
      } else {
        arguments.append(name)
        if !column.isIndexed { arguments.append("notindexed=\(name)") }
      }
    }
    if let tokenizer = definition.tokenizer { arguments.append(tokenizer.argument) }
    let options = [
      ("content", definition.content), ("compress", definition.compress),
      ("uncompress", definition.uncompress), ("matchinfo", definition.matchinfo),
      ("prefix", definition.prefixes?.sorted().map(String.init).joined(separator: ",")),
    ]
    for (name, value) in options {
      if let value { arguments.append("\(name)=\(value.quotedDatabaseIdentifier)") }
    }
    return arguments
  }

  /// Makes the triggers that keep the table in step with its content, and fills it.
  public func database(
    _ db: Database, didCreate tableName: String, using definition: FTS4TableDefinition
  ) throws {
    guard definition.isSynchronized, let content = definition.content else { return }
    let synchronization = try FullTextSynchronization(
      db, definition.configuration, content: content, rowIDName: "docid",
      columns: definition.columns.map(\.name))
    let table = tableName.quotedDatabaseIdentifier
    let lists = synchronization.lists
    let delete = "DELETE FROM \(table) WHERE docid=\(synchronization.oldRowID);"
    let insert = "INSERT INTO \(table)(\(lists.columns)) VALUES(\(lists.new));"
    try synchronization.addTrigger("bu", "BEFORE UPDATE", [delete])
    try synchronization.addTrigger("bd", "BEFORE DELETE", [delete])
    try synchronization.addTrigger("au", "AFTER UPDATE", [insert])
    try synchronization.addTrigger("ai", "AFTER INSERT", [insert])
    try synchronization.rebuild()
  }
}

/// A full-text table that is being defined.
public final class FTS4TableDefinition {
  /// How texts are cut into words; `nil` for SQLite's default.
  public var tokenizer: FTS3TokenizerDescriptor?
  /// The table that holds the texts, `""` for none; `nil` for the full-text table itself.
  public var content: String? {
    didSet { isSynchronized = false }
  }
  /// The SQL function that compresses texts.
  public var compress: String?
  /// The SQL function that undoes ``compress``.
  public var uncompress: String?
  /// `fts3` to store less, without `matchinfo()`'s lengths.
  public var matchinfo: String?
  /// The lengths of prefixes that have an index of their own.
  public var prefixes: Set<Int>?

  let configuration: VirtualTableConfiguration
  private(set) var columns: [FTS4ColumnDefinition] = []
  private(set) var isSynchronized = false

  init(configuration: VirtualTableConfiguration) {
    self.configuration = configuration
  }

  /// Adds a column.
  ///
  /// - Parameter name: The name.
  /// - Returns: The column, to be defined further.
  @discardableResult
  public func column(_ name: String) -> FTS4ColumnDefinition {
    let column = FTS4ColumnDefinition(name: name)
    columns.append(column)
    return column
  }

  /// Takes the texts from another table, and follows its changes.
  ///
  /// It does so by triggers, which older libraries let write only where the schema is trusted, as it
  /// is on every connection that migrates.
  ///
  /// - Parameter tableName: The table, which has columns of the same names.
  public func synchronize(withTable tableName: String) {
    content = tableName
    isSynchronized = true
  }
}

/// A column of a full-text table that is being defined.
public final class FTS4ColumnDefinition {
  let name: String
  private(set) var isIndexed = true
  private(set) var isLanguageID = false

  init(name: String) {
    self.name = name
  }

  /// Leaves the column out of the search.
  ///
  /// - Returns: The column.
  @discardableResult
  public func notIndexed() -> Self {
    isIndexed = false
    return self
  }

  /// Makes the column the number of the language that a row is written in.
  ///
  /// - Returns: The column.
  @discardableResult
  public func asLanguageId() -> Self {
    isLanguageID = true
    return self
  }
}

// A definition belongs to the closure that it is given to.
@available(*, unavailable)
extension FTS4TableDefinition: Sendable {}

@available(*, unavailable)
extension FTS4ColumnDefinition: Sendable {}

extension Database {
  /// Drops the triggers that kept a full-text table in step with its content.
  ///
  /// To be called after the full-text table was dropped.
  ///
  /// - Parameter tableName: The full-text table.
  /// - Throws: `DatabaseError`.
  public func dropFTS4SynchronizationTriggers(forTable tableName: String) throws {
    for suffix in ["bu", "bd", "au", "ai"] {
      try drop(trigger: "__\(tableName)_\(suffix)", options: .ifExists)
    }
  }
}
