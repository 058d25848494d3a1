/// Options of a table.
public struct TableOptions: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if the table exists; also applies to the indexes of the definition.
  public static let ifNotExists = TableOptions(rawValue: 1 << 0)
  /// The table is temporary: it exists only for the connection.
  public static let temporary = TableOptions(rawValue: 1 << 1)
  /// The table has no rowid: <https://www.sqlite.org/withoutrowid.html>.
  public static let withoutRowID = TableOptions(rawValue: 1 << 2)
  /// SQLite enforces the column types: <https://www.sqlite.org/stricttables.html>.
  public static let strict = TableOptions(rawValue: 1 << 3)
}

/// Options of an index.
public struct IndexOptions: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if the index exists.
  public static let ifNotExists = IndexOptions(rawValue: 1 << 0)
  /// The index is unique: it rejects two rows with the same key.
  public static let unique = IndexOptions(rawValue: 1 << 1)
}

/// Options of a view, a virtual table or a trigger.
public struct ViewOptions: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if the object exists.
  public static let ifNotExists = ViewOptions(rawValue: 1 << 0)
  /// The object is temporary: it exists only for the connection.
  public static let temporary = ViewOptions(rawValue: 1 << 1)
}

/// Options of a virtual table.
public typealias VirtualTableOptions = ViewOptions

/// Options of a trigger.
public typealias TriggerOptions = ViewOptions

/// Options of a `DROP` statement.
public struct DropOptions: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if the object does not exist.
  public static let ifExists = DropOptions(rawValue: 1 << 0)
}
