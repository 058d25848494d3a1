@testable import MigratorSchema
import MigratorTestSupport
import SQLSyntax
import Testing

struct SQLLayoutTests {
  @Test func `a table written on one line gets a line for each column`() {
    let sql =
      "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT DEFAULT 'a, b', "
      + "clubId INTEGER REFERENCES club(id), CHECK (length(name) IN (1, 2))) STRICT"
    #expect(
      SQLLayout.pretty(sql) == """
        CREATE TABLE player (
          id INTEGER PRIMARY KEY,
          name TEXT DEFAULT 'a, b',
          clubId INTEGER REFERENCES club(id),
          CHECK (length(name) IN (1, 2))
        ) STRICT
        """)
  }

  @Test func `a column appended by ADD COLUMN is on its own line`() {
    let sql =
      "CREATE TABLE club(\n    id INTEGER PRIMARY KEY, -- the number\n    name TEXT\n, city TEXT)"
    #expect(
      SQLLayout.pretty(sql) == """
        CREATE TABLE club (
          id INTEGER PRIMARY KEY, -- the number
          name TEXT,
          city TEXT
        )
        """)
  }

  @Test func `line breaks within a column are kept and indented`() {
    let sql = """
      CREATE TABLE t(a TEXT
              CHECK (
        a IS NULL
              OR length(a) < 9
            ), b
            REFERENCES u (id))
      """
    #expect(
      SQLLayout.pretty(sql) == """
        CREATE TABLE t (
          a TEXT
            CHECK (
              a IS NULL
              OR length(a) < 9
            ),
          b
            REFERENCES u (id)
        )
        """)
  }

  @Test func `code after a line comment does not become part of the comment`() {
    let sql = "CREATE TABLE t (a INT -- first\n, b INT /* second */ -- last\n)"
    let pretty = SQLLayout.pretty(sql)
    #expect(SQLNormalizer.normalized(pretty) == SQLNormalizer.normalized(sql))
    #expect(pretty.hasPrefix("CREATE TABLE t (\n  a INT -- first\n"))
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT a, b FROM t", "CREATE INDEX i ON t(a, b)", "", "CREATE TABLE t (a",
    "CREATE TABLE t AS SELECT (1)", "CREATE VIRTUAL TABLE f USING fts5(a, b)",
  ])
  func `other SQL is unchanged`(sql: String) {
    #expect(SQLLayout.pretty(sql) == sql)
  }

  @Test(arguments: 0..<400)
  func `layout keeps every token and is idempotent`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1_000)
    let sql = RandomSQL.text(using: &generator)
    let pretty = SQLLayout.pretty(sql)
    let kept = { (text: String) in
      SQLTokenizer.tokens(of: text).filter { $0.kind != .whitespace }
    }
    #expect(kept(pretty) == kept(sql))
    #expect(SQLLayout.pretty(pretty) == pretty)
  }
}
