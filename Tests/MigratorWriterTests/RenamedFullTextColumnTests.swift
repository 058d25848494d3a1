import MigratorEngine
import Testing

@testable import MigratorWriter

/// SQLite cannot rename the columns of a virtual table, so its rows are copied.
struct RenamedFullTextColumnTests {
  /// The rows of a full-text table after a change.
  private func rows(
    _ before: String, _ after: String, _ renames: [String], _ query: String
  ) throws -> [[PlainConnection.Value]] {
    let change = PlannerCase(
      before: before, after: after,
      answers: WriterAnswers(
        renames: renames.compactMap(WriterAnswers.Rename.init), hasNoOtherRenames: true))
    _ = try change.judge()
    let db = try PlainConnection()
    try db.run(before)
    try db.run("INSERT INTO page (rowid, title, body) VALUES (7, 'one', 'two')")
    for statement in try change.statements() { try db.run(statement) }
    return try db.rows(query)
  }

  private static let row: [[PlainConnection.Value]] = [
    [.integer(7), .text(Array("one".utf8)), .text(Array("two".utf8))]
  ]

  @Test(arguments: ["fts5", "fts4"])
  func `the values of a renamed full-text column are copied`(module: String) throws {
    let rows = try rows(
      "CREATE VIRTUAL TABLE page USING \(module)(title, body)",
      "CREATE VIRTUAL TABLE page USING \(module)(title, wording)", ["page.body=wording"],
      "SELECT rowid, title, wording FROM page WHERE page MATCH 'wording:two'")
    #expect(rows == Self.row)
  }

  @Test func `a full-text column can be renamed and moved while its table is renamed`() throws {
    let rows = try rows(
      "CREATE VIRTUAL TABLE page USING fts5(title, body)",
      "CREATE VIRTUAL TABLE text USING fts5(body, heading)", ["page=text", "page.title=heading"],
      "SELECT rowid, heading, body FROM text WHERE text MATCH 'heading:one'")
    #expect(rows == Self.row)
  }

  @Test func `two full-text columns can exchange their names`() throws {
    let page = "CREATE VIRTUAL TABLE page USING fts5(title, body)"
    let rows = try rows(
      page, page, ["page.title=body", "page.body=title"],
      "SELECT rowid, body, title FROM page WHERE page MATCH 'title:two'")
    #expect(rows == Self.row)
  }
}
