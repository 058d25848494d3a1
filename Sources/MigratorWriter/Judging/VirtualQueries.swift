internal import MigratorEngine
internal import MigratorSQLite
internal import SQLSyntax

/// Queries that the index of a full-text table or an R-tree answers.
///
/// A table can return all of its rows although its index has lost some of them. So the answers are
/// compared with those of a new table that has the same definition and the same rows.
struct VirtualQueries {
  /// More words than the generated rows have.
  private static let wordLimit = 50

  private let configuration: Configuration

  /// Prepares a comparison; `configuration` opens the scratch database for the new tables.
  init(_ configuration: Configuration) { self.configuration = configuration }

  /// Returns the first different answer as a sentence, or `nil` if there is none.
  func difference(_ state: DatabaseState, _ db: Database) throws -> String? {
    for (name, table) in state.tables.sorted(by: { $0.key < $1.key })
    where table.facts.object.isVirtual {
      let queries = Self.queries(of: table)
      let wanted = try ScratchSchema.onScratch(configuration) { scratch in
        try Self.create(table, in: scratch)
        return queries.map { Self.rows(of: $0, scratch) }
      }
      for (query, rows) in zip(queries, wanted) where Self.rows(of: query, db) != rows {
        return "Table \(name) has a wrong answer to the query `\(query)`."
      }
    }
    return nil
  }

  private static func create(_ table: DatabaseState.Table, in db: Database) throws {
    try db.execute(sql: table.facts.object.definition)
    let key = table.facts.isTree ? [] : ["rowid"]
    let list = (key + table.columns.map(\.quoted)).joined(separator: ", ")
    for row in table.rows {
      let values = (key.isEmpty ? [] : [row.rowID?.databaseValue ?? .null]) + row.values
      try db.execute(
        sql: "INSERT INTO main.\(table.facts.name.quoted) (\(list)) "
          + "VALUES (\(values.map(\.sqlLiteral).joined(separator: ", ")))")
    }
  }

  private static func queries(of table: DatabaseState.Table) -> [String] {
    let (name, isTree) = (table.facts.name.quoted, table.facts.isTree)
    return table.columns.indices.dropFirst(isTree ? 1 : 0).flatMap { place in
      let values = table.rows.map { $0.values[place] }
      let conditions =
        isTree
        ? Set(values.map(\.sqlLiteral)).sorted().flatMap { ["<= \($0)", ">= \($0)"] }
        : words(in: values).map { "MATCH '\"\($0)\"'" }
      return conditions.map {
        "SELECT rowid FROM main.\(name) WHERE \(table.columns[place].quoted) \($0) ORDER BY rowid"
      }
    }
  }

  /// The words of text values, in order.
  private static func words(in values: [DatabaseValue]) -> [String] {
    let words = values.compactMap { String.fromDatabaseValue($0) }.flatMap { text in
      text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    return Array(Set(words).sorted().prefix(wordLimit))
  }

  /// The rowids, or `nil` if the module does not support the query.
  private static func rows(of query: String, _ db: Database) -> [Int64]? {
    try? Int64.fetchAll(db, sql: query)
  }
}
