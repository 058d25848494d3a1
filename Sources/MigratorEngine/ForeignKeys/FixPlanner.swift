internal import MigratorSQLite
internal import SQLSyntax

/// Determines how the violations of one foreign key can be fixed, and writes the statements.
struct FixPlanner {
  private let key: ForeignKeyInfo
  private let origin: TableShape
  private let parent: TableShape
  private let catalog: ForeignKeyCatalog
  private let db: Database
  /// The parent key, or `nil` if SQLite finds none.
  private let lookup: ParentLookup?
  /// How many parents are offered.
  private static let parentLimit = 100
  /// Longer keys are not offered, because they cannot be read in a list.
  private static let literalLimit = 80

  init(_ key: ForeignKeyInfo, _ db: Database) throws {
    (self.key, self.db) = (key, db)
    catalog = ForeignKeyCatalog(db)
    origin = try catalog.table(key.originTable)
    parent = try catalog.table(key.destinationTable)
    lookup = try key.foundKey(catalog, db)
  }

  private var child: String { key.originTable.quotedDatabaseIdentifier }
  private var parentExists: Bool { !parent.columns.isEmpty }
  private var nullable: [String] { origin.nullableColumns(among: key.originColumns) }

  /// The possible ways come first in the order of ``FixAction/Kind``, which ends with the loss of rows.
  func options() throws -> [FixOption] {
    try FixAction.Kind.allCases.map { kind in
      if let obstacle = try obstacle(to: kind) { return FixOption(kind, obstacle: obstacle) }
      return switch kind {
      case .release, .delete: FixOption(kind)
      case .addParents: FixOption(kind, neededColumns: try catalog.neededColumns(of: key))
      case .map:
        FixOption(kind, neededColumns: key.destinationColumns, parents: try parents())
      }
    }
  }

