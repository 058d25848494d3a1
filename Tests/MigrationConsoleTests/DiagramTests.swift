import MigratorEngine
import MigratorSchema
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// Tables and their foreign keys as boxes and lines, words, Mermaid and SVG.
struct DiagramTests {
  private static func schema(_ tables: KeyValuePairs<String, String>) -> SchemaSnapshot {
    SchemaSnapshot(objects: tables.map { Story.object(.table, $0.key, $0.key, $0.value) })
  }

  /// Contains a cycle, a self-reference, a composite key and a missing table.
  static let before = schema([
    "club": "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "line_up":
      "CREATE TABLE line_up (matchId INTEGER, slot INTEGER, playerId INTEGER REFERENCES player, "
      + "FOREIGN KEY (matchId, slot) REFERENCES match(id, slot) ON DELETE CASCADE)",
    "match": "CREATE TABLE match (id INTEGER, slot INTEGER, PRIMARY KEY (id, slot)) WITHOUT ROWID",
    "note": "CREATE TABLE note (text)",
    "player":
      "CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), "
      + "mentorId INTEGER REFERENCES player(id), teamId INTEGER REFERENCES team(id), "
      + "sizeId REFERENCES \"Größe \u{202E}大江, with a name longer than any screen is wide\"(id))",
    "report":
      "CREATE TABLE report (id INTEGER PRIMARY KEY, playerId INTEGER NOT NULL REFERENCES player, "
      + "authorId INTEGER REFERENCES player ON DELETE SET NULL)",
    "team":
      "CREATE TABLE team (id INTEGER PRIMARY KEY, leaderId INTEGER REFERENCES player(id), "
      + "ghostId REFERENCES \"<ghost> & \"\"co\"\"\"(id))",
    "Größe \u{202E}大江, with a name longer than any screen is wide":
      "CREATE TABLE g (id INTEGER PRIMARY KEY)",
  ])

  static let after = schema([
    "club": "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "league": "CREATE TABLE league (id INTEGER PRIMARY KEY)",
    "line_up": before.objects.first { $0.name == "line_up" }?.sql ?? "",
    "match": before.objects.first { $0.name == "match" }?.sql ?? "",
    "player":
      "CREATE TABLE player (id INTEGER PRIMARY KEY, "
      + "clubId INTEGER NOT NULL REFERENCES club(id) ON DELETE CASCADE, "
      + "mentorId INTEGER REFERENCES player(id), teamId INTEGER REFERENCES team(id), "
      + "leagueId INTEGER REFERENCES league(id))",
    "report": before.objects.first { $0.name == "report" }?.sql ?? "",
    "team": before.objects.first { $0.name == "team" }?.sql ?? "",
  ])

  static let step = StepReport(
    identifier: "011_players_need_a_club", seconds: 0.1, statementCount: 4, schemaBefore: before,
    schemaAfter: after)

  static func model(
    _ schema: SchemaSnapshot = before, columns: Int = 80, rows: Int = 24,
    glyphs: GlyphSet = .unicode
  ) -> ConsoleModel {
    var model = Story.model(columns: columns, rows: rows, glyphs: glyphs)
    let story = Story.overview()
    let overview = SessionOverview(
      facts: story.facts, status: story.status, schema: schema, fingerprint: story.fingerprint,
      registered: story.registered, origin: story.origin)
    _ = model.update(.work(.overview(.success(overview))))
    return model
  }

  /// The console after the dry run of a migration with many changes.
  private func tried(columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode)
    -> ConsoleModel
  {
    var model = Self.model(columns: columns, rows: rows, glyphs: glyphs)
    model.press(.char("d"))
    let report = DryRunReport(
      steps: [Self.step], schemaBefore: Self.before, schemaAfter: Self.after,
      fingerprint: Story.overview().fingerprint, copiedBytes: 1, copySeconds: 0.1)
    let tried = (
      dryRun: Story.tried(report), overview: model.known.present ?? Story.overview()
    )
    _ = model.update(.work(.dryRun(.success(tried), generation: model.generation)))
    model.press(.char("5"))
    model.wait(4)
    return model
  }

  private func select(_ name: String, in model: inout ConsoleModel) {
    let screen = model.screens.diagram
    guard let place = screen.rows.firstIndex(where: { screen.graph.tables[$0].name == name })
    else {
      Issue.record("no table \(name)")
      return
    }
    model.screens.diagram.panes.list.selection = place
    model.draw()
  }

  @Test(arguments: ScreenTests.terminals)
  func `the diagram marks the changes of a migration`(size: Size, glyphs: GlyphSet) {
    var model = tried(columns: size.columns, rows: size.rows, glyphs: glyphs)
    select("player", in: &model)
    ScreenTests().expect(model, "diagram")
  }

