/// Options of a table.
public struct TableOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing when the table exists; indexes of the definition inherit this.
  public static let ifNotExists = TableOptions(rawValue: 1 << 0)
  /// The table goes with the connection.
  public static let temporary = TableOptions(rawValue: 1 << 1)
  /// The table has no rowid: <https://www.sqlite.org/withoutrowid.html>.
  public static let withoutRowID = TableOptions(rawValue: 1 << 2)
  /// Types of columns are enforced: <https://www.sqlite.org/stricttables.html>.
  public static let strict = TableOptions(rawValue: 1 << 3)
}

/// Options of an index.
public struct IndexOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing when the index exists.
  public static let ifNotExists = IndexOptions(rawValue: 1 << 0)
  /// No two rows have the same key.
  public static let unique = IndexOptions(rawValue: 1 << 1)
}

/// Options of a view, a virtual table or a trigger.
public struct ViewOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing when there is one.
  public static let ifNotExists = ViewOptions(rawValue: 1 << 0)
  /// It goes with the connection.
  public static let temporary = ViewOptions(rawValue: 1 << 1)
}

/// Options of a virtual table.
public typealias VirtualTableOptions = ViewOptions

/// Options of a trigger.
public typealias TriggerOptions = ViewOptions

/// Options of dropping something.
public struct DropOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing when there is no such thing.
  public static let ifExists = DropOptions(rawValue: 1 << 0)
}
