public import MigratorSchema

/// What is gone after migrations: rows, columns, tables, and objects that were not created again.
///
/// The confirm dialog and the batch commands ask for a typed word when data is lost; an index or a
/// trigger that was not brought back is said, but is not data. A renamed table is not a loss.
public struct Losses: Sendable, Hashable {
  /// Rows that a table loses.
  public struct Rows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// How many rows.
    public let count: Int64
    /// Whether foreign-key actions or triggers took them, not a statement that names the table.
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
  }

  /// Rows that are lost, by table.
  public private(set) var rows: [Rows] = []
  /// Tables that are gone, those without rows included.
  public private(set) var tables: [String] = []
  /// Columns that are gone.
  public private(set) var columns: [Column] = []
  /// Indexes, triggers and views that are gone although their table is still there.
  public private(set) var objects: [SchemaObject] = []

  /// Collects what the steps of a run lose.
  ///
  /// - Parameter steps: The reports, in the order of execution; failed steps lose nothing.
  /// - Complexity: O(*n*) for *n* changed tables and objects.
  public init(of steps: [StepReport]) {
    for step in steps where step.failure == nil { add(step) }
  }

  /// Whether rows, columns or tables are lost.
  public var isDataLost: Bool { !rows.isEmpty || !columns.isEmpty || !tables.isEmpty }

  /// Whether anything at all is lost.
  public var isEmpty: Bool { !isDataLost && objects.isEmpty }

  /// The sum of the rows that are lost.
  public var rowCount: Int64 { rows.reduce(0) { $0 + $1.count } }

  /// The words an operator types to agree, or `nil` when no data is lost.
  public var phrase: String? {
    func count(_ number: Int64, _ noun: String) -> String {
      "lose \(number) \(noun)\(number == 1 ? "" : "s")"
    }
    if rowCount > 0 { return count(rowCount, "row") }
    if !tables.isEmpty { return count(Int64(tables.count), "table") }
    if !columns.isEmpty { return count(Int64(columns.count), "column") }
    return nil
  }

  private mutating func add(_ step: StepReport) {
    let changes = step.changes.changes
    let renamed = Self.renamedTables(of: step)
    let isTableThere = Set(step.schemaAfter.objects.filter { $0.kind == .table }.map(\.name))
    for table in step.rows where !renamed.contains(table.table) {
      // A recreated table was emptied on the way; what counts is what came back.
      let count =
        table.isRecreated || table.after == nil
        ? table.lost : max(table.lost, table.deleted)
      guard count > 0 else { continue }
      rows.append(
        Rows(
          table: table.table, count: count,
          isCascade: table.after != nil && table.cascaded > 0,
          tableIsGone: table.after == nil))
    }
    for change in changes {
      switch change {
      case .removed(let object) where object.kind == .table:
        if !renamed.contains(object.name) { tables.append(object.name) }
      case .removed(let object):
        if object.kind == .view || isTableThere.contains(object.tableName) {
          objects.append(object)
        }
      case .changed(_, let after) where after.kind == .table:
        let isRecreated = step.rows.contains { $0.table == after.name && $0.isRecreated }
        let kept = isRecreated ? [] : change.renamedColumns.map(\.before)
        columns += change.removedColumns.filter { !kept.contains($0) }
          .map { Column(table: after.name, column: $0) }
      default:
        break
      }
    }
  }

  /// The old names of tables whose rows stand, uncopied, under a new name after the step.
  ///
  /// `CREATE TABLE AS` is not seen to insert, so a table that takes some columns of another, which
  /// is then dropped, looks like a new name for it: the columns must have come along.
  private static func renamedTables(of step: StepReport) -> Set<String> {
    var arrived = step.rows.filter { $0.before == nil && $0.after != nil && $0.inserted == 0 }
    var renamed: Set<String> = []
    for gone in step.rows where gone.after == nil && gone.deleted == 0 {
      guard let columns = step.schemaBefore.columns(of: gone.table),
        let match = arrived.firstIndex(where: {
          $0.after == gone.before
            && Set(step.schemaAfter.columns(of: $0.table) ?? []).isSuperset(of: columns)
        })
      else { continue }
      arrived.remove(at: match)
      renamed.insert(gone.table)
    }
    return renamed
  }
}
