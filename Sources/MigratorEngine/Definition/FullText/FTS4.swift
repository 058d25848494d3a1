public import MigratorSQLite

/// The FTS4 module for full-text search.
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

  /// Returns the columns and options as SQL.
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

  /// Creates the triggers that synchronize the table with its content table, and fills it.
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

/// An FTS4 table that is being defined.
public final class FTS4TableDefinition:
  FullTextTableDefinition<FTS4ColumnDefinition, FTS3TokenizerDescriptor>
{
  /// The SQL function that compresses the stored values.
  public var compress: String?
  /// The SQL function that reverses ``compress``.
  public var uncompress: String?
  /// `fts3` to save space by not storing the lengths that `matchinfo()` uses.
  public var matchinfo: String?
}

/// A column of an FTS4 table that is being defined.
public final class FTS4ColumnDefinition: FullTextColumnDefinition {
  private(set) var isLanguageID = false

  /// Makes the column the language ID of each row.
  ///
  /// - Returns: The column.
  @discardableResult
  public func asLanguageId() -> Self {
    isLanguageID = true
    return self
  }
}

extension Database {
  /// Drops the triggers that synchronized a full-text table with its content table.
  ///
  /// Call this method after you have dropped the full-text table.
  ///
  /// - Parameter tableName: The full-text table.
  /// - Throws: `DatabaseError`.
  public func dropFTS4SynchronizationTriggers(forTable tableName: String) throws {
    try dropSynchronizationTriggers(["bu", "bd", "au", "ai"], forTable: tableName)
  }
}
