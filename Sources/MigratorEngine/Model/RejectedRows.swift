/// The rows for which a constraint stopped a migration, in the state before the failed statement.
public struct RejectedRows: Sendable, Hashable {
  /// The kind of constraint.
  public enum Constraint: String, Sendable, Hashable, CaseIterable {
    /// A unique index, a `UNIQUE` constraint or a primary key.
    case unique
    /// `NOT NULL`.
    case notNull
    /// A `CHECK` constraint.
    case check
    /// The type of a column in a `STRICT` table.
    case dataType
    /// No constraint: a function in the statement could not parse JSON.
    case json
  }

  /// A row, or all rows that have the same values.
  public struct Entry: Sendable, Hashable {
    /// The key of the row and its rejected value, or the values that several rows have.
    public let fields: [ViolationDetail.Field]
    /// The number of rows with the values; `nil` for a single row.
    public let count: Int64?

    /// Creates an entry; the parameters are the properties.
    public init(fields: [ViolationDetail.Field], count: Int64? = nil) {
      self.fields = fields
      self.count = count
    }
  }

  /// The maximum number of entries that are read.
  static let shownLimit = 10
  /// The number of rows or groups after which counting ends.
  static let countLimit = 1_000

  /// The constraint.
  public let constraint: Constraint
  /// The table that contains the rows.
  public let table: String
  /// The first rows or groups, at most ten.
  public let entries: [Entry]
  /// The number of remaining rows or groups.
  public let more: Int
  /// False if there may be even more, because counting ended at its limit.
  public let isComplete: Bool
  /// A query that returns all of them, with a semicolon.
  ///
  /// It is valid before the failed statement, and before the migration if no earlier statement
  /// changes the table.
  public let query: String

  /// Creates the rows; the parameters are the properties.
  public init(
    constraint: Constraint, table: String, entries: [Entry], more: Int = 0,
    isComplete: Bool = true, query: String
  ) {
    self.constraint = constraint
    self.table = table
    self.entries = entries
    self.more = more
    self.isComplete = isComplete
    self.query = query
  }
}