  @Test(arguments: [Size(columns: 80, rows: 60), Size(columns: 40, rows: 12)])
  func `a diagram is drawn in ASCII if the terminal requires it`(size: Size) {
    var model = tried(columns: size.columns, rows: size.rows, glyphs: .ascii)
    select("player", in: &model)
    model.press(.tab, .char("z"))
    ScreenTests().expect(model, "diagram-zoomed")
  }

  @Test func `without a dry run, no changes are marked, and the screen says so`() {
    var model = Self.model(columns: 200)
    model.press(.char("5"))
    let screen = render(model).grid.text
    #expect(screen.contains("changes of 011_players_need_a_club are not known"))
    #expect(model.screens.diagram.graph.tables.allSatisfy { $0.sign == nil })
    #expect(model.screens.diagram.graph.tables.last?.remark == "missing")
  }

  @Test func `the diagram can mark the changes of the dry run, of the last step, or none`() {
    var model = tried(columns: 200)
    #expect(model.screens.diagram.graph.tables.filter { $0.sign != nil }.count == 4)
    model.press(.char("]"))
    #expect(model.screens.diagram.graph.tables.filter { $0.sign != nil }.count == 4)
    model.press(.char("]"))
    #expect(render(model).grid.text.contains("no step in this session"))
    model.press(.char("]"))
    #expect(model.screens.diagram.graph.tables.allSatisfy { $0.sign == nil })
    #expect(model.screens.diagram.graph.tables.map(\.name).contains("note"))
  }

  @Test func `the list opens at a marked table, can be filtered, and keeps its position`() {
    var model = tried()
    #expect(model.front.panes.detail.title.hasPrefix("Größe"))
    model.press(.char("/"))
    model.type("leaderId")
    model.press(.enter)
    #expect(model.screens.diagram.rows.count == 1)
    #expect(model.front.panes.detail.title == "team")
    model.press(.escape)
    #expect(model.front.panes.detail.title == "team")
    model.press(.char("4"), .char("5"))
    #expect(model.front.panes.detail.title == "team")
  }

