import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

@testable import MigratorCommands

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The page that `--report html` writes: its structure, contents and limits.
struct ReportPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ arguments: String..., status: Int32) throws -> PageReader {
    let outcome = try BuiltProgram.run(arguments + ["--report", "html"], in: folder.path)
    #expect(outcome.status == status, "\(outcome.errors)")
    return try PageReader(outcome.output)
  }

  private func writeClub() throws {
    try folder.write(
      "Migrations/1_club.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, note TEXT);
      CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club ON DELETE CASCADE);
      INSERT INTO club VALUES (1, 'Rovers', 'a'), (2, 'O''Brien & <Sons>', NULL);
      INSERT INTO player VALUES (10, 1), (20, 2);
      """)
    try folder.makeDatabase(sql: "CREATE TABLE note (text TEXT)")
    #expect(try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path).status == 0)
    try folder.write(
      "Migrations/2_slim.sql",
      """
      -- Slimmer.
      ALTER TABLE club DROP COLUMN note;
      DELETE FROM player WHERE id = 20;
      ALTER TABLE player ADD COLUMN shirt INTEGER;
      """)
    try folder.write("Migrations/3_bad.sql", "SELECT 1;\nUPDATE player SET shrt = 1;\n")
    try folder.write("Migrations/4_more.sql", "SELECT 1;\n")
  }

  @Test func `findings come first, then each migration with SQL, schema, diagram, rows and digest`()
    throws
  {
    try writeClub()
    let page = try page("check", "app.sqlite", "--generate", "none", status: 2)
    let text = page.text
    #expect(page.headings.first == "h1 Check of migrations")
    #expect(page.headings.contains("h2 Findings (3)"))
    let parts = [
      "3 errors", "Findings (3)", "LOSES", "Examples of player", "no such column: shrt",
      "Migrations (2)", "2_slim", "Effects",
      "Accept the losses", "--agree", "SQL: ", "ALTER TABLE club DROP COLUMN note;",
      "Schema before and after", "- column note", "Tables and keys after 2_slim",
      "Changed rows", "3_bad", "Not tried (1)", "4_more", "is unchanged",
    ]
    var rest = text[...]
    for part in parts {
      let found = rest.range(of: part)
      #expect(found != nil, "\(part) is missing or misplaced")
      if let found { rest = rest[found.upperBound...] }
    }
    // The finding links to the marked line.
    #expect(page.links.contains("#m1-2"))
    #expect(page.ids.contains("m1-2"))
    #expect(page.elements.contains("svg"))
    let digest = try #require(text.firstMatch(of: /--agree "?(2:[0-9a-f]{16})/)?.output.1)
    let accepted = try BuiltProgram.run(
      ["dry-run", "app.sqlite", "--json"], in: folder.path
    ).output
    #expect(accepted.contains(digest))
    let agreed = try self.page(
      "check", "app.sqlite", "--generate", "none", "--agree", String(digest), status: 2)
    #expect(agreed.headings.contains("h2 Findings (1)"))
    #expect(agreed.text.contains("No finding reports these losses,"))
  }

  @Test func `the report of a successful dry run has digests even if there are no losses`() throws {
    try folder.write("Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY);\n")
    try folder.makeDatabase()
    let page = try page("dry-run", "app.sqlite", status: 0)
    #expect(page.text.contains("No errors and no warnings"))
    #expect(page.text.contains("There are none."))
    #expect(page.text.contains(/Digest.*1:[0-9a-f]{16}/.dotMatchesNewlines()))
    let empty = try TemporaryFolder()
    try empty.write("Migrations/1_none.sql", "SELECT 'never closed")
    let unusable = try BuiltProgram.run(["check", "--report", "html"], in: empty.path)
    #expect(unusable.status == 1)
    #expect(try PageReader(unusable.output).text.contains("unreadable"))
  }

  @Test func `names, values and SQL cannot add elements, hide text or change its order`() throws {
    let names = [
      "</style><script>alert(1)</script>", "\u{202E}txet", "a\" onload=\"x", "b' c",
      "--> &amp; <!--",
      "]]>", "n\nnew line", "t\ttab", "\u{1B}[31mred", "##[error]x", "z\u{200B}w", "\u{FFFE}",
      String(repeating: "long", count: 3_000),
    ]
    var sql = "CREATE TABLE parent (id INTEGER PRIMARY KEY);\n"
    for (number, name) in names.enumerated() {
      let quoted = name.quotedDatabaseIdentifier
      sql += """
        CREATE TABLE \("t\(number)\(name)".quotedDatabaseIdentifier) (
          id INTEGER PRIMARY KEY, \(quoted) TEXT,
          \("fk\(name)".quotedDatabaseIdentifier) INTEGER REFERENCES parent);
        INSERT INTO \("t\(number)\(name)".quotedDatabaseIdentifier) VALUES (1, '\(name.replacing("'", with: "''"))', NULL);

        """
    }
    try folder.makeDatabase(sql: sql)
    for (number, name) in names.enumerated() {
      let table = "t\(number)\(name)".quotedDatabaseIdentifier
      try folder.write(
        "Migrations/\(number)_<script>\u{202E}&'.sql",
        "-- migtui: foreign-keys off\nUPDATE \(table) SET \(name.quotedDatabaseIdentifier) = 'new' || \(name.quotedDatabaseIdentifier);\n"
          + "ALTER TABLE \(table) ADD COLUMN \("c\(name)".quotedDatabaseIdentifier) TEXT;\n")
    }
    for command in ["check", "dry-run"] {
      let outcome = try BuiltProgram.run(
        [command, "app.sqlite", "--report", "html"] + (command == "check" ? [] : ["--all"]),
        in: folder.path)
      let page = try PageReader(outcome.output)
      #expect(page.elements.isSubset(of: PageReader.known))
      #expect(page.text.contains("<script>alert(1)</script>"))
      for hidden in outcome.output.unicodeScalars where hidden != "\n" && hidden != "’" {
        #expect(
          hidden.properties.generalCategory != .control
            && hidden.properties.generalCategory != .format, "U+\(hidden.value)")
      }
      #expect(!outcome.output.contains("##["))
      #expect(!outcome.output.split(separator: "\n").contains { $0.hasPrefix("::") })
      #expect(outcome.output.contains("more characters)"))
    }
  }

  @Test func `wide tables, many rows, long files and many findings are limited, with counts`()
    throws
  {
    let columns = (1...200).map { "c\($0) INTEGER DEFAULT \($0)" }.joined(separator: ", ")
    try folder.write(
      "Migrations/1_wide.sql",
      "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns));\n"
        + String(repeating: "-- A comment.\n", count: 3_000)
        + "INSERT INTO wide (id) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n "
        + "WHERE i < 500) SELECT i FROM n;\nSELECT 1;\nUPDATE wide SET c201 = 1;\n")
    let page = try page("check", status: 2)
    #expect(page.text.contains("lines not shown"))
    #expect(page.ids.contains("m0-3004"))
    let findings = (1...10_000).map {
      CheckFinding(
        unreadable: FileProblem(file: "\($0).sql", message: "No. \($0)", remedy: "Fix <it>."))
    }
    let start = ContinuousClock.now
    let html = ReportPage(CheckReport(findings: findings, tried: []), of: nil).html()
    #expect(ContinuousClock.now - start < .seconds(20))
    let many = try PageReader(html)
    #expect(many.text.contains("Findings (10,000)"))
    #expect(many.text.contains("9,500 more findings not shown here"))
    #expect(html.utf8.count < 1_000_000)
  }

  @Test
  func `for changed rows of wide tables, the first values and the number of others are shown`()
    throws
  {
    let columns = (1...200).map { "c\($0)" }.joined(separator: ", ")
    try folder.makeDatabase(
      sql: "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns)); "
        + "INSERT INTO wide (id) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n "
        + "WHERE i < 500) SELECT i FROM n;")
    try folder.write(
      "Migrations/1_fill.sql",
      "UPDATE wide SET \((1...200).map { "c\($0) = \($0)" }.joined(separator: ", "));\n"
        + "ALTER TABLE wide ADD COLUMN d;\n")
    let page = try page("dry-run", "app.sqlite", status: 0)
    #expect(page.text.contains("… and 170 more values"))
    #expect(page.text.contains("450 more rows not shown here"))
    #expect(page.text.contains("… 185 more"))
  }

  @Test func `markup escapes every interpolated string`() {
    let name = "<b> & \"c\" 'd' \u{0}\u{202E}"
    let html: HTML = "<p title=\"\(attribute: name)\">\(name)</p>"
    #expect(
      html.markup
        == "<p title=\"&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; ^@&lt;U+202E&gt;\">"
        + "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; <i>^@</i><i>&lt;U+202E&gt;</i></p>")
    #expect(HTML(String(repeating: "a", count: 10), upTo: 4).markup == "aaaa… (6 more characters)")
    #expect(HTML(line: "\ta").markup == "    a")
  }
}

/// A page, parsed as XML.
private final class PageReader: NSObject, XMLParserDelegate {
  /// The elements of a page; none of them loads or runs anything.
  static let known: Set = [
    "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section",
    "article", "nav", "h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "b", "i", "code", "span", "a",
    "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "details", "summary", "figure",
    "svg", "rect", "defs", "marker", "path", "g", "text",
  ]

  private(set) var elements: Set<String> = []
  private(set) var ids: Set<String> = []
  private(set) var links: [String] = []
  private(set) var headings: [String] = []
  private(set) var text = ""
  private var open: [String] = []

  init(_ html: String) throws {
    super.init()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(elements.isSubset(of: Self.known), "\(elements.subtracting(Self.known))")
    for link in links { #expect(ids.contains(String(link.dropFirst())), "\(link)") }
    // Headings do not skip a level.
    let levels = headings.compactMap { $0.dropFirst().first?.wholeNumberValue }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(headings)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.insert(name)
    open.append(name)
    if name.hasPrefix("h"), name.count == 2 { headings.append("\(name) ") }
    if let id = attributes["id"] { #expect(ids.insert(id).inserted, "\(id) is not unique") }
    if let link = attributes["href"] { links.append(link) }
    #expect(attributes["href"]?.hasPrefix("#") != false)
    #expect(!attributes.keys.contains { $0.hasPrefix("on") || $0 == "src" || $0 == "style" })
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard open.last != "style" else { return }
    text += string
    if let heading = open.first(where: { $0.hasPrefix("h") && $0.count == 2 && $0 != "hr" }),
      heading.dropFirst().first?.isNumber == true
    {
      headings[headings.count - 1] += string
    }
  }
}
