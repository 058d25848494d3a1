import MigratorTestSupport
import Testing

/// The generator's decisions, as seen in its output.
struct ModelTests {
  private func expect(
    _ lines: String..., in text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for line in lines {
      #expect(text.contains(line + "\n"), "\(line)", sourceLocation: sourceLocation)
    }
  }

  @Test func `an enumeration gets another name if it would hide a record type`() throws {
    let text = try Samples.made([
      "A.sql": """
      CREATE TABLE states (id INTEGER PRIMARY KEY);
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, state_id INTEGER REFERENCES states,
        state TEXT CHECK (state IN ('new', 'done')), string TEXT CHECK (string IN ('a')));
      """
    ])
    expect(
      "    func fetchState(_ db: Database) throws -> State? {",
      "    enum StateChoice: String, CaseIterable, DatabaseValueConvertible, Sendable {",
      "    var state: StateChoice?", "    var string: StringChoice?", in: text)
  }

  @Test func `a conversion copies equal columns, uses defaults, and requires the other values`()
    throws
  {
    let text = try Samples.made(
      [
        "Old.sql": """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT, c TEXT, d INT NOT NULL, gone TEXT,
          state TEXT NOT NULL CHECK (state IN ('x', 'y')), kind TEXT CHECK (kind IN ('x')));
        CREATE TABLE dropped (x INT);
        CREATE TABLE other (x INT NOT NULL);
        CREATE VIEW seen AS SELECT * FROM item;
        """,
        "New.sql": """
        CREATE TABLE Item (
          ID INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL DEFAULT 'it''s', c TEXT NOT NULL,
          d TEXT NOT NULL, e INT, f INT NOT NULL DEFAULT 7, g INT NOT NULL,
          h INT DEFAULT (1 + 1), state TEXT NOT NULL, kind TEXT CHECK (kind IN ('x')));
        CREATE TABLE other (y INT NOT NULL);
        CREATE VIEW seen AS SELECT * FROM item;
        """,
        "DatabaseTypes.json": "{\"databases\": {\"New\": {\"convertsFrom\": [\"Old\"]}}}",
      ], "New")
    expect(
      "extension New.Item {",
      "  init(_ old: Old.Item, c: String, d: String, g: Int, h: Int?, kind: Kind? = nil) {",
      "      id: old.id, a: old.a, b: old.b ?? \"it's\", c: c, d: d, e: nil, f: 7, g: g, h: h,",
      "      state: old.state.rawValue, kind: kind)", in: text)
    #expect(text.ranges(of: "extension ").count == 1)
  }

  @Test func `comments, quotes and braces in SQL names do not become Swift code`() throws {
    let text = try Samples.made([
      "A.sql": """
      CREATE TABLE "*/ } import Evil \u{2028}// `" (
        "a\nb" TEXT NOT NULL DEFAULT '\\(exit(1)) " \u{0}' , "\u{202E}x" "T` {
        }" );
      """.replacing("\u{0}", with: "")
    ])
    #expect(!text.contains("\u{2028}") && !text.contains("\u{202E}"))
    expect(
      "  /// A row of the table `*/ } import Evil // '`.",
      "      table: \"*/ } import Evil \\u{2028}// `\", columns: [\"a\\nb\", \"\\u{202E}x\"])",
      "    init(aB: String = \"\\\\(exit(1)) \\\" \", x: DatabaseValue = .null) {", in: text)
  }
}
