internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// The correspondence between the tables and columns of two schemas.
struct SchemaMatch {
  /// The new names of the tables that remain, by their old names.
  private(set) var tables: [SQLName: SQLName] = [:]
  /// The new names of the columns that remain, by their old names; the tables are also given by
  /// their old names.
  private(set) var columns: [ColumnName: SQLName] = [:]
  /// The questions that the answers leave open.
  private(set) var questions: [WriterQuestion] = []

  private var used: Set<WriterAnswers.Rename> = []
  /// The old names of the tables, by their new ones.
  private var formerTables: [SQLName: SQLName] = [:]
  /// The old names of the columns, by their new ones; the tables are given by their old names.
  private var sources: [ColumnName: SQLName] = [:]

  /// Matches two schemas.
  ///
  /// Equal names denote the same table or column, unless an answer states otherwise.
  ///
  /// Throws ``WriterRefusal`` if an answer does not apply to anything.
  init(_ old: [TableFacts], _ new: [TableFacts], _ answers: WriterAnswers) throws {
    try matchTables(old, new, answers)
    let newTables = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for table in old {
      guard let name = tables[table.name], let target = newTables[name] else { continue }
      try matchColumns(table, target, answers)
    }
    if let unused = answers.renames.first(where: { !used.contains($0) }) {
      throw WriterRefusal.answer(
        unused.text, reason: "the schemas have no such table or column that could be renamed")
    }
  }

  /// Returns the old name of a column, given its new name and the old name of its table.
  func source(of column: SQLName, in table: SQLName) -> SQLName? {
    sources[ColumnName(table, column)]
  }

  /// Returns the old name of a table, given by its new name.
  func formerTable(of table: SQLName) -> SQLName? { formerTables[table] }

  private mutating func matchTables(
    _ old: [TableFacts], _ new: [TableFacts], _ answers: WriterAnswers
  ) throws {
    let pairs = try renames(
      answers.renames.filter { $0.table == nil }, old: old.map(\.name), new: new.map(\.name))
    tables = pairs
    formerTables = Dictionary(pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let taken = Set(tables.values)
    let missing = old.filter {
      tables[$0.name] == nil && !answers.dropped.contains(.init(table: nil, name: $0.name))
    }
    let added = new.filter { !taken.contains($0.name) }
    guard !answers.hasNoOtherRenames else { return }
    questions += missing.compactMap { table in
      let candidates = added.filter { $0.object.isVirtual == table.object.isVirtual }.map(\.name)
      return candidates.isEmpty ? nil : .table(table.name, candidates: candidates)
    }
  }

  private mutating func matchColumns(
    _ old: TableFacts, _ new: TableFacts, _ answers: WriterAnswers
  ) throws {
    let own = answers.renames.filter { $0.table == old.name || $0.table == new.name }
    // Computed columns store nothing that a new name could keep.
    let present = old.columns.map { SQLName($0.name) }
    let wanted = new.columns.map { SQLName($0.name) }
    let pairs = try renames(own, old: present, new: wanted)
    for (column, name) in pairs {
      columns[ColumnName(old.name, column)] = name
      sources[ColumnName(old.name, name)] = column
    }
    if old.isContentIndex, new.isContentIndex { return }
    let taken = Set(pairs.values)
    let missing = present.filter {
      pairs[$0] == nil && !answers.dropped.contains(.init(table: old.name, name: $0))
    }
    let added = wanted.filter { !taken.contains($0) }
    guard !answers.hasNoOtherRenames, !added.isEmpty else { return }
    questions += missing.map { .column(ColumnName(old.name, $0), candidates: added) }
  }

  /// Pairs names: first by the answers, then equal ones.
  private mutating func renames(
    _ answers: [WriterAnswers.Rename], old: [SQLName], new: [SQLName]
  ) throws -> [SQLName: SQLName] {
    var map: [SQLName: SQLName] = [:]
    let (oldNames, newNames) = (Set(old), Set(new))
    for answer in answers where oldNames.contains(answer.old) && newNames.contains(answer.new) {
      if map[answer.old] != nil || map.values.contains(answer.new) {
        throw WriterRefusal.answer(answer.text, reason: "another option uses the same name")
      }
      map[answer.old] = answer.new
      used.insert(answer)
    }
    let taken = Set(map.values)
    for name in old where map[name] == nil && newNames.contains(name) && !taken.contains(name) {
      map[name] = name
    }
    return map
  }
}
