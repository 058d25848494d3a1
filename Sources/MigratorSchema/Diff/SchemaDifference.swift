/// One difference between two versions of a schema object.
public enum SchemaDifference: Sendable, Hashable {
  /// The name changed, or only its capitalization.
  case renamed(before: String, after: String)
  /// A column was added.
  case columnAdded(String)
  /// A column was removed together with its values.
  case columnRemoved(String, isComputed: Bool)
  /// A column was renamed and keeps its values.
  case columnRenamed(before: String, after: String)
  /// Parts of a column definition changed.
  case columnChanged(String, [AspectChange])
  /// The order of the remaining columns changed to this order.
  case columnOrder([String])
  /// A constraint of the table changed.
  case constraint(Constraint)
  /// A table option was added or removed.
  case option(TableOption, isSet: Bool)
  /// An index belongs to a different table, or a view or trigger refers to one.
  case indexedTable(before: String, after: String)
  /// An index has different columns or expressions.
  case indexedColumns(before: [String], after: [String])
  /// An index became unique or stopped being unique.
  case uniqueness(isUnique: Bool)
  /// The `WHERE` clause of an index changed.
  case indexCondition(ValueChange)
  /// The event that fires a trigger changed.
  case triggerEvent(before: String, after: String)
  /// The body of a trigger changed.
  case triggerBody
  /// Another difference, which only the line diff shows.
  case definition

  /// A piece of SQL that was added, removed or changed.
  public enum ValueChange: Sendable, Hashable {
    /// The SQL was added.
    case added(String)
    /// The SQL was removed.
    case removed(String)
    /// The SQL was replaced.
    case changed(before: String, after: String)

    /// Compares two pieces of SQL; an empty one counts as missing.
    init(before: String, after: String) {
      if before.isEmpty {
        self = .added(after)
      } else if after.isEmpty {
        self = .removed(before)
      } else {
        self = .changed(before: before, after: after)
      }
    }
  }

  /// A part of a column definition that changed.
  public struct AspectChange: Sendable, Hashable {
    /// The part of the definition.
    public let aspect: ColumnClause
    /// The SQL of that part before and after the change.
    public let change: ValueChange
  }

  /// A table constraint that was added, removed or changed.
  public struct Constraint: Sendable, Hashable {
    /// The name of the constraint, if it has one.
    public let name: String?
    /// The SQL of the constraint before and after the change.
    public let change: ValueChange
  }

  /// An option after the column list of a table.
  public enum TableOption: String, Sendable, Hashable {
    case withoutRowID = "WITHOUT ROWID"
    case strict = "STRICT"
  }
}
