import SQLSyntax
import MigratorTestSupport
import Testing

struct SQLTokenizerTests {
  private func significant(_ sql: String) -> [String] {
    SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }.map { "\($0.kind.rawValue) \($0.text)" }
  }

  @Test func `every kind of token is recognized`() {
    #expect(
      significant("SELECT \"a b\", `c`, [d e], 'it''s', x'5A', 0x1F, 1.5e-3, :v, ?1 || $n FROM t;")
        == [
          "keyword SELECT", "identifier \"a b\"", "punctuation ,", "identifier `c`",
          "punctuation ,", "identifier [d e]", "punctuation ,", "string 'it''s'",
          "punctuation ,", "blob x'5A'", "punctuation ,", "number 0x1F", "punctuation ,",
          "number 1.5e-3", "punctuation ,", "variable :v", "punctuation ,", "variable ?1",
          "operator ||", "variable $n", "keyword FROM", "identifier t", "punctuation ;",
        ])
  }

  @Test func `quotes and semicolons inside comments are ignored`() {
    let tokens = SQLTokenizer.tokens(of: "a -- it's; \n/* \"b; */ c")
    #expect(
      tokens.map(\.kind) == [
        .identifier, .whitespace, .comment, .whitespace, .comment, .whitespace, .identifier,
      ])
  }

  @Test func `a comment may be unterminated at the end, but a quoted token may not`() {
    #expect(SQLTokenizer.tokens(of: "/* open").map(\.kind) == [.comment])
    #expect(SQLTokenizer.tokens(of: "'open").map(\.kind) == [.invalid])
    #expect(SQLTokenizer.tokens(of: "\"open").map(\.kind) == [.invalid])
    #expect(SQLTokenizer.tokens(of: "[open").map(\.kind) == [.invalid])
    #expect(SQLTokenizer.tokens(of: "12ab").map(\.kind) == [.invalid])
    #expect(SQLTokenizer.tokens(of: "x'5'").map(\.kind) == [.invalid])
  }

  @Test func `a parameter in Tcl syntax is a single token`() {
    #expect(
      significant("$a(;), @b::c(x) #d(") == [
        "variable $a(;)", "punctuation ,", "variable @b::c(x)", "invalid #d(",
      ])
  }

  @Test func `non-ASCII characters form identifiers, and a byte order mark is white space`() {
    #expect(significant("\u{FEFF}選手 Ōe") == ["identifier 選手", "identifier Ōe"])
  }

  @Test(arguments: 0..<400)
  func `joining the tokens restores the SQL`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = RandomSQL.text(using: &generator)
    let tokens = SQLTokenizer.tokens(of: text)
    #expect(Array(tokens.map(\.text).joined().utf8) == Array(text.utf8))
    #expect(tokens.allSatisfy { !$0.text.isEmpty })
  }
}