  /// Why the schema or the rows of the parent table do not permit a way, or `nil`.
  private func obstacle(to kind: FixAction.Kind) throws -> String? {
    let missing =
      parentExists ? nil : "The table \(key.destinationTable) does not exist."
    let uncheckable =
      lookup == nil ? "SQLite cannot check this foreign key." : nil
    switch kind {
    case .release:
      return nullable.isEmpty
        ? "\(key.originColumns.joined(separator: ", ")) of \(key.originTable) cannot be NULL." : nil
    case .delete: return nil
    case .addParents:
      let computed = fixed(key.destinationColumns, of: parent)
      return missing ?? uncheckable
        ?? computed.map { "\($0) of \(key.destinationTable) is a generated column." }
    case .map:
      if let missing = missing ?? uncheckable { return missing }
      if let computed = fixed(key.originColumns, of: origin) {
        return "\(computed) of \(key.originTable) is a generated column."
      }
      let hasParents = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(parentName))")
      return hasParents == true ? nil : "\(key.destinationTable) has no rows."
    }
  }

  /// The first of these columns that cannot be written.
  private func fixed(_ names: [String], of table: TableShape) -> String? {
    let written = Set(table.storedColumns.map { SQLName($0.name) })
    return names.first { !written.contains(SQLName($0)) }
  }

  private var parentName: String { key.destinationTable.quotedDatabaseIdentifier }

  private func parents() throws -> [FixOption.Parent] {
    let names = key.destinationColumns
    let keyNames = Set(names.map(SQLName.init(_:)))
    let others = parent.storedColumns.map(\.name).filter { !keyNames.contains(SQLName($0)) }
      .prefix(3)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \((names + others).identifierList) FROM \(parentName)
        ORDER BY \(names.identifierList) LIMIT \(Self.parentLimit)
        """)
    return try rows.compactMap { row in
      let values = try (0..<names.count + others.count).map {
        try row.decode(DatabaseValue.self, atIndex: $0)
      }
      let literals = values.prefix(names.count).map(\.sqlLiteral)
      guard !values.prefix(names.count).contains(.null),
        literals.allSatisfy({ $0.utf8.count <= Self.literalLimit })
      else { return nil }
      let words = zip(others, values.dropFirst(names.count)).map {
        "\($0) \(String($1.sqlLiteral.prefix(40)))"
      }
      return FixOption.Parent(key: literals, words: words.joined(separator: ", "))
    }
  }

  /// Writes the statement of an action.
  ///
  /// Throws ``FixRefusal`` if it is not possible, a value is missing, or an expression is not
  /// valid.
  func fix(_ action: FixAction) throws -> GroupFix {
    if let obstacle = try obstacle(to: action.kind) { throw FixRefusal(obstacle) }
    // The alias distinguishes the rows of a table that refers to itself.
    let condition = try key.probedKey(catalog, db).violation(
      by: child, columns: key.originColumns, of: parentName,
      as: SQLName(key.originTable) == "parent" ? "referred" : "parent", hasLines: true)
    let sql =
      switch action {
      case .release: update(nullable.map { ($0, "NULL") }, where: condition)
      case .delete: "DELETE FROM \(child)\nWHERE \(condition);"
      case .map(let values): try map(to: values, where: condition)
      case .addParents(let values): try insertion(values, where: condition)
      }
    return GroupFix(action: action, foreignKey: key, sql: sql)
  }

  private func update(_ values: [(String, String)], where condition: String) -> String {
    let assignments = values.map { "\($0.quotedDatabaseIdentifier) = \($1)" }
    return "UPDATE \(child)\nSET \(assignments.joined(separator: ", "))\nWHERE \(condition);"
  }

  private func map(to values: [String], where condition: String) throws -> String {
    guard values.count == key.destinationColumns.count else {
      throw FixRefusal(
        "The key of \(key.destinationTable) requires a value for "
          + "\(key.destinationColumns.joined(separator: ", ")).")
    }
    try values.forEach(requireExpression)
    let pairs = zip(key.destinationColumns, values).map {
      "\($0.quotedDatabaseIdentifier) = (\($1))"
    }
    let found = try Bool.fetchOne(
      db,
      sql:
        "SELECT EXISTS (SELECT 1 FROM \(parentName) WHERE \(pairs.joined(separator: " AND ")))")
    guard found == true else {
      let words = zip(key.destinationColumns, values).map { "\($0) \($1)" }
      throw FixRefusal("No row of \(key.destinationTable) has \(words.joined(separator: ", ")).")
    }
    return update(Array(zip(key.originColumns, values)), where: condition)
  }

  /// Several rows can lack the same parent, also one that differs only in case or type, so a parent
  /// that was just added is skipped.
  private func insertion(_ values: [ParentValue], where condition: String) throws -> String {
    let names = parent.storedColumns.map(\.name)
    for value in values {
      guard names.contains(where: { SQLName($0) == SQLName(value.column) }) else {
        throw FixRefusal("\(key.destinationTable) has no column \(value.column).")
      }
      try requireExpression(value.expression)
    }
    let given = Set(values.map { SQLName($0.column) })
    if let needed = try catalog.neededColumns(of: key).first(where: { !given.contains(SQLName($0)) }
    ) {
      throw FixRefusal(
        "\(key.destinationTable).\(needed) requires a value: it is NOT NULL and has no default.")
    }
    let columns = (key.destinationColumns + values.map(\.column)).identifierList
    let sources =
      key.originColumns.map { "\(child).\($0.quotedDatabaseIdentifier)" } + values.map(\.expression)
    return """
      INSERT INTO \(parentName) (\(columns))
      SELECT \(sources.joined(separator: ", "))
      FROM \(child)
      WHERE \(condition)
      ON CONFLICT (\(key.destinationColumns.identifierList)) DO NOTHING;
      """
  }

  private func requireExpression(_ text: String) throws {
    guard SQLTokenizer.isExpression(text) else {
      throw FixRefusal(
        "\(text) is not a single SQL expression.", "Write text in single quotes: 'unknown'.")
    }
  }
}

extension ForeignKeyCatalog {
  /// The columns of the parent that a new row must have besides the key: NOT NULL without default.
  func neededColumns(of key: ForeignKeyInfo) throws -> [String] {
    let parent = try table(key.destinationTable)
    let given = Set(key.destinationColumns.map(SQLName.init(_:)))
    let filled = try parent.rowIDColumn(indexes(of: key.destinationTable))
    return parent.columns.filter { column in
      !given.contains(SQLName(column.name)) && column.name != filled && column.isOrdinary
        && column.isNotNull && column.defaultValueSQL == nil
    }.map(\.name)
  }
}
