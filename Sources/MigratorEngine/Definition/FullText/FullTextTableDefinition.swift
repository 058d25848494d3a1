internal import MigratorSQLite

/// An FTS4 or FTS5 table that is being defined.
public class FullTextTableDefinition<Column: FullTextColumnDefinition, Tokenizer> {
  /// The tokenizer; `nil` for SQLite's default.
  public var tokenizer: Tokenizer?
  /// The content table; `""` for none, `nil` to store the content in the full-text table.
  public var content: String? {
    didSet { isSynchronized = false }
  }
  /// The lengths of the prefixes to index.
  public var prefixes: Set<Int>?

  let configuration: VirtualTableConfiguration
  private(set) var columns: [Column] = []
  private(set) var isSynchronized = false

  init(configuration: VirtualTableConfiguration) {
    self.configuration = configuration
  }

  /// Adds a column.
  ///
  /// - Parameter name: The name.
  /// - Returns: The column, to be defined further.
  @discardableResult
  public func column(_ name: String) -> Column {
    let column = Column(name: name)
    columns.append(column)
    return column
  }

  /// Takes the content from another table and is updated when that table changes.
  ///
  /// Triggers update the full-text table. Older SQLite libraries allow this only if the schema is
  /// trusted. Every connection that migrates trusts it.
  ///
  /// - Parameter tableName: The content table, which has columns of the same names.
  public func synchronize(withTable tableName: String) {
    content = tableName
    isSynchronized = true
  }
}

/// A column of a full-text table that is being defined.
public class FullTextColumnDefinition {
  let name: String
  private(set) var isIndexed = true

  required init(name: String) {
    self.name = name
  }

  /// Excludes the column from the search.
  ///
  /// - Returns: The column.
  @discardableResult
  public func notIndexed() -> Self {
    isIndexed = false
    return self
  }
}

// A definition is valid only in the closure that receives it.
@available(*, unavailable)
extension FullTextTableDefinition: Sendable {}

@available(*, unavailable)
extension FullTextColumnDefinition: Sendable {}

extension Database {
  func dropSynchronizationTriggers(_ suffixes: [String], forTable tableName: String) throws {
    for suffix in suffixes {
      try drop(trigger: "__\(tableName)_\(suffix)", options: .ifExists)
    }
  }
}
