public import SQLSyntax

/// Which tables and columns of a schema are those of an earlier one, under whatever names.
///
/// A table or column is the same one only where nothing but renaming was done to it. One that was
/// dropped and made anew is another, although it has the name of the first.
public struct SchemaLineage: Sendable, Hashable {
  private struct Table: Hashable {
    /// The name before, or `nil` for a table made since.
    let origin: SQLName?
    /// The present names of columns that were renamed.
    var renamed: [SQLName: SQLName] = [:]
    /// The columns, under their names before, that are gone.
    var dropped: Set<SQLName> = []
    /// The present names of columns that were added.
    var added: Set<SQLName> = []
  }

  private struct Object: Hashable {
    let kind: SchemaObject.Kind
    let name: SQLName
  }

  /// The tables under their present names.
  private var tables: [SQLName: Table]
  /// The present names of the tables that are still there.
  private var names: [SQLName: SQLName]
  private var made: Set<Object> = []
  /// Whether a table or a column was renamed, so that SQLite wrote texts anew that mention it.
  public private(set) var hasRenames = false

  /// Follows the tables of a schema through statements.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables before.
  ///   - events: What was done, in order, without what was rolled back.
  /// - Complexity: O(*n* + *m*) for *n* tables and *m* events.
  public init(tables: some Sequence<SQLName>, events: [SchemaEvent]) {
    self.tables = Dictionary(
      tables.map { ($0, Table(origin: $0)) }, uniquingKeysWith: { first, _ in first })
    names = Dictionary(self.tables.keys.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    for event in events { apply(event) }
  }

  /// Follows the tables of a schema through statements.
  ///
  /// - Parameters:
  ///   - before: The schema before.
  ///   - events: What was done, in order, without what was rolled back.
  /// - Complexity: O(*n* + *m*) for *n* objects and *m* events.
  public init(of before: SchemaSnapshot, events: [SchemaEvent]) {
    self.init(
      tables: before.objects.lazy.filter { $0.kind == .table }.map { SQLName($0.name) },
      events: events)
  }

  private mutating func apply(_ event: SchemaEvent) {
    switch event {
    case .created(.table, let name):
      if tables[name] == nil { tables[name] = Table(origin: nil) }
    case .created(let kind, let name): made.insert(Object(kind: kind, name: name))
    case .dropped(.table, let name):
      if let origin = tables.removeValue(forKey: name)?.origin { names[origin] = nil }
    case .dropped: break
    case .tableRenamed(let name, let new):
      guard let table = tables.removeValue(forKey: name) else { return }
      tables[new] = table
      if let origin = table.origin { names[origin] = new }
      hasRenames = true
    case .columnAdded(let column, let table): tables[table]?.added.insert(column)
    case .columnDropped(let column, let table):
      if tables[table]?.added.remove(column) != nil { return }
      guard let origin = columnOrigin(column, of: table) else { return }
      tables[table]?.renamed[origin] = nil
      tables[table]?.dropped.insert(origin)
    case .columnRenamed(let column, let new, let table):
      hasRenames = true
      if tables[table]?.added.remove(column) != nil {
        tables[table]?.added.insert(new)
      } else if let origin = columnOrigin(column, of: table) {
        tables[table]?.renamed[origin] = new
      }
    }
  }

  /// The name before of a column that was not added since.
  private func columnOrigin(_ column: SQLName, of table: SQLName) -> SQLName? {
    tables[table].map { table in table.renamed.first { $0.value == column }?.key ?? column }
  }
}

extension SchemaLineage {
  /// Returns the present name of a table.
  ///
  /// - Parameter name: The name before.
  /// - Returns: The name, or `nil` when the table is gone.
  public func present(ofTable name: SQLName) -> SQLName? { names[name] }

  /// Returns the name before of a table.
  ///
  /// - Parameter name: The present name.
  /// - Returns: The name, or `nil` when the table was made since.
  public func former(ofTable name: SQLName) -> SQLName? { tables[name]?.origin }

  /// Returns the present name of a column.
  ///
  /// - Parameters:
  ///   - column: The name before.
  ///   - table: The table's name before.
  /// - Returns: The name, or `nil` when the column, or its table, is gone.
  public func present(ofColumn column: SQLName, in table: SQLName) -> SQLName? {
    guard let table = names[table].flatMap({ tables[$0] }), !table.dropped.contains(column)
    else { return nil }
    return table.renamed[column] ?? column
  }

  /// Returns whether the columns of a table are those that it must have now.
  ///
  /// Where they are not, something else changed the table than the statements that are known.
  func explains(_ columns: Set<SQLName>, of former: SQLName, with before: [SQLName]) -> Bool {
    guard let table = names[former].flatMap({ tables[$0] }) else { return false }
    let kept = before.filter { !table.dropped.contains($0) }.map { table.renamed[$0] ?? $0 }
    return kept.count + table.added.count == columns.count
      && columns == table.added.union(kept)
  }

  /// Returns the name that a table was given, or `nil` when it has the one it had.
  func newName(ofTable former: SQLName) -> SQLName? {
    guard let name = names[former], let origin = tables[name]?.origin,
      !name.text.hasSameBytes(as: origin.text)
    else { return nil }
    return name
  }

  /// Returns the name that a column was given, or `nil` when it has the one it had.
  func newName(ofColumn column: SQLName, in former: SQLName) -> SQLName? {
    names[former].flatMap { tables[$0]?.renamed[column] }
  }

  /// Returns whether columns of a table were added, dropped or renamed.
  func hasOtherColumns(in former: SQLName) -> Bool {
    guard let table = names[former].flatMap({ tables[$0] }) else { return false }
    return !table.added.isEmpty || !table.dropped.isEmpty || !table.renamed.isEmpty
  }

  /// Returns whether an index, view or trigger was made since.
  func isMade(_ kind: SchemaObject.Kind, _ name: SQLName) -> Bool {
    made.contains(Object(kind: kind, name: name))
  }
}
