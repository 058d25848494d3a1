public import MigratorSchema
internal import MigratorSQLite

/// What is gone after migrations: rows, values, columns, tables, and objects that were not created again.
///
/// The confirm dialog and the batch commands ask for a typed word when data is lost; an index or a
/// trigger that was not created again is said, but is not data. A renamed table is not a loss.
public struct Losses: Sendable, Hashable {
  /// Rows that a table loses.
  public struct Rows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// How many rows.
    public let count: Int64
    /// Whether foreign-key actions or triggers took all of them, not a statement that names the table.
    public let isCascade: Bool
    /// Whether the table itself is gone.
    public let tableIsGone: Bool
  }

  /// A column that a table loses.
  public struct Column: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The name of the column.
    public let column: String
    /// How many rows had a value in it other than NULL; `nil` where nobody counted them.
    public let values: Int64?
  }

  /// Values of one column that are not in their rows any more: overwritten, or NULL now.
  public struct Values: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The name of the column.
    public let column: String
    /// What became of the values.
    public let changes: ValueChanges
  }

  /// Values of a table that may be others, and that nobody looked at.
  public struct Unseen: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Why they were not compared.
    public let reason: StepReport.Values.Reason
  }

  /// Rows that are lost, by table.
  public private(set) var rows: [Rows] = []
  /// Values that are lost from rows that are still there, by column.
  public private(set) var values: [Values] = []
  /// Tables with rows that may have other values, which were not compared.
  public private(set) var unseen: [Unseen] = []
  /// Tables that are gone, those without rows included.
  public private(set) var tables: [String] = []
  /// Those of ``tables`` that had no row.
  public private(set) var emptyTables: Set<String> = []
  /// Columns that are gone.
  public private(set) var columns: [Column] = []
  /// Indexes, triggers and views that are gone although their table is still there.
  public private(set) var objects: [SchemaObject] = []

  /// Keys of tables that are still there of which no two rows could agree, and now may.
  public private(set) var uniqueKeys: [UniqueKey] = []
  /// Other constraints of tables that are still there.
  public private(set) var constraints: [Constraint] = []

  /// Collects what the steps of a run lose.
  ///
  /// - Parameter steps: The reports, in the order of execution; what was rolled back loses nothing.
  /// - Complexity: O(*n*) for *n* changed tables and objects.
  public init(of steps: [StepReport]) {
    for step in steps where step.isKept { add(step) }
  }

  /// Whether rows, values, columns or tables are lost, or may be.
  public var isDataLost: Bool {
    !rows.isEmpty || !values.isEmpty || !columns.isEmpty || !tables.isEmpty || !unseen.isEmpty
  }

  /// Whether objects, keys or constraints are lost.
  public var areRulesLost: Bool {
    !objects.isEmpty || !uniqueKeys.isEmpty || !constraints.isEmpty
  }

  /// Whether anything at all is lost.
  public var isEmpty: Bool { !isDataLost && !areRulesLost }

  /// The sum of the rows that are lost.
  public var rowCount: Int64 { rows.reduce(0) { $0 + $1.count } }

  /// The sum of the values that are lost.
  public var valueCount: Int64 { values.reduce(0) { $0 + $1.changes.lost } }

  private mutating func add(_ step: StepReport) {
    for table in step.rows {
      if table.before == 0, table.after == nil { emptyTables.insert(table.table) }
      if case .compared(let columns, _) = table.values {
        values += columns.filter { $0.changes.lost > 0 }.map {
          Values(table: table.table, column: $0.column, changes: $0.changes)
        }
      }
      if case .notCompared(let reason) = table.values, reason.isUnknown, table.mayHaveOtherValues {
        unseen.append(Unseen(table: table.table, reason: reason))
      }
      let count = table.lost
      guard count > 0 else { continue }
      rows.append(
        Rows(
          table: table.table, count: count,
          isCascade: table.after != nil && table.cascaded > 0 && table.cascaded == table.deleted,
          tableIsGone: table.after == nil))
    }
    let changes = step.changes
    var lostTables: Set<SQLName> = []
    var lostIndexes: Set<SQLName> = []
    for change in changes.changes {
      switch change {
      case .removed(let object) where object.kind == .table:
        tables.append(object.name)
        lostTables.insert(SQLName(object.name))
      case .removed(let object):
        // What belongs to a lost table goes with it; tables come first.
        if lostTables.contains(SQLName(object.tableName)) { continue }
        objects.append(object)
        if object.kind == .index { lostIndexes.insert(SQLName(object.name)) }
      case .changed(_, let after, let differences) where after.kind == .table:
        // What was computed is lost with nothing.
        for case .columnRemoved(let name, isComputed: false) in differences {
          let gone = step.goneColumns.first { $0.table == after.name && $0.column == name }
          columns.append(Column(table: after.name, column: name, values: gone?.values))
        }
        constraints += Self.constraints(
          goneIn: differences, of: after.name, before: step.schemaBefore, after: step.schemaAfter)
      case .changed, .added: break
      }
    }
    // A unique index that is gone was told as one.
    uniqueKeys += changes.lostUniqueKeys.filter { key in
      if let index = key.index, lostIndexes.contains(SQLName(index)) { return false }
      // With a column that is gone, there is nothing left to agree in.
      return !columns.contains { column in
        SQLName(column.table) == SQLName(key.table)
          && key.columns.contains { SQLName($0) == SQLName(column.column) }
      }
    }
  }
}

extension StepReport.Values.Reason {
  /// Whether values that a person cares for may be others; where nobody asked, nothing was tried.
  fileprivate var isUnknown: Bool { self != .notAsked }
}
