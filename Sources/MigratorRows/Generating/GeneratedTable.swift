internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema

/// A table with everything that is needed to insert rows.
final class GeneratedTable {
  struct Column {
    let info: ColumnInfo
    let name: SQLName
    let words: NameWords
    let kind: ColumnKind
    let facts: ColumnFacts
    let values: ColumnValues
    /// True if rows may hold NULL and an app might write it.
    let isNullable: Bool
    /// True if values do not repeat, because of a constraint or because of the meaning of the name.
    let isIdentity: Bool
    /// True if a unique index has only this column.
    let isUnique: Bool
    /// The path under which ``OwnTokens`` supplies tokens for the column.
    let path: String
  }

  struct ForeignKey {
    /// The positions of the columns.
    let columns: [Int]
    let parent: SQLName
    let parentColumns: [SQLName]
    /// True if only a later version of the table declares the key.
    let isLater: Bool
  }

  let name: SQLName
  let sql: String
  let parts: [SchemaObject]
  let triggers: [String]
  let indexes: [String: String]
  let columns: [Column]
  /// The position of the column that is an alias of the rowid.
  let rowIDColumn: Int?
  /// The columns of each unique key, without the alias of the rowid.
  let keys: [[Int]]
  let foreignKeys: [ForeignKey]
  let insertion: String
  /// A name of the rowid, if the table has one.
  let rowIDName: SQLName?
  private let positions: [SQLName: Int]

  init(
    _ db: Database, _ name: SQLName, sql: String, parts: [SchemaObject], history: SchemaHistory
  ) throws {
    self.name = name
    self.sql = sql
    self.parts = parts
    triggers = parts.filter { $0.kind == .trigger }.compactMap(\.sql)
    self.indexes = Dictionary(
      parts.filter { $0.kind == .index }.map { ($0.name, $0.sql ?? "") }, uniquingKeysWith: { $1 })
    let shape = try TableShape(db, name: name.text, schema: "main")
    let stored = shape.columns.filter(\.isOrdinary)
    let positions = Dictionary(
      stored.enumerated().map { (SQLName($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    let indexes = try db.allIndexes(on: name.text, in: "main").filter(\.isUnique)
    let rowIDColumn = shape.rowIDColumn(indexes).flatMap { positions[SQLName($0)] }
    keys = indexes.map { index in index.columns.compactMap { positions[SQLName($0)] } }
      .filter { !$0.isEmpty }
    let single = Set(keys.filter { $0.count == 1 }.map { $0[0] })
    let later = history.versions(of: name, after: sql)
    let isStrict = try Self.isStrict(sql, db, name)
    columns = stored.enumerated().map { position, info in
      let column = SQLName(info.name)
      let facts = history.facts(of: column, in: name)
      let words = NameWords(info.name)
      let kind = ColumnKind(
        type: info.type, name: info.name, isStrict: isStrict, holdsJSON: facts.holdsJSON)
      let isNotNullLater =
        history.isAddedLater(column, to: name) && later.contains { $0.notNull.contains(column) }
      // In a table with a rowid, a primary key may be NULL, but apps do not use this.
      let isNullable = !info.isNotNull && !info.isKey && !isNotNullLater
      return Column(
        info: info, name: column, words: words, kind: kind, facts: facts,
        values: ColumnValues(
          kind, name: words, facts: facts, defaultValue: Self.literal(info.defaultValueSQL),
          isStrict: isStrict),
        isNullable: isNullable,
        isIdentity: words.areOfIdentity || kind == .uuid(asBlob: true)
          || kind == .uuid(asBlob: false) || position == rowIDColumn,
        isUnique: single.contains(position) || position == rowIDColumn,
        path: "\(name.text).\(info.name)")
    }
    self.positions = positions
    rowIDName = shape.rowIDName.map(SQLName.init(_:))
    self.rowIDColumn = rowIDColumn
    foreignKeys = try Self.foreignKeys(
      db, name, positions,
      later.flatMap(\.foreignKeys).map { ($0.columns.map(SQLName.init(_:)), $0) }
        + history.foreignKeys(ofCopiesFrom: name).filter { column, key in
          NameWords(column.text).meansSame(as: NameWords(key.columns[0]))
        }.map { ([$0], $1) })
    let list = stored.map { $0.name.quotedDatabaseIdentifier }.joined(separator: ", ")
    let marks = stored.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO main.\(name.quoted) (\(list)) VALUES (\(marks))"
  }

  func position(of column: SQLName) -> Int? { positions[column] }

  private static func isStrict(_ sql: String, _ db: Database, _ name: SQLName) throws -> Bool {
    guard sql.containsIgnoringASCIICase("strict") else { return false }
    return try db.tableList(in: "main", .named(name.text)).first?.isStrict ?? false
  }

  private static func literal(_ sql: String?) -> DatabaseValue? {
    guard let sql else { return nil }
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    return tokens.count == 1 ? OperandReader.literal(tokens[0]) : nil
  }

  /// The declared foreign keys, and those that a later version declares for existing columns or for
  /// their copies.
  private static func foreignKeys(
    _ db: Database, _ name: SQLName, _ positions: [SQLName: Int],
    _ later: [(columns: [SQLName], key: ParsedTable.ForeignKey)]
  ) throws -> [ForeignKey] {
    var keys: [ForeignKey] = []
    for key in try db.declaredForeignKeys(on: name.text, in: "main") {
      let columns = key.originColumns.compactMap { positions[SQLName($0)] }
      guard columns.count == key.originColumns.count else { continue }
      // Renaming the parent may have left a key to a missing table, which a later version repairs.
      let isRepaired = later.contains { $0.columns.compactMap { positions[$0] } == columns }
      if isRepaired, try db.tableList(in: "main", .named(key.destinationTable)).isEmpty { continue }
      keys.append(
        ForeignKey(
          columns: columns, parent: SQLName(key.destinationTable),
          parentColumns: key.refersToPrimaryKey ? [] : key.destinationColumns.map(SQLName.init(_:)),
          isLater: false))
    }
    for (names, key) in later {
      let columns = names.compactMap { positions[$0] }
      guard columns.count == names.count,
        !keys.contains(where: { !Set($0.columns).isDisjoint(with: columns) })
      else { continue }
      keys.append(
        ForeignKey(
          columns: columns, parent: SQLName(key.destination),
          parentColumns: key.destinationColumns.map(SQLName.init(_:)), isLater: true))
    }
    // Composite keys come first, because they leave the least choice.
    return keys.enumerated().sorted {
      ($1.element.columns.count, $0.offset) < ($0.element.columns.count, $1.offset)
    }.map(\.element)
  }
}

extension GeneratedTable {
  /// The columns of the primary key, in the order of the key.
  var primaryKey: [Column] {
    columns.filter(\.info.isKey).sorted { $0.info.primaryKeyIndex < $1.info.primaryKeyIndex }
  }

  var refersToItself: Bool { foreignKeys.contains { $0.parent == name } }

  /// The columns that indexes on expressions name.
  var indexedColumns: [Int] {
    let names = Set(indexes.values.flatMap { SQLTokenizer.tokens(of: $0).compactMap(\.name) })
    return columns.indices.filter { names.contains(columns[$0].name) }
  }
}
