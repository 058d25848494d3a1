public import MigratorSQLite

/// A foreign-key violation with the details needed to understand and fix it.
public struct ViolationDetail: Sendable, Hashable {
  /// A column and its value, which may be truncated.
  public struct Field: Sendable, Hashable {
    /// The name of the column.
    public let column: String
    /// The value, truncated to the first `ValueExcerpt.limit` bytes unless all bytes were
    /// requested.
    public let value: DatabaseValue
    /// The size of the whole value in bytes if it is truncated, otherwise `nil`.
    public let fullLength: Int?

    /// Creates a field; the parameters are the properties.
    public init(column: String, value: DatabaseValue, fullLength: Int? = nil) {
      self.column = column
      self.value = value
      self.fullLength = fullLength
    }
  }

  /// The kind of problem.
  public enum Problem: Sendable, Hashable {
    /// No row of the parent table has the key.
    case missingParent
    /// The parent table does not exist, so every key that is not NULL is a violation.
    case missingTable
    /// SQLite cannot check the foreign key.
    ///
    /// The parent table has no primary key or unique index on the columns referred to. Reported
    /// once for the foreign key, without a row.
    case mismatch(message: String)

    /// `true` if it is unknown which rows violate the foreign key.
    public var isUnchecked: Bool {
      if case .mismatch = self { true } else { false }
    }
  }

  /// The kind of problem.
  public let problem: Problem
  /// The violation as SQLite reports it.
  public let violation: ForeignKeyViolation
  /// The detailed description, identical to that of GRDB except for truncated values.
  public let description: String
  /// The foreign key that is violated, shared by all violations of it.
  public let foreignKey: ForeignKeyInfo
  /// `true` if the child table is a `WITHOUT ROWID` table.
  public let originIsWithoutRowID: Bool
  /// The whole row; empty if the row is gone or SQLite cannot check the key.
  public let row: [Field]
  /// The values of the foreign key's columns, which no parent row has.
  public let missingKey: [Field]
  /// Statements that would fix the violation, with their effects.
  public let remedies: [Remedy]

  /// The location of the statement that caused the violation, if known.
  public internal(set) var causedBy: ScriptLocation?

  /// A statement that would fix a violation.
  public struct Remedy: Sendable, Hashable {
    /// The complete SQL.
    public let sql: String
    /// The effect and any further requirements, in a few words.
    public let note: String

    /// Creates a remedy; the parameters are the properties.
    public init(
      sql: String, note: String
    ) {
      self.sql = sql
      self.note = note
    }
  }

  /// Creates the detail of a violation; the parameters are the properties.
  public init(
    problem: Problem = .missingParent, violation: ForeignKeyViolation, description: String,
    foreignKey: ForeignKeyInfo, originIsWithoutRowID: Bool = false, row: [Field] = [],
    missingKey: [Field] = [], remedies: [Remedy] = []
  ) {
    self.problem = problem
    self.violation = violation
    self.description = description
    self.foreignKey = foreignKey
    self.originIsWithoutRowID = originIsWithoutRowID
    self.row = row
    self.missingKey = missingKey
    self.remedies = remedies
  }
}
