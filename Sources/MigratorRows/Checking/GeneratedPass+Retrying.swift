internal import MigratorEngine
internal import MigratorSQLite
internal import SQLSyntax

/// Runs of a migration on rows that a usual batch does not contain.
extension GeneratedPass {
  /// Runs a migration again on rows that only its new foreign keys forbid.
  ///
  /// Only failures and violations are reported: a migration that adds a key may delete such rows.
  mutating func tryOrphans(
    of keys: [AddedForeignKey], _ identifier: String, _ beginning: GeneratedPass,
    _ image: ScratchState.Image
  ) throws {
    if keys.isEmpty { return }
    try onImage(image) { pass in
      let tried = try pass.retry(identifier, beginning) { _, db in
        try !keys.filter { try $0.makeOrphan(db) }.isEmpty
      }
      pass.add(tried?.report.findings ?? []) { finding in
        switch finding.kind {
        case .mayFail: return true
        case .violations:
          finding.isOfNewKey = true
          return true
        default: return false
        }
      }
    }
  }

  /// Runs a migration again on rows that only its new unique keys forbid.
  ///
  /// Only failures are reported: a migration that adds a key may delete such rows.
  mutating func tryDuplicates(
    of keys: [AddedUniqueKey], _ identifier: String, _ beginning: GeneratedPass,
    _ image: ScratchState.Image
  ) throws {
    let isKnown = report.findings.contains { finding in
      guard finding.migration == identifier, case .mayFail(let failure, _, _) = finding.kind else {
        return false
      }
      return failure.message.hasPrefix("UNIQUE constraint failed")
    }
    if keys.isEmpty || isKnown { return }
    try onImage(image) { pass in
      let tried = try pass.retry(identifier, beginning) { pass, db in
        try !pass.generator.insert(
          keys.map { ($0.table, $0.values) }, db, excluding: pass.migrations.ledgerTables
        ).isEmpty
      }
      pass.add(tried?.report.findings ?? []) {
        if case .mayFail = $0.kind { true } else { false }
      }
    }
  }

  /// Runs a migration again on more rows than a statement of it copies.
  mutating func tryLimits(
    of identifier: String, _ beginning: GeneratedPass, _ image: ScratchState.Image
  ) throws {
    let copies = statements(of: identifier).compactMap(LimitedCopy.init)
    if copies.isEmpty { return }
    let tables = Set(beginning.contents.tables.map(\.name))
    try onImage(image) { pass in
      let tried = try pass.retry(identifier, beginning) { pass, db in
        var rows: [(table: SQLName, values: [SQLName: DatabaseValue])] = []
        for copy in copies {
          for table in copy.names.intersection(tables).sorted() {
            rows += Array(repeating: (table, [:]), count: copy.limit + 1)
          }
        }
        return try !pass.generator.insert(rows, db, excluding: pass.migrations.ledgerTables).isEmpty
      }
      pass.add(tried?.report.findings ?? []) {
        if case .loss(.rows, _, _, _) = $0.kind { true } else { false }
      }
    }
  }

  /// Runs a migration again on rows that have the keys of rows that it writes.
  mutating func trySeeds(
    of identifier: String, _ beginning: GeneratedPass, _ image: ScratchState.Image
  ) throws {
    let seeds = statements(of: identifier).flatMap { statement in
      SeedRow.all(in: statement.sql).map { (statement, $0) }
    }
    if seeds.isEmpty { return }
    try onImage(image) { pass in
      var generator = beginning.generator
      let rows = try pass.scratch.access(new: true) { db in
        try seeds.compactMap { statement, seed -> (ScriptStatement, InsertedRow)? in
          guard let table = beginning.contents[seed.table] else { return nil }
          let key = try seed.key(of: table.layout, db)
          if key.isEmpty { return nil }
          if let row = table.row(with: key) {
            // Other values that are found later would prove nothing, so new ones replace them.
            if pass.isSeeded(table.rows[row]) { return nil }
            let place = beginning.contents.index(of: seed.table).map {
              RowPlace(table: $0, row: row)
            }
            try db.delete([place].compactMap(\.self), of: beginning.contents)
          }
          return try generator.insert(
            [(seed.table, key)], db, excluding: pass.migrations.ledgerTables
          ).first.map { (statement, $0) }
        }
      }
      if rows.isEmpty { return }
      try pass.scratch.renew { _ in false }
      let after = try pass.scratch.access { db -> DatabaseContents? in
        let ran = try pass.migrations.run(
          identifier, on: db, cancellation: pass.cancellation)
        if ran.failure != nil { return nil }
        var reader = ContentReader(besides: pass.reader.excluded)
        return try reader.contents(db, pass.migrations.schema(db))
      }
      guard let after else { return }
      let search = TokenSearch(after, for: generator.ownValues)
      pass.add(
        rows.compactMap { statement, row in
          GeneratedFinding(row, replacedBy: statement, in: identifier, search)
        }
      ) { _ in true }
    }
  }

