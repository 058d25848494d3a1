/// One difference between what an object of a schema was and what it is.
public enum SchemaDifference: Sendable, Hashable {
  /// The object goes by another name, or its name is spelled with other capitals.
  case renamed(before: String, after: String)
  /// A column that was not there.
  case columnAdded(String)
  /// A column that is gone, and its values with it.
  case columnRemoved(String, isComputed: Bool)
  /// A column that has another name and the values it had.
  case columnRenamed(before: String, after: String)
  /// What is said of a column's aspects is something else.
  case columnChanged(String, [AspectChange])
  /// The columns that stayed stand in this order now.
  case columnOrder([String])
  /// A constraint of the table.
  case constraint(Constraint)
  /// A table has this option now, or has it no more.
  case option(TableOption, isSet: Bool)
  /// An index is on another table.
  case indexedTable(before: String, after: String)
  /// An index is on other columns or expressions.
  case indexedColumns(before: [String], after: [String])
  /// An index is unique now, or is no more.
  case uniqueness(isUnique: Bool)
  /// The `WHERE` of an index.
  case indexCondition(ValueChange)
  /// When a trigger fires.
  case triggerEvent(before: String, after: String)
  /// What a trigger does.
  case triggerBody
  /// Something that only the lines of the texts tell.
  case definition

  /// A text that is new, gone or another one.
  public enum ValueChange: Sendable, Hashable {
    /// There was none before.
    case added(String)
    /// There is none now.
    case removed(String)
    /// There was another one.
    case changed(before: String, after: String)

    /// Compares two texts, empty ones being none.
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

  /// An aspect of which something else is said.
  public struct AspectChange: Sendable, Hashable {
    /// The aspect.
    public let aspect: ColumnAspect
    /// What was said and what is.
    public let change: ValueChange
  }

  /// A constraint of a table that is new, gone or another one.
  public struct Constraint: Sendable, Hashable {
    /// The name that the text gives it.
    public let name: String?
    /// What was said and what is.
    public let change: ValueChange
  }

  /// What stands behind the columns of a table.
  public enum TableOption: String, Sendable, Hashable {
    case withoutRowID = "WITHOUT ROWID"
    case strict = "STRICT"
  }
}
