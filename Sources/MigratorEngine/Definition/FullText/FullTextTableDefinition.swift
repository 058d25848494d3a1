internal import MigratorSQLite

/// A full-text table of FTS4 or FTS5 that is being defined.
public class FullTextTableDefinition<Column: FullTextColumnDefinition, Tokenizer> {
  /// How texts are cut into words; `nil` for SQLite's default.
  public var tokenizer: Tokenizer?
  /// The table that holds the texts, `""` for none; `nil` for the full-text table itself.
  public var content: String? {
    didSet { isSynchronized = false }
  }
  /// The lengths of prefixes that have an index of their own.
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
public class FullTextColumnDefinition {
  let name: String
  private(set) var isIndexed = true

  required init(name: String) {
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
}

// A definition belongs to the closure that it is given to.
@available(*, unavailable)
extension FullTextTableDefinition: Sendable {}

@available(*, unavailable)
extension FullTextColumnDefinition: Sendable {}

extension Database {
  /// Drops the triggers with these suffixes that kept a full-text table in step with its content.
  func dropSynchronizationTriggers(_ suffixes: [String], forTable tableName: String) throws {
    for suffix in suffixes {
      try drop(trigger: "__\(tableName)_\(suffix)", options: .ifExists)
    }
  }
}
