import MigratorTestSupport
import SQLSyntax
import Testing

struct SQLNameTests {
  @Test func `names are compared without regard to the case of ASCII letters`() {
    #expect(SQLName("Player") == "pLAYER")
    #expect(SQLName("Ärger") != "ärger")
    #expect(SQLName("K\u{E9}") != SQLName("Ke\u{301}"))
    #expect(SQLName("[") != "{")
    #expect(SQLName("a") != "ab")
    #expect(Set<SQLName>(["Ärger", "ärger", "Ärgér", "ÄRGER"]).count == 3)
  }

  @Test func `names sort in the order of SQLite's NOCASE collation`() {
    #expect(
      (["b", "A", "_", "a1", "Z"] as [SQLName]).sorted().map(\.text) == ["_", "A", "a1", "b", "Z"])
  }

  @Test func `internal names of SQLite are recognized in any case`() {
    #expect(SQLName("SQLite_sequence").isInternal)
    #expect(!SQLName("sqlite").isInternal)
    #expect(!SQLName("sqliteäx").isInternal)
  }

  @Test func `the chosen rowid alias is not the name of any column`() {
    #expect(SQLName.rowID(besides: ["id"]) == "rowid")
    #expect(SQLName.rowID(besides: ["ROWID", "oid"]) == "_rowid_")
    #expect(SQLName.rowID(besides: ["rowid", "_RowID_", "OID"]) == nil)
  }

  @Test(arguments: ["plain", "", "a\"b", "\"", "\"\"", "\u{301}", "ä ö", "a`b]c'd"])
  func `a quoted name is a single token that unquotes to the name`(name: String) {
    let tokens = SQLTokenizer.tokens(of: name.quotedDatabaseIdentifier)
    #expect(tokens.map(\.kind) == [.identifier])
    #expect(tokens.first?.unquoted.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
    #expect(tokens.first?.name == SQLName(name))
  }

  @Test func `quotes of all kinds are removed, and doubled quotes become single ones`() {
    let quoted = ["\"a\"\"b\"", "`a``b`", "[a\"b]", "'it''s'", "bare"]
    #expect(
      quoted.map { SQLToken(kind: .identifier, text: $0).unquoted }
        == ["a\"b", "a`b", "a\"b", "it's", "bare"])
  }
}
