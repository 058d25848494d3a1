import Testing

@testable import SQLSyntax

struct ScriptStatementRowsTests {
  @Test(arguments: [
    ("INSERT INTO t VALUES (1, 'a'), (-2, NULL), (x'00', '('), (+1.5e3, null);", "(1, 'a')"),
    ("INSERT INTO t (a, b) VALUES (f(1), (2)),\n -- one more\n (3, 4)", "(f(1), (2))"),
    ("INSERT INTO t VALUES (1)", "(1)"),
  ])
  func `rows after the first are omitted if they contain only literals`(
    _ sql: String, _ last: String
  ) {
    let short = statement(sql).withoutFurtherRows.sql
    #expect(sql.hasPrefix(short) && short.hasSuffix(last))
  }

  @Test(arguments: [
    "INSERT INTO t VALUES (1), (f(2))", "INSERT INTO t VALUES (1), (\"a\")",
    "INSERT INTO t VALUES (1), (?)", "INSERT INTO t VALUES (1), ('{}' -> 'a')",
    "INSERT INTO t VALUES (1), (2) ON CONFLICT DO NOTHING", "INSERT INTO t SELECT 1",
    "INSERT INTO t SELECT * FROM (VALUES (1), (2))", "VALUES", "UPDATE t SET a = (1)",
  ])
  func `any other statement is unchanged`(_ sql: String) {
    #expect(statement(sql).withoutFurtherRows == statement(sql))
  }

  private func statement(_ sql: String) -> ScriptStatement {
    ScriptStatement(sql: sql, location: ScriptLocation(startOf: "a.sql"))
  }
}
