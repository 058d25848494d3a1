public import SQLSyntax

/// Which tables and columns of a schema are those of an earlier one, under whatever names.
///
/// A table or column is the same one only where nothing but renaming was done to it. One that was
/// dropped and made anew is another, although it has the name of the first: its successor, whose columns
/// are those that had their names when it took the other's place, and those that keep all their values.
public struct SchemaLineage: Sendable, Hashable {
  private struct Table: Hashable {
    /// The name before, or `nil` for a table made since that has nobody's place.
    var origin: SQLName?
    /// Whether it was made in the place of the table before.
    var isSuccessor = false
    /// The names that it had and has no more, the last one last.
    var formerNames: [SQLName] = []
    /// The present names of columns that were renamed.
    var renamed: [SQLName: SQLName] = [:]
    /// The columns, under their names before, that are gone.
    var dropped: Set<SQLName> = []
    /// The present names of columns that were added.
    var added: Set<SQLName> = []

    /// The name before of a column that was not added since.
    func columnOrigin(_ column: SQLName) -> SQLName {
      renamed.first { $0.value == column }?.key ?? column
    }

    /// The table that was made in the place of this one, which is gone, from the columns of this
    /// one on.
    func succeeded(by successor: Table) -> Table {
      var table = successor
      table.origin = origin
      table.isSuccessor = true
      table.dropped = dropped.union(successor.dropped.map(columnOrigin))
      let taken = Set(renamed.values)
      table.renamed = renamed.mapValues { successor.renamed[$0] ?? $0 }
        .merging(
          successor.renamed.filter { !taken.contains($0.key) }, uniquingKeysWith: { own, _ in own }
        )
        .filter { !table.dropped.contains($0.key) }
      return table
    }
  }

  /// The names of the tables before.
  private let origins: Set<SQLName>
  /// The tables to which something was done, under their present names; `nil` under names that are free now.
  private var touched: [SQLName: Table?] = [:]
  /// The present names of tables that were renamed; `nil` for those that are gone.
  private var names: [SQLName: SQLName?] = [:]
  /// The present names of the tables that were made in the place of others, under the names of those before.
  private var successors: [SQLName: SQLName] = [:]
  /// The tables that are gone and have no successor, under all names that they had.
  private var gone: [SQLName: Table] = [:]
  private var made: Set<SchemaObject.Identity> = []
  /// Whether a table or a column was renamed, so that SQLite wrote texts anew that mention it.
  public private(set) var hasRenames = false
  /// Whether a table or a column goes on under another name, by a rename or by its contents.
  private(set) var hasNewNames = false

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

  /// The present table of a name before, or its successor.
  private func table(from former: SQLName) -> Table? {
    place(ofTable: former).flatMap { self[$0] }
  }

  private mutating func apply(_ event: SchemaEvent) {
    switch event {
    case .created(.table, let name):
      if self[name] == nil {
        self[name] = Table()
        succeed(under: name)
      }
    case .created(let kind, let name): made.insert(SchemaObject.Identity(kind: kind, name: name))
    case .dropped(.table, let name): drop(name)
    case .dropped: break
    case .tableRenamed(let name, let new):
      guard var table = self[name] else { return }
      (hasRenames, hasNewNames) = (true, true)
      table.formerNames.append(name)
      self[name] = nil
      self[new] = table
      if let origin = table.origin {
        if table.isSuccessor { successors[origin] = new } else { names[origin] = new }
      } else {
        succeed(under: new)
      }
    case .columnAdded(let column, let table): self[table]?.added.insert(column)
    case .columnDropped(let column, let table):
      if self[table]?.added.remove(column) != nil { return }
      guard let origin = self[table]?.columnOrigin(column) else { return }
      self[table]?.renamed[origin] = nil
      self[table]?.dropped.insert(origin)
    case .columnRenamed(let column, let new, let table):
      (hasRenames, hasNewNames) = (true, true)
      if self[table]?.added.remove(column) != nil {
        self[table]?.added.insert(new)
      } else if let origin = self[table]?.columnOrigin(column) {
        self[table]?.renamed[origin] = new
      }
    case .tableKept(let former, let name):
      // It may have gone under another name.
      guard let last = gone.first(where: { $0.value.origin == former })?.key else { return }
      hasNewNames = true
      succeed(to: last, under: name)
    case .columnKept(let column, let name, let table):
      guard self[table] != nil else { return }
      hasNewNames = true
      self[table]?.added.remove(name)
      self[table]?.dropped.remove(column)
      self[table]?.renamed[column] = name
    }
  }

  private mutating func drop(_ name: SQLName) {
    defer { self[name] = nil }
    guard var table = self[name], let origin = table.origin else { return }
    if table.isSuccessor { successors[origin] = nil } else { names[origin] = .some(nil) }
    table.formerNames.append(name)
    for former in table.formerNames { gone[former] = table }
    // It may have made room for the one that has its place: renamed first, and dropped last.
    for former in table.formerNames where former != name { succeed(under: former) }
  }

  /// Gives a table that was made since the place of the one that had its name and is gone.
  private mutating func succeed(under name: SQLName) { succeed(to: name, under: name) }

  /// Gives a table that was made since the place of one that is gone, and had a name.
  private mutating func succeed(to formerName: SQLName, under name: SQLName) {
    guard let table = self[name], table.origin == nil, let former = gone[formerName],
      let origin = former.origin
    else { return }
    self[name] = former.succeeded(by: table)
    successors[origin] = name
    for other in former.formerNames where gone[other]?.origin == origin { gone[other] = nil }
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
  public func former(ofTable name: SQLName) -> SQLName? {
    self[name].flatMap { $0.isSuccessor ? nil : $0.origin }
  }

  /// Returns the present name of the table that was made in the place of one that is gone, or `nil`
  /// when none has its place.
  func successor(ofTable name: SQLName) -> SQLName? { successors[name] }

  /// Returns the present name of a table, or of its successor where it is gone.
  ///
  /// - Parameter name: The name before.
  /// - Returns: The name, or `nil` when the table is gone and no other has its place.
  public func place(ofTable name: SQLName) -> SQLName? {
    present(ofTable: name) ?? successor(ofTable: name)
  }

  /// Returns the name before of the table that is gone, and in whose place another was made.
  ///
  /// - Parameter name: The present name of the other.
  /// - Returns: The name, or `nil` where a table has nobody's place.
  public func predecessor(ofTable name: SQLName) -> SQLName? {
    self[name].flatMap { $0.isSuccessor ? $0.origin : nil }
  }

  /// Returns the present name of a column.
  ///
  /// - Parameters:
  ///   - column: The name before.
  ///   - table: The table's name before.
  /// - Returns: The name, or `nil` when the column is gone, or its table without a successor.
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
    guard let name = place(ofTable: former), let origin = self[name]?.origin,
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
    made.contains(SchemaObject.Identity(kind: kind, name: name))
  }
}
