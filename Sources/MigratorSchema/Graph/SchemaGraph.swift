/// The tables of a schema and the foreign keys between them, with what changed marked.
///
/// It is read from the texts of the tables; SQLite is not asked. Shadow tables of virtual ones and tables
/// of SQLite's own are left out.
public struct SchemaGraph: Sendable, Hashable {
  /// A table.
  public struct Table: Sendable, Hashable {
    /// What is known of the columns.
    public enum Content: Sendable, Hashable {
      /// The columns were read from the text.
      case columns
      /// The table is virtual: its module makes the columns.
      case virtual
      /// The text is none that could be read.
      case unread
      /// A foreign key refers to the table, and it is not there.
      case missing
    }

    /// The name.
    public let name: String
    /// The columns in their order; those that a change took away come last.
    public internal(set) var columns: [Column]
    /// What is known of the columns.
    public let content: Content
    /// What happened to the table, or `nil`.
    public internal(set) var sign: SchemaWords.Sign?
  }

  /// A column.
  public struct Column: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The type as it is written; empty where there is none.
    public let type: String
    /// Whether it is part of the primary key.
    public let isInPrimaryKey: Bool
    /// Whether its text says `NOT NULL`.
    public let isNotNull: Bool
    /// What happened to the column, or `nil`.
    public internal(set) var sign: SchemaWords.Sign?
  }

  /// A foreign key.
  public struct ForeignKey: Sendable, Hashable {
    /// The place of the table that refers, among ``SchemaGraph/tables``.
    public let origin: Int
    /// Its columns.
    public let columns: [String]
    /// The place of the table that is referred to.
    public let destination: Int
    /// The columns that are referred to; empty where the text leaves that to a primary key which is not
    /// known.
    public let destinationColumns: [String]
    /// What the deletion of a parent does, such as `CASCADE`; `nil` where the text says nothing.
    public let onDelete: String?
    /// What happened to the foreign key, or `nil`.
    public let sign: SchemaWords.Sign?
  }

  /// The tables, by name; those that are missing come last.
  public let tables: [Table]
  /// The foreign keys, by the place of their tables, each table's in the order of its columns.
  public let foreignKeys: [ForeignKey]

  /// Reads a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema after the changes.
  ///   - changes: What is marked. Tables that it takes away are shown as well.
  /// - Complexity: O(*n*) for texts of *n* bytes.
  public init(_ schema: SchemaSnapshot, marking changes: SchemaDiff = .empty) {
    let reader = GraphReader(schema, changes)
    tables = reader.tables
    foreignKeys = reader.foreignKeys
  }

  /// The foreign keys of a table.
  ///
  /// - Parameter table: The place of the table.
  /// - Returns: The places of its foreign keys.
  public func keys(of table: Int) -> [Int] {
    foreignKeys.indices.filter { foreignKeys[$0].origin == table }
  }

  /// The foreign keys that refer to a table, its own included.
  ///
  /// - Parameter table: The place of the table.
  /// - Returns: The places of the foreign keys.
  public func keys(to table: Int) -> [Int] {
    foreignKeys.indices.filter { foreignKeys[$0].destination == table }
  }

  /// The part of the graph with some tables and the foreign keys among them.
  ///
  /// - Parameter places: The places of the tables.
  /// - Returns: The part.
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
