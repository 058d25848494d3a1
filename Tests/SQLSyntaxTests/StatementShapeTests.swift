import SQLSyntax
import Testing

struct StatementShapeTests {
  @Test(arguments: [
    ("INSERT INTO t VALUES (1, 'a');", "insert"),
    ("INSERT INTO t VALUES (1,x'00') ;", "blob"),
    ("INSERT INTO 't' VALUES (1, 'a')", "quoted table"),
    ("INSERT INTO u VALUES (1, 'a')", "table"),
    ("INSERT INTO t VALUES (1, f('a'))", "function"),
    ("INSERT INTO t VALUES (1, \"a\")", "quoted name"),
    ("INSERT INTO tVALUES (1, 'a')", "joined words"),
  ])
  func `statements have the same shape only if they differ in literals, spaces and comments`(
    _ sql: String, _ kind: String
  ) {
    let shape = StatementShape("INSERT INTO t VALUES (1, 'a');")
    let isSame = kind == "insert"
    #expect((StatementShape(sql) == shape) == isSame)
  }

  @Test func `statements with different values have the same shape`() {
    #expect(
      StatementShape("INSERT INTO t VALUES (-1.5e3, 'it''s');")
        == StatementShape("INSERT/* none */INTO t\nVALUES(-2,'');"))
  }
}

struct WordSearchNamesTests {
  private static let search = WordSearch(["club", "a \"b\"", "Größe", ""])

  @Test(arguments: [
    ("SELECT * FROM CLUB", ["club"]), ("SELECT 'club', [club], `club`", ["club"]),
    ("SELECT \"a \"\"b\"\"\" FROM x", ["a \"b\""]), ("SELECT größe, Größe", ["Größe"]),
    ("SELECT clubs -- club\n", []), ("SELECT ''", [""]), ("SELECT 'clubhouse'", []),
    ("SELECT \"club", []), ("", []),
  ])
  func `names are found with and without quotes`(_ sql: String, _ names: [String]) {
    #expect(Self.search.names(in: sql) == Set(names.map { SQLName($0) }))
  }
}
