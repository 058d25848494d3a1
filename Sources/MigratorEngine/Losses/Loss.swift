public import MigratorSQLite

/// One loss of a migration, with its name and number.
///
/// The history stores it in this form; existing cases and labels must remain readable.
public enum Loss: Sendable, Hashable, Codable {
  /// The kind of a loss, in the order in which losses are listed.
  ///
  /// The raw values are part of digests, so they must remain the same.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case rows, values, unseen, table, column
    case object
    case uniqueKey = "unique key"
    case constraint, broken

    /// What a loss of this kind concerns.
    public var severity: Severity {
      switch self {
      case .rows, .values, .table, .column, .unseen: .data
      case .object, .uniqueKey, .constraint: .rule
      case .broken: .warning
      }
    }
  }

  /// What a loss concerns, which decides whether it requires consent.
  public enum Severity: Sendable, Hashable {
    /// Data, which requires consent.
    case data
    /// Objects, keys and constraints, which are only reported.
    case rule
    /// Objects that no longer work; a report contains them as warnings.
    case warning
  }

  /// How certain a loss is, and whether its number is known.
  public enum Certainty: Sendable, Hashable {
    /// It is certain, and its number is known.
    case counted
    /// It is certain, but its rows or values were not counted.
    case uncounted
    /// It is possible: the values were not compared.
    case possible
  }

  /// How rows are lost.
  public enum Way: String, Sendable, Hashable, Codable {
    /// A statement that names the table deletes them.
    case deleted
    /// Foreign-key actions or triggers delete all of them.
    case cascade
    /// Their table is dropped.
    case tableDropped
  }

  /// The lost values of a column, by kind of change.
  public struct Values: Sendable, Hashable, Codable {
    /// Values that were replaced by other values.
    public let overwritten: Int64
    /// The values of ``overwritten`` that were truncated, were rounded, or changed storage class.
    public let cut, rounded, retyped: Int64
    /// Values that were set to NULL.
    public let nulled: Int64

    /// The total number of lost values.
    public var count: Int64 { overwritten + nulled }

    /// Copies the counts, not the values themselves.
    public init(_ changes: ValueChanges) {
      overwritten = changes.replaced
      (cut, rounded, retyped) = (changes.cut, changes.rounded, changes.retyped)
      nulled = changes.nulled
    }
  }

  /// Rows of a table.
  case rows(table: String, count: Int64, way: Way)
  /// Values of a column, in rows that still exist.
  case values(table: String, column: String, lost: Values)
  /// Values of an integer primary key that SQLite reassigned to rows that are otherwise equal.
  case keys(table: String, column: String, count: Int64)
  /// Rows that now refer to a different row of the parent table, because its keys changed.
  case references(table: String, column: String, parent: String, count: Int64)
  /// A dropped table; its rows, if any were counted, are a separate loss.
  case table(name: String, isEmpty: Bool)
  /// A dropped column with its number of values; `nil` if they were not counted.
  case column(table: String, name: String, values: Int64?)
  /// Values that were not compared and may differ. `reason` is `nil` in older histories.
  case unseen(table: String, reason: StepReport.Values.Reason?)
  /// Dropped columns that statements read. There were no rows to show whether they were copied.
  case unseenColumns(table: String, columns: [String])
  /// An index, a trigger or a view whose table still exists.
  case object(kind: String, name: String)
  /// A unique key that is no longer enforced.
  case uniqueKey(table: String, words: String)
  /// Another constraint of a table or of one of its columns.
  case constraint(table: String, column: String?, words: String)
  /// A view, a trigger, a foreign key or an index that remains but no longer works.
  case broken(kind: String, name: String, sentence: String)
  /// A total, or a name such as `club.motto`, from an older history, which recorded nothing else.
  case former(kind: Kind, name: String?, count: Int64?)
}

extension Loss {
  /// What is lost, where, and how much: the facts that every loss has.
  public struct Facts: Sendable, Hashable {
    /// The kind.
    public let kind: Kind
    /// The table.
    public var table: String?
    /// The column.
    public var column: String?
    /// The name of an object, or the SQL of a key or constraint.
    public var name: String?
    /// The number of rows or values; `nil` if there are none to count, or they were not counted.
    public var count: Int64?

    /// Creates facts from their properties.
    public init(
      _ kind: Kind, table: String? = nil, column: String? = nil, name: String? = nil,
      count: Int64? = nil
    ) {
      self.kind = kind
      (self.table, self.column, self.name) = (table, column, name)
      self.count = count
    }
  }

  /// The facts.
  public var facts: Facts {
    switch self {
    case .rows(let table, let count, _): Facts(.rows, table: table, count: count)
    case .values(let table, let column, let lost):
      Facts(.values, table: table, column: column, count: lost.count)
    case .keys(let table, let column, let count), .references(let table, let column, _, let count):
      Facts(.values, table: table, column: column, count: count)
    case .table(let name, let isEmpty): Facts(.table, table: name, count: isEmpty ? 0 : nil)
    case .column(let table, let name, let values):
      Facts(.column, table: table, column: name, count: values)
    case .unseen(let table, _): Facts(.unseen, table: table)
    case .unseenColumns(let table, let columns):
      Facts(.unseen, table: table, column: columns.joined(separator: ", "))
    case .object(_, let name): Facts(.object, name: name)
    case .broken(_, let name, _): Facts(.broken, name: name)
    case .uniqueKey(let table, let words): Facts(.uniqueKey, table: table, name: words)
    case .constraint(let table, let column, let words):
      Facts(.constraint, table: table, column: column, name: words)
    case .former(let kind, let name, let count): Facts(kind, name: name, count: count)
    }
  }

  /// The kind.
  public var kind: Kind { facts.kind }
  /// What the loss concerns.
  public var severity: Severity { kind.severity }

  /// How certain the loss is, and whether its number is known.
  public var certainty: Certainty {
    let facts = facts
    if facts.kind == .unseen { return .possible }
    return facts.count == nil && facts.kind.severity == .data ? .uncounted : .counted
  }

  /// The number of rows or values, or 1 for a loss of another kind.
  package var size: Int64 {
    let facts = facts
    switch self {
    case .rows, .values, .keys, .references: return facts.count ?? 0
    case .former: return facts.count ?? 1
    default: return 1
    }
  }
}
