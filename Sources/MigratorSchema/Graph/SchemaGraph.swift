/// The tables of a schema and their foreign keys, with changes marked.
///
/// Parses the stored SQL without using SQLite. Leaves out shadow tables and SQLite's internal
/// tables.
public struct SchemaGraph: Sendable, Hashable {
  /// A table.
  public struct Table: Sendable, Hashable {
    /// The source of the columns.
    public enum Content: Sendable, Hashable {
      /// The columns were read from the SQL.
      case columns
      /// The table is virtual: its module defines the columns.
      case virtual
      /// The SQL could not be parsed.
      case unread
      /// A foreign key refers to the table, but the table does not exist.
      case missing
    }

    /// The name.
    public let name: String
    /// The columns in their order, followed by removed columns.
    public internal(set) var columns: [Column]
    /// The source of the columns.
    public let content: Content
    /// The change of the table, or `nil`.
    public internal(set) var sign: SchemaChangeDescription.Sign?
  }

  /// A column.
  public struct Column: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The type as written; empty if there is none.
    public let type: String
    /// True for a column of the primary key.
    public let isInPrimaryKey: Bool
    /// True if the definition contains `NOT NULL`.
    public let isNotNull: Bool
    /// The change of the column, or `nil`.
    public internal(set) var sign: SchemaChangeDescription.Sign?
  }

  /// A foreign key as an edge of the graph, with the indexes of its tables and its change.
  public struct ForeignKey: Sendable, Hashable {
    /// The index of the child table in ``SchemaGraph/tables``.
    public let origin: Int
    /// The child columns.
    public let columns: [String]
    /// The index of the parent table in ``SchemaGraph/tables``.
    public let destination: Int
    /// The parent columns; empty if they are not written and the primary key is unknown.
    public let destinationColumns: [String]
    /// The `ON DELETE` action, such as `CASCADE`; `nil` if none is written.
    public let onDelete: String?
    /// The change of the foreign key, or `nil`.
    public let sign: SchemaChangeDescription.Sign?
  }

  /// The tables, sorted by name, followed by missing ones.
  public let tables: [Table]
  /// The foreign keys, sorted by the index of their child table and the order of its columns.
  public let foreignKeys: [ForeignKey]

  /// Reads a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema after the changes.
  ///   - changes: The changes to mark. Removed tables are included.
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  public init(_ schema: SchemaSnapshot, marking changes: SchemaDiff = .empty) {
    let reader = GraphReader(schema, changes)
    tables = reader.tables
    foreignKeys = reader.foreignKeys
  }

  /// Returns the foreign keys of a child table.
  ///
  /// - Parameter table: The index of the table.
  /// - Returns: The indexes of its foreign keys.
  public func keys(of table: Int) -> [Int] {
    foreignKeys.indices.filter { foreignKeys[$0].origin == table }
  }

  /// Returns the foreign keys that refer to a parent table, including its own.
  ///
  /// - Parameter table: The index of the table.
  /// - Returns: The indexes of the foreign keys.
  public func keys(to table: Int) -> [Int] {
    foreignKeys.indices.filter { foreignKeys[$0].destination == table }
  }

  /// Returns the subgraph of some tables and the foreign keys among them.
  ///
  /// - Parameter places: The indexes of the tables.
  /// - Returns: The subgraph.
  public func part(_ places: Set<Int>) -> SchemaGraph {
    let kept = tables.indices.filter { places.contains($0) }
    let new = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    return SchemaGraph(
      tables: kept.map { tables[$0] },
      foreignKeys: foreignKeys.compactMap { key in
        guard let origin = new[key.origin], let destination = new[key.destination] else {
          return nil
        }
        return ForeignKey(
          origin: origin, columns: key.columns, destination: destination,
          destinationColumns: key.destinationColumns, onDelete: key.onDelete, sign: key.sign)
      })
  }

  private init(tables: [Table], foreignKeys: [ForeignKey]) {
    self.tables = tables
    self.foreignKeys = foreignKeys
  }
}