  @Test func `lines to the same table are joined, and lines to different tables cross`() {
    let graph = SchemaGraph(Self.before)
    let report = graph.tables.firstIndex { $0.name == "report" } ?? 0
    let lines = NeighbourhoodPicture(around: report, of: graph, glyphs: .unicode).lines(width: 40)
    #expect(
      lines.map(\.plain) == [
        "┌─ player ─────────────────┐◂─┐",
        "│   id  INTEGER  PK        │  │",
        "│   … 4 more               │  │",
        "└──────────────────────────┘  │",
        "                              │",
        "┌─ report ─────────────────┐  │",
        "│   id        INTEGER  PK  │  │",
        "│   playerId  INTEGER  FK1 ├──┤",
        "│   authorId  INTEGER  FK2 ├──┘",
        "└──────────────────────────┘",
      ])
    let wide = NeighbourhoodPicture(around: report, of: graph, glyphs: .unicode).lines(width: 80)
    #expect(
      wide.map(\.plain) == [
        "┌─ report ─────────────────┐  ┌─▸┌─ player ──────────┐",
        "│   id        INTEGER  PK  │  │  │   id  INTEGER  PK │",
        "│   playerId  INTEGER  FK1 ├──┤  │   … 4 more        │",
        "│   authorId  INTEGER  FK2 ├──┘  └───────────────────┘",
        "└──────────────────────────┘",
      ])
  }

  @Test func `200 tables that refer to the same table are drawn within the given width`() {
    let hub = "CREATE TABLE hub (id INTEGER PRIMARY KEY)"
    let tables = (1...200).map {
      Story.object(.table, "t\($0)", "t\($0)", "CREATE TABLE t\($0) (hubId REFERENCES hub, x)")
    }
    let schema = SchemaSnapshot(objects: tables + [Story.object(.table, "hub", "hub", hub)])
    let graph = SchemaGraph(schema)
    let lines = NeighbourhoodPicture(around: 0, of: graph, glyphs: .unicode).lines(width: 30)
    #expect(lines.count == 3 + 200 * 5)
    #expect(lines.allSatisfy { $0.width <= 30 })
    let svg = DiagramPicture(of: graph, caption: "all").svg
    #expect(svg.split(separator: "marker-end").count == 201)
  }

  @Test func `no line of the whole diagram passes behind a box`() throws {
    // Lines over one and two columns, next to obstacles, and a line that closes a cycle.
    let tables: KeyValuePairs<String, String> = [
      "a": "CREATE TABLE a (id INTEGER PRIMARY KEY, last REFERENCES d(id))",
      "a2": "CREATE TABLE a2 (id INTEGER PRIMARY KEY, aId REFERENCES a2(id))",
      "b": "CREATE TABLE b (id INTEGER PRIMARY KEY, aId REFERENCES a(id), x, y, z)",
      "b2": "CREATE TABLE b2 (id INTEGER PRIMARY KEY, aId REFERENCES a2(id))",
      "b3":
        "CREATE TABLE b3 (id INTEGER PRIMARY KEY, aId REFERENCES a2(id), b2 REFERENCES a(id))",
      "c": "CREATE TABLE c (id INTEGER PRIMARY KEY, bId REFERENCES b(id), aId REFERENCES a(id))",
      "c2":
        "CREATE TABLE c2 (id INTEGER PRIMARY KEY, bId REFERENCES b3(id), aId REFERENCES a2(id))",
      "d":
        "CREATE TABLE d (id INTEGER PRIMARY KEY, c REFERENCES c(id), a REFERENCES a(id), b REFERENCES b(id))",
      "d2": "CREATE TABLE d2 (c2 REFERENCES c2(id), a2 REFERENCES a2(id), b2 REFERENCES b2(id))",
    ]
    let svg = DiagramPicture(of: SchemaGraph(Self.schema(tables)), caption: "all").svg
    let boxes = svg.matches(
      of: /<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/
    ).compactMap { match -> (x: ClosedRange<Double>, y: ClosedRange<Double>)? in
      guard let x = Double(match.1), let y = Double(match.2), let width = Double(match.3),
        let height = Double(match.4)
      else { return nil }
      return (x + 1...x + width - 1, y + 1...y + height - 1)
    }
    let paths = svg.matches(of: /<path d="([^"]+)" fill="none"/).map { String($0.1) }
    try #require(boxes.count == 9 && paths.count == 16)
    for path in paths {
      for point in Self.points(along: path) {
        #expect(!boxes.contains { $0.x.contains(point.x) && $0.y.contains(point.y) }, "\(path)")
      }
    }
  }

  /// Returns points along a path of straight lines and cubic curves.
  private static func points(along path: String) -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = []
    for part in path.matches(of: /([MLC])([^MLC]+)/) {
      let values = part.2.split(separator: " ").compactMap { Double($0) }
      let stops = stride(from: 0, to: values.count, by: 2).map {
        (x: values[$0], y: values[$0 + 1])
      }
      guard let start = points.last else {
        points = stops
        continue
      }
      for step in 1...50 {
        let t = Double(step) / 50
        func at(_ value: ((x: Double, y: Double)) -> Double) -> Double {
          let all = [value(start)] + stops.map(value)
          guard all.count == 4 else { return all[0] + (all[1] - all[0]) * t }
          let u = 1 - t
          return u * u * u * all[0] + 3 * u * u * t * all[1] + 3 * u * t * t * all[2] + t * t * t
            * all[3]
        }
        points.append((at(\.x), at(\.y)))
      }
    }
    return points
  }

  @Test func `the linear view describes the foreign keys in words`() {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "app.sqlite", glyphs: .ascii, readOnlyReason: nil, isLinear: true),
      size: Size(columns: 200, rows: 24))
    _ = model.begin()
    let story = Story.overview()
    _ = model.update(
      .work(
        .overview(
          .success(
            SessionOverview(
              facts: story.facts, status: story.status, schema: Self.before,
              fingerprint: story.fingerprint, registered: story.registered)))))
    model.press(.char("5"))
    select("line_up", in: &model)
    let text = LinearView(model: model).lines.map(\.plain)
    #expect(text.contains("  FK1  line_up (matchId, slot) → match (id, slot), ON DELETE CASCADE"))
    #expect(!text.contains { $0.contains("┌") })
  }

  @Test func `the diagram is exported as Markdown, Mermaid or SVG, with sanitized text`() throws {
    var model = tried()
    let (forms, name) = model.front.reportForms(in: model.scene)
    #expect(name == "migtui-diagram")
    #expect(forms.map(\.suffix) == ["md", "mmd", "svg"])
    for form in forms {
      #expect(!form.text.unicodeScalars.contains("\u{202E}"), "\(form.suffix)")
    }
    let mermaid = forms[1].text
    #expect(mermaid.hasPrefix("erDiagram\n"))
    #expect(mermaid.contains("[\"player (changed)\"] {\n"))
    #expect(mermaid.contains("    INTEGER clubId FK \"changed\"\n"))
    #expect(mermaid.contains("    INTEGER leagueId FK \"added\"\n"))
    #expect(mermaid.contains("||--o{ t6 : \"playerId\"") || mermaid.contains(": \"playerId\""))
    #expect(mermaid.contains(": \"clubId (changed)\""))
    #expect(mermaid.contains("[\"#lt;ghost#gt; & 'co' (missing)\"]"))
    let svg = forms[2].text
    #expect(svg.contains("~ player, changed"))
    #expect(svg.contains("&lt;ghost&gt; &amp; "))
    #expect(svg.contains("stroke-dasharray=\"6 3\""))
    select("report", in: &model)
    guard case .copyToClipboard(let text)? = model.press(.char("y")).first else {
      Issue.record("nothing copied")
      return
    }
    #expect(text.hasPrefix("erDiagram\n  t0[\"player (changed)\"] {"))
    #expect(!text.contains("club\"]"))
  }
}