  /// True unless the row has only texts that no migration contains.
  private func isSeeded(_ row: DatabaseContents.Row) -> Bool {
    let texts = row.values.compactMap { value -> String? in
      if case .string(let text) = value.storage, !text.isEmpty { text } else { nil }
    }
    let scripts = migrations.identifiers.compactMap { migrations.script(of: $0)?.text }
    return texts.isEmpty || texts.contains { text in scripts.contains { $0.contains(text) } }
  }

  private func statements(of identifier: String) -> [ScriptStatement] {
    (try? migrations.script(of: identifier)?.statements()).map { Array($0) } ?? []
  }

  /// Calls a closure with the database before the migration, and restores the current one.
  private mutating func onImage(
    _ image: ScratchState.Image, _ body: (inout GeneratedPass) throws -> Void
  ) throws {
    let present = try scratch.image()
    defer { try? scratch.restore(present) }
    try scratch.restore(image)
    try body(&self)
  }

  /// Adds accepted findings that are not known yet.
  private mutating func add(
    _ findings: [GeneratedFinding], if isAccepted: (inout GeneratedFinding) -> Bool
  ) {
    let known = Set(report.findings.map(\.subject))
    for var finding in findings where !known.contains(finding.subject) && isAccepted(&finding) {
      report.findings.append(finding)
    }
  }
}

/// A statement that copies at most a certain number of rows.
private struct LimitedCopy {
  let limit: Int
  /// All names in the statement.
  let names: Set<SQLName>

  /// The limits that the rows of a usual batch may not exceed, and that few enough rows do.
  private static let limits = 5...5000

  init?(_ statement: ScriptStatement) {
    let tokens = SQLTokenizer.tokens(of: statement.sql).filter { !$0.isTrivia }
    guard let first = tokens.first, ["INSERT", "REPLACE", "CREATE"].contains(where: first.isWord),
      tokens.contains(where: { $0.isWord("SELECT") }),
      !tokens.contains(where: { $0.isWord("TRIGGER") }),
      let place = tokens.lastIndex(where: { $0.isWord("LIMIT") }), place + 1 < tokens.count,
      let limit = Int(tokens[place + 1].text), Self.limits.contains(limit)
    else { return nil }
    self.limit = limit
    names = Set(tokens.compactMap(\.name))
  }
}

extension GeneratedFinding {
  /// Creates the finding about a row that a statement with the same key replaces; `nil` if all its
  /// values are still found.
  fileprivate init?(
    _ row: InsertedRow, replacedBy statement: ScriptStatement, in identifier: String,
    _ search: TokenSearch
  ) {
    let own = row.cells.indices.filter { row.cells[$0].isOwn }
    let lost = own.filter { !search.finds(row.cells[$0].value) }
    guard let first = lost.first else { return nil }
    let (table, columns) = (row.table, row.columns)
    let example = ExampleRow(table: table, columns: columns, values: row.cells.map(\.value))
    let isWhole = lost.count == own.count && !LossStatement.updatesOnConflict(statement.sql)
    self.init(
      .loss(
        isWhole ? .rows : .replaced, table: table, column: isWhole ? nil : columns[first], count: 1),
      of: identifier, statement: statement, before: [example],
      isExplicit: LossStatement.updatesOnConflict(statement.sql))
  }
}

extension DatabaseContents.Table {
  /// The row with a key, or `nil`.
  fileprivate func row(with key: [SQLName: DatabaseValue]) -> Int? {
    let places = key.compactMap { name, value in layout.index(of: name).map { ($0, value) } }
    return rows.firstIndex { row in
      places.allSatisfy { row.values[$0].comparable == $1.comparable }
    }
  }
}
