public import MigratorSQLite

/// A foreign-key violation with all that a person needs to understand and mend it.
public struct ViolationDetail: Sendable, Hashable {
  /// A column and its value, or the beginning of it.
  public struct Field: Sendable, Hashable {
    /// The name of the column.
    public let column: String
    /// The value, of a long one the first `ValueExcerpt.limit` bytes unless all were asked for.
    public let value: DatabaseValue
    /// How many bytes the whole value has, where it was cut; otherwise `nil`.
    public let wholeLength: Int?

    /// Creates a field; the parameters are the properties.
    public init(column: String, value: DatabaseValue, wholeLength: Int? = nil) {
      self.column = column
      self.value = value
      self.wholeLength = wholeLength
    }
  }

  /// What is wrong.
  public enum Problem: Sendable, Hashable {
    /// No row of the destination has the key.
    case missingParent
    /// The destination table does not exist, so every key that is not NULL is a violation.
    case missingTable
    /// The destination has no primary key or unique index on the columns referred to: SQLite
    /// cannot check the foreign key at all. Stands once for the whole foreign key, without a row.
    case mismatch(message: String)

    /// Whether nobody knows which rows break the foreign key.
    public var isUnchecked: Bool {
      if case .mismatch = self { true } else { false }
    }
  }

  /// What is wrong.
  public let problem: Problem
  /// The violation as SQLite reports it.
  public let violation: ForeignKeyViolation
  /// The seeds' rich description, to the byte but for long values, of which the beginning is told.
  public let description: String
  /// The foreign key that is violated, shared by all violations of it.
  public let foreignKey: ForeignKeyDescription
  /// The whole row, empty when it cannot be told (the row is gone, or SQLite cannot check the key).
  public let row: [Field]
  /// The values of the foreign key's columns: the key that no row of the destination has.
  public let missingKey: [Field]
  /// Statements that would mend the violation, each with what it does in words.
  public let remedies: [Remedy]

  /// Where in the migration the statement stands that made the violation, if that was found out.
  public internal(set) var madeBy: ScriptLocation?

  /// A statement that would mend a violation.
  public struct Remedy: Sendable, Hashable {
    /// The SQL text, complete.
    public let sql: String
    /// What it does, and what it may need, in a few words.
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
    foreignKey: ForeignKeyDescription, row: [Field] = [], missingKey: [Field] = [],
    remedies: [Remedy] = []
  ) {
    self.problem = problem
    self.violation = violation
    self.description = description
    self.foreignKey = foreignKey
    self.row = row
    self.missingKey = missingKey
    self.remedies = remedies
  }
}

/// A foreign key: from where to where, and what it does when the parent goes.
public struct ForeignKeyDescription: Sendable, Hashable {
  /// The table with the `REFERENCES` clause.
  public let originTable: String
  /// The table referred to.
  public let destinationTable: String
  /// The id of `PRAGMA foreign_key_list`.
  public let id: Int
  /// The columns of the origin, in the order of the key.
  public let originColumns: [String]
  /// The columns of the destination, in the order of the key; empty when they cannot be told.
  public let destinationColumns: [String]
  /// What happens when the parent is deleted, such as `NO ACTION` or `CASCADE`.
  public let onDelete: String
  /// What happens when the key of the parent changes, such as `NO ACTION` or `CASCADE`.
  public let onUpdate: String
  /// Whether the destination table exists.
  public let destinationExists: Bool
  /// Whether the origin is a `WITHOUT ROWID` table.
  public let originIsWithoutRowID: Bool
  /// Whether it names no columns of the destination, which stands for the primary key.
  var refersToPrimaryKey = false

  /// Creates the description of a foreign key; the parameters are the properties.
  public init(
    originTable: String, destinationTable: String, id: Int, originColumns: [String],
    destinationColumns: [String], onDelete: String = "NO ACTION", onUpdate: String = "NO ACTION",
    destinationExists: Bool = true, originIsWithoutRowID: Bool = false
  ) {
    self.originTable = originTable
    self.destinationTable = destinationTable
    self.id = id
    self.originColumns = originColumns
    self.destinationColumns = destinationColumns
    self.onDelete = onDelete
    self.onUpdate = onUpdate
    self.destinationExists = destinationExists
    self.originIsWithoutRowID = originIsWithoutRowID
  }
}
