import SQLSyntax
import Testing

struct ScriptSplitterTests {
  private func pieces(_ text: String) throws -> [String] {
    try SQLScript(file: "a.sql", text: text).parsed.get().map(\.sql)
  }

  @Test(arguments: [
    ("", []),
    (" \t\r\n;;-- only a comment; here\n/* ; */", []),
    ("SELECT 1", ["SELECT 1"]),
    ("SELECT 1 -- last\n", ["SELECT 1"]),
    ("SELECT 1;SELECT 2;", ["SELECT 1;", "SELECT 2;"]),
    (";; SELECT 1;;\r\n;SELECT 2", ["SELECT 1;", "SELECT 2"]),
    ("-- a; b\nSELECT 1 /* ; */ + 2; -- c\n", ["SELECT 1 /* ; */ + 2;"]),
    ("SELECT ';', 'it''s;';SELECT 2;", ["SELECT ';', 'it''s;';", "SELECT 2;"]),
    (
      #"SELECT "a;""b", `c;``d`, [e;'"f];SELECT 2"#,
      [#"SELECT "a;""b", `c;``d`, [e;'"f];"#, "SELECT 2"]
    ),
    ("SELECT x'3B';SELECT 2", ["SELECT x'3B';", "SELECT 2"]),
    ("SELECT $a(;),:b::c(;);SELECT 2", ["SELECT $a(;),:b::c(;);", "SELECT 2"]),
    ("\u{FEFF}SELECT 1;", ["SELECT 1;"]),
    ("SELECT 1 - -1 / 2 * 3;", ["SELECT 1 - -1 / 2 * 3;"]),
    ("BEGIN; SELECT 1; END; SELECT 2;", ["BEGIN;", "SELECT 1;", "END;", "SELECT 2;"]),
    ("SELECT CASE WHEN 1 THEN 2 END; SELECT 3", ["SELECT CASE WHEN 1 THEN 2 END;", "SELECT 3"]),
    ("CREATE TABLE trigger_ (a); SELECT 1", ["CREATE TABLE trigger_ (a);", "SELECT 1"]),
  ])
  func `a script is split as SQLite splits it`(_ text: String, _ expected: [String]) throws {
    #expect(try pieces(text) == expected)
  }

  @Test(arguments: [
    "CREATE TRIGGER", "create temp trigger", "CREATE TEMPORARY TRIGGER IF NOT EXISTS",
    "CREATE /* ; */ TRIGGER", "EXPLAIN CREATE TRIGGER", "EXPLAIN QUERY PLAN CREATE TRIGGER",
  ])
  func `a trigger with its body is a single statement`(_ head: String) throws {
    let trigger = """
      \(head) t AFTER INSERT ON a WHEN new.x > CASE WHEN 1 THEN 2 END BEGIN
        UPDATE a SET x = CASE WHEN new.x = ';' THEN 1 ELSE 2 END;
        SELECT 1; -- END;
        INSERT INTO b VALUES ('END;');
      END;
      """
    #expect(try pieces(trigger + "SELECT 1;" + trigger) == [trigger, "SELECT 1;", trigger])
    let open = String(trigger.dropLast())
    #expect(try pieces(open) == [open])
  }

  @Test(arguments: [
    ("SELECT 1;\n SELECT 'a;", ScriptProblem.Unterminated.text, 2, 9),
    ("SELECT X'3b;", .text, 1, 8),
    ("SELECT \"a", .name, 1, 8),
    ("SELECT `a", .name, 1, 8),
    ("SELECT [a", .name, 1, 8),
    ("é /* a", .comment, 1, 3),
    ("SELECT 1;\nCREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;", .trigger, 2, 1),
  ])
  func `an unterminated token is reported with its location`(
    _ text: String, _ what: ScriptProblem.Unterminated, _ line: Int, _ column: Int
  ) {
    let error = #expect(throws: ScriptProblem.self) { try pieces(text) }
    #expect(error?.kind == .unterminated(what))
    #expect(error?.location.line == line)
    #expect(error?.location.column == column)
    #expect(error?.kind.message.hasPrefix("the ") == true)
  }

  @Test func `a NUL character is reported and does not end the script`() {
    let error = #expect(throws: ScriptProblem.self) { try pieces("SELECT 1;\n\0DROP TABLE a;") }
    #expect(error?.kind == .nulCharacter)
    #expect(error?.location.offset == 10)
  }

  @Test func `locations are counted in lines, characters and bytes`() throws {
    let text = "\u{FEFF}/* é */ SELECT 1;\r\n-- x\r\n  SELECT '👨‍👩‍👧'; SELECT 3;\n\nSELECT 4;"
    let places = try SQLScript(file: "a.sql", text: text).parsed.get().map(\.location)
    #expect(places.map(\.line) == [1, 3, 3, 5])
    #expect(places.map(\.column) == [9, 3, 15, 1])
    #expect(places.map(\.file) == ["a.sql", "a.sql", "a.sql", "a.sql"])
    for (place, sql) in zip(places, try pieces(text)) {
      #expect(text.utf8.dropFirst(place.offset).starts(with: sql.utf8))
    }
  }
}
