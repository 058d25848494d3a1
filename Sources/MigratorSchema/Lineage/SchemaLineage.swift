public import SQLSyntax

/// Maps the tables and columns of an earlier schema to the current ones.
///
/// A table or column that was only renamed is still the same one. A table that was dropped and
/// re-created is a different one, called the successor. Its columns correspond to the former ones
/// with the same names at that time, and to those whose values they keep.
public struct SchemaLineage: Sendable, Hashable {
  private struct Table: Hashable {
    /// The former name, or `nil` for a new table that does not replace another.
    var origin: SQLName?
    /// True if the table was created to replace the former one.
    var isSuccessor = false
    /// Its earlier names, the latest one last.
    var formerNames: [SQLName] = []
    var renamed: [SQLName: SQLName] = [:]
    /// The dropped columns, by their former names.
    var dropped: Set<SQLName> = []
    var added: Set<SQLName> = []

    /// The former name of a column that existed before.
    func columnOrigin(_ column: SQLName) -> SQLName {
      renamed.first { $0.value == column }?.key ?? column
    }

    /// The successor of this dropped table, with columns mapped to the original ones.
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

  /// The names of the tables in the earlier schema.
  private let origins: Set<SQLName>
  /// The affected tables by current name; `nil` for names that are now unused.
  private var touched: [SQLName: Table?] = [:]
  /// The current names of renamed tables; `nil` for dropped tables.
  private var names: [SQLName: SQLName?] = [:]
  /// The current names of successors, by the former names of the tables they replace.
  private var successors: [SQLName: SQLName] = [:]
  /// The dropped tables without a successor, by each of their names.
  private var gone: [SQLName: Table] = [:]
  private var made: Set<SchemaObject.Identity> = []
  /// True if a table or column was renamed, so that SQLite rewrote SQL that mentions it.
  public private(set) var hasRenames = false
  /// True if a table or column has a new name, by a rename or by its contents.
  private(set) var hasNewNames = false

  /// Follows the tables of a schema through statements.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables in the earlier schema.
  ///   - events: The changes in order, without those that were rolled back.
  /// - Complexity: O(*m*) for *m* events.
  public init(tables: Set<SQLName>, events: [SchemaEvent]) {
    origins = tables
    for event in events { apply(event) }
  }

  /// Follows the tables of a schema through statements.
  ///
  /// - Parameters:
  ///   - before: The earlier schema.
  ///   - events: The changes in order, without those that were rolled back.
  /// - Complexity: O(*m*) for *m* events.
  public init(of before: SchemaSnapshot, events: [SchemaEvent]) {
    self.init(tables: before.tableNames, events: events)
  }

  private subscript(name: SQLName) -> Table? {
    get {
      if let table = touched[name] { return table }
      return origins.firstIndex(of: name).map { Table(origin: origins[$0]) }
    }
    set { touched[name] = .some(newValue) }
  }

  /// The current table with a former name, or its successor.
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
      // The table may have been dropped under another name.
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
    // The new table may already have its name: the old one was renamed first and dropped last.
    for former in table.formerNames where former != name { succeed(under: former) }
  }

  /// Makes a new table the successor of the dropped table with the same name.
  private mutating func succeed(under name: SQLName) { succeed(to: name, under: name) }

  /// Makes a new table the successor of the dropped table that once had a certain name.
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
  /// Returns the current name of a table.
  ///
  /// - Parameter name: The former name.
  /// - Returns: The name, or `nil` if the table was dropped.
  public func present(ofTable name: SQLName) -> SQLName? {
    if let present = names[name] { return present }
    return origins.firstIndex(of: name).map { origins[$0] }
  }

  /// Returns the former name of a table.
  ///
  /// - Parameter name: The current name.
  /// - Returns: The name, or `nil` if the table was created since.
  public func former(ofTable name: SQLName) -> SQLName? {
    self[name].flatMap { $0.isSuccessor ? nil : $0.origin }
  }

  func successor(ofTable name: SQLName) -> SQLName? { successors[name] }

  /// Returns the current name of a table, or of its successor if it was dropped.
  ///
  /// - Parameter name: The former name.
  /// - Returns: The name, or `nil` if the table was dropped and has no successor.
  public func place(ofTable name: SQLName) -> SQLName? {
    present(ofTable: name) ?? successor(ofTable: name)
  }

  /// Returns the former name of the table that a successor replaces.
  ///
  /// - Parameter name: The current name of the successor.
  /// - Returns: The name, or `nil` if the table does not replace another.
  public func predecessor(ofTable name: SQLName) -> SQLName? {
    self[name].flatMap { $0.isSuccessor ? $0.origin : nil }
  }

  /// Returns the current name of a column.
  ///
  /// - Parameters:
  ///   - column: The former name.
  ///   - table: The former name of the table.
  /// - Returns: The name, or `nil` if the column was dropped, or if its table was dropped and has
  ///   no successor.
  public func present(ofColumn column: SQLName, in table: SQLName) -> SQLName? {
    guard let table = self.table(from: table), !table.dropped.contains(column) else { return nil }
    return table.renamed[column] ?? column
  }

  /// Returns whether the known statements produce the current columns of a table.
  ///
  /// If not, something else changed the table.
  func explains(_ columns: Set<SQLName>, of former: SQLName, with before: [SQLName]) -> Bool {
    guard let table = table(from: former) else { return false }
    let kept = before.filter { !table.dropped.contains($0) }.map { table.renamed[$0] ?? $0 }
    return kept.count + table.added.count == columns.count
      && columns == table.added.union(kept)
  }

  /// Returns the new name of a table, or `nil` if the name is unchanged.
  func newName(ofTable former: SQLName) -> SQLName? {
    guard let name = place(ofTable: former), let origin = self[name]?.origin,
      !name.text.hasSameBytes(as: origin.text)
    else { return nil }
    return name
  }

  /// Returns the new name of a column, or `nil` if the name is unchanged.
  func newName(ofColumn column: SQLName, in former: SQLName) -> SQLName? {
    table(from: former)?.renamed[column]
  }

  /// Returns whether a table, or a column of any table, was renamed from one name to the other.
  func isRenamed(_ former: SQLName, to name: SQLName) -> Bool {
    present(ofTable: former) == name
      || touched.values.contains { $0?.renamed[former] == name }
  }

  func hasOtherColumns(in former: SQLName) -> Bool {
    guard let table = table(from: former) else { return false }
    return !table.added.isEmpty || !table.dropped.isEmpty || !table.renamed.isEmpty
  }

  func isMade(_ kind: SchemaObject.Kind, _ name: SQLName) -> Bool {
    made.contains(SchemaObject.Identity(kind: kind, name: name))
  }
}
