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

  /// The names of the tables before.
  private let origins: Set<SQLName>
  /// The tables to which something was done, under their present names; `nil` under names that are free now.
  private var touched: [SQLName: Table?] = [:]
  /// The present names of tables that were renamed; `nil` for those that are gone.
  private var names: [SQLName: SQLName?] = [:]
  private var made: Set<Object> = []
  /// Whether a table or a column was renamed, so that SQLite wrote texts anew that mention it.
  public private(set) var hasRenames = false

  /// Follows the tables of a schema through statements.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables before.
  ///   - events: What was done, in order, without what was rolled back.
  /// - Complexity: O(*m*) for *m* events.
  public init(tables: Set<SQLName>, events: [SchemaEvent]) {
    origins = tables
    for event in events { apply(event) }
  }

  /// Follows the tables of a schema through statements.
  ///
  /// - Parameters:
  ///   - before: The schema before.
  ///   - events: What was done, in order, without what was rolled back.
  /// - Complexity: O(*m*) for *m* events.
  public init(of before: SchemaSnapshot, events: [SchemaEvent]) {
    self.init(tables: before.tableNames, events: events)
  }

  /// The table of a present name.
  private subscript(name: SQLName) -> Table? {
    get {
      if let table = touched[name] { return table }
      return origins.firstIndex(of: name).map { Table(origin: origins[$0]) }
    }
    set { touched[name] = .some(newValue) }
  }

  /// The present table of a name before.
  private func table(from former: SQLName) -> Table? {
    present(ofTable: former).flatMap { self[$0] }
  }

  private mutating func apply(_ event: SchemaEvent) {
    switch event {
    case .created(.table, let name):
      if self[name] == nil { self[name] = Table(origin: nil) }
    case .created(let kind, let name): made.insert(Object(kind: kind, name: name))
    case .dropped(.table, let name):
      if let origin = self[name]?.origin { names[origin] = .some(nil) }
      self[name] = nil
    case .dropped: break
    case .tableRenamed(let name, let new):
      guard let table = self[name] else { return }
      self[name] = nil
      self[new] = table
      if let origin = table.origin { names[origin] = new }
      hasRenames = true
    case .columnAdded(let column, let table): self[table]?.added.insert(column)
    case .columnDropped(let column, let table):
      if self[table]?.added.remove(column) != nil { return }
      guard let origin = columnOrigin(column, of: table) else { return }
      self[table]?.renamed[origin] = nil
      self[table]?.dropped.insert(origin)
    case .columnRenamed(let column, let new, let table):
      hasRenames = true
      if self[table]?.added.remove(column) != nil {
        self[table]?.added.insert(new)
      } else if let origin = columnOrigin(column, of: table) {
        self[table]?.renamed[origin] = new
      }
    }
  }

  /// The name before of a column that was not added since.
  private func columnOrigin(_ column: SQLName, of table: SQLName) -> SQLName? {
    self[table].map { table in table.renamed.first { $0.value == column }?.key ?? column }
  }
}

extension SchemaLineage {
  /// Returns the present name of a table.
  ///
  /// - Parameter name: The name before.
  /// - Returns: The name, or `nil` when the table is gone.
  public func present(ofTable name: SQLName) -> SQLName? {
    if let present = names[name] { return present }
    return origins.firstIndex(of: name).map { origins[$0] }
  }

  /// Returns the name before of a table.
  ///
  /// - Parameter name: The present name.
  /// - Returns: The name, or `nil` when the table was made since.
  public func former(ofTable name: SQLName) -> SQLName? { self[name]?.origin }

  /// Returns the present name of a column.
  ///
  /// - Parameters:
  ///   - column: The name before.
  ///   - table: The table's name before.
  /// - Returns: The name, or `nil` when the column, or its table, is gone.
  public func present(ofColumn column: SQLName, in table: SQLName) -> SQLName? {
    guard let table = self.table(from: table), !table.dropped.contains(column) else { return nil }
    return table.renamed[column] ?? column
  }

  /// Returns whether the columns of a table are those that it must have now.
  ///
  /// Where they are not, something else changed the table than the statements that are known.
  func explains(_ columns: Set<SQLName>, of former: SQLName, with before: [SQLName]) -> Bool {
    guard let table = table(from: former) else { return false }
    let kept = before.filter { !table.dropped.contains($0) }.map { table.renamed[$0] ?? $0 }
    return kept.count + table.added.count == columns.count
      && columns == table.added.union(kept)
  }

  /// Returns the name that a table was given, or `nil` when it has the one it had.
  func newName(ofTable former: SQLName) -> SQLName? {
    guard let name = present(ofTable: former), let origin = self[name]?.origin,
      !name.text.hasSameBytes(as: origin.text)
    else { return nil }
    return name
  }

  /// Returns the name that a column was given, or `nil` when it has the one it had.
  func newName(ofColumn column: SQLName, in former: SQLName) -> SQLName? {
    table(from: former)?.renamed[column]
  }

  /// Returns whether columns of a table were added, dropped or renamed.
  func hasOtherColumns(in former: SQLName) -> Bool {
    guard let table = table(from: former) else { return false }
    return !table.added.isEmpty || !table.dropped.isEmpty || !table.renamed.isEmpty
  }

  /// Returns whether an index, view or trigger was made since.
  func isMade(_ kind: SchemaObject.Kind, _ name: SQLName) -> Bool {
    made.contains(Object(kind: kind, name: name))
  }
}
