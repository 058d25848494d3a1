public import MigratorSchema
internal import MigratorSQLite

/// The losses of migrations: rows, values, columns, tables, and objects that were not re-created.
///
/// When data is lost, the confirm dialog and the commands require an explicit agreement. Indexes
/// and triggers that were not re-created are reported but are not data. A renamed table is not a
/// loss.
public struct Losses: Sendable, Hashable {
  /// Rows that a table loses.
  public struct Rows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The number of rows.
    public let count: Int64
    /// True if foreign-key actions or triggers deleted all of them.
    public let isCascade: Bool
    /// True if the table was dropped.
    public let tableIsGone: Bool
  }

  /// A column that a table loses.
  public struct Column: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The name of the column.
    public let column: String
    /// The number of rows with a value other than NULL in it; `nil` if they were not counted.
    public let values: Int64?
  }

  /// Values of one column that were overwritten or set to NULL.
  public struct Values: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The name of the column.
    public let column: String
    /// How the values changed.
    public let changes: ValueChanges
  }

  /// A table whose values may have changed but were not compared.
  public struct Uncompared: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Why they were not compared.
    public let reason: StepReport.Values.Reason
  }

  /// Lost rows, by table.
  public private(set) var rows: [Rows] = []
  /// Lost values in remaining rows, by column.
  public private(set) var values: [Values] = []
  /// Tables whose values may have changed but were not compared.
  public private(set) var unseen: [Uncompared] = []
  /// Dropped tables, including empty ones.
  public private(set) var tables: [String] = []
  /// The dropped tables that were empty.
  public private(set) var emptyTables: Set<String> = []
  /// Dropped columns.
  public private(set) var columns: [Column] = []
  /// Dropped indexes, triggers and views whose table remains.
  public private(set) var objects: [SchemaObject] = []

  /// Unique keys that remaining tables no longer enforce.
  public private(set) var uniqueKeys: [UniqueKey] = []
  /// Other constraints that remaining tables no longer enforce.
  public private(set) var constraints: [Constraint] = []

  /// Collects the losses of the steps of a run.
  ///
  /// - Parameter steps: The reports, in the order of execution. Steps that were rolled back are
  ///   ignored.
  /// - Complexity: O(*n*) for *n* changed tables and objects.
  public init(of steps: [StepReport]) {
    for step in steps where step.isKept { add(step) }
  }

  /// True if rows, values, columns or tables are or may be lost.
  public var isDataLost: Bool {
    !rows.isEmpty || !values.isEmpty || !columns.isEmpty || !tables.isEmpty || !unseen.isEmpty
  }

  /// True if objects, keys or constraints are lost.
  public var areRulesLost: Bool {
    !objects.isEmpty || !uniqueKeys.isEmpty || !constraints.isEmpty
  }

  /// True if nothing is lost.
  public var isEmpty: Bool { !isDataLost && !areRulesLost }

  /// The number of lost rows.
  public var rowCount: Int64 { rows.reduce(0) { $0 + $1.count } }

  /// The number of lost values.
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
        unseen.append(Uncompared(table: table.table, reason: reason))
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
        // A dropped table's objects are not reported separately; tables come first.
        if lostTables.contains(SQLName(object.tableName)) { continue }
        objects.append(object)
        if object.kind == .index { lostIndexes.insert(SQLName(object.name)) }
      case .changed(_, let after, let differences) where after.kind == .table:
        // A generated column stores no data.
        for case .columnRemoved(let name, isComputed: false) in differences {
          let gone = step.droppedColumns.first { $0.table == after.name && $0.column == name }
          columns.append(Column(table: after.name, column: name, values: gone?.values))
        }
        constraints += Self.constraints(
          goneIn: differences, of: after.name, before: step.schemaBefore, after: step.schemaAfter)
      case .changed, .added: break
      }
    }
    // A dropped unique index is already reported as an object.
    uniqueKeys += changes.lostUniqueKeys.filter { key in
      if let index = key.index, lostIndexes.contains(SQLName(index)) { return false }
      // A key with a dropped column is already reported as the column.
      return !columns.contains { column in
        SQLName(column.table) == SQLName(key.table)
          && key.columns.contains { SQLName($0) == SQLName(column.column) }
      }
    }
  }
}

extension StepReport.Values.Reason {
  /// True if values may have changed unnoticed; with `notAsked` no comparison was attempted.
  fileprivate var isUnknown: Bool { self != .notAsked }
}
