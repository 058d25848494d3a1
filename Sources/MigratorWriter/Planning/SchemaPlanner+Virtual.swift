internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import MigratorPlatform
internal import SQLSyntax

extension SchemaPlanner {
  /// Replaces a virtual table with one that has another definition.
  ///
  /// Full-text indexes of another table are recomputed; other content is copied. `ALTER TABLE`
  /// cannot rename the columns of a virtual table, so the current table has the columns of the old
  /// one.
  mutating func changeVirtual(
    _ present: TableFacts, _ new: TableFacts, _ old: TableFacts
  ) throws {
    let name = new.name
    let (was, willBe) = (Self.shadows([present.object]), Self.shadows([new.object]))
    let isExternal = [was, willBe].map { !$0.contentIndexes.isEmpty }
    if isExternal == [true, true] {
      try run("DROP TABLE \(name.plain)", .changeObject(.table, name))
      return try run(new.object.definition, .changeObject(.table, name))
    }
    let columns = new.columns.compactMap { column in
      let name = SQLName(column.name)
      return match.source(of: name, in: old.name).map { (old: $0, new: name) }
    }
    let kept = Set(columns.map(\.old))
    let lost = present.columns.map { SQLName($0.name) }.filter { !kept.contains($0) }
    guard isExternal == [false, false], let module = was.module(of: name),
      let newModule = willBe.module(of: name), Self.stores(module), !columns.isEmpty,
      Self.isFullText(module)
        ? Self.isFullText(newModule) : module == newModule && columns.count == new.columns.count,
      !was.isContentless(name), !willBe.isContentless(name)
    else { throw WriterRefusal.virtualTable(name) }
    let taken = Set(try self.present().objects.map { SQLName($0.name) })
    var copy = "\(ProgramName.text)_old_\(name.text)"
    while taken.contains(SQLName(copy)) { copy += "_" }
    copy = copy.plainIdentifier
    // The first column of an R-tree is its rowid.
    let key = Self.isFullText(module) ? ["rowid"] : []
    let source = (key + columns.map(\.old.plain)).joined(separator: ", ")
    let target = (key + columns.map(\.new.plain)).joined(separator: ", ")
    let cells = (0..<(key.count + columns.count)).map { "c\($0)" }.joined(separator: ", ")
    for sql in [
      "CREATE TABLE \(copy) (\(cells))",
      "INSERT INTO \(copy) SELECT \(source) FROM \(name.plain)",
      "DROP TABLE \(name.plain)", new.object.definition,
      "INSERT INTO \(name.plain) (\(target)) SELECT \(cells) FROM \(copy)",
      "DROP TABLE \(copy)",
    ] {
      try run(sql, .copyVirtual(name))
    }
    plan.losses += lost.map { .column(ColumnName(name, $0)) }
  }

  /// True if columns of a virtual table get different names, for example if they exchange names.
  func renamesVirtualColumns(of old: TableFacts) -> Bool {
    old.object.isVirtual
      && old.columns.contains { column in
        let name = SQLName(column.name)
        return match.columns[ColumnName(old.name, name)].map { $0 != name } ?? false
      }
  }

  /// Fills the full-text indexes of other tables that the plan creates, or whose values it changes.
  mutating func fillIndexes() throws {
    let made = Set(
      plan.statements.compactMap { statement -> SQLName? in
        switch statement.reason {
        case .createObject(.table, let name), .changeObject(.table, let name): name
        default: nil
        }
      })
    for (index, table) in Self.shadows(wanted.all(.table)).contentIndexes
    where made.contains(index) || isOutdated(index, of: table) {
      try run("INSERT INTO \(index.plain) (\(index.plain)) VALUES ('rebuild')", .fillIndex(index))
    }
  }

  /// True if the plan changes values or rowids that an index contains.
  private func isOutdated(_ index: SQLName, of table: SQLName) -> Bool {
    guard let new = wantedTable(table), let old = formerTable(of: table) else { return false }
    if let key = new.rowIDColumn, match.source(of: key, in: old.name) != old.rowIDColumn {
      return true
    }
    let changed = Set(
      plan.notes.compactMap { note -> SQLName? in
        switch note {
        case .filled(let name, _, _), .converted(let name, _, _):
          name.table == table ? name.column : nil
        default: nil
        }
      })
    if changed.isEmpty { return false }
    return wantedTable(index)?.columns.contains { column in
      let name = SQLName(column.name)
      return changed.contains(name) || new.column(name)?.isGenerated ?? false
    } ?? false
  }

  private static func isFullText(_ module: SQLName) -> Bool {
    ["fts3", "fts4", "fts5"].contains(module)
  }

  private static func stores(_ module: SQLName) -> Bool {
    isFullText(module) || ["rtree", "rtree_i32"].contains(module)
  }

  private static func shadows(_ tables: [SchemaObject]) -> ShadowTables {
    ShadowTables(tables: tables.map { (SQLName($0.name), $0.sql) }) { [] }
  }
}
