import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

/// The tables and their foreign keys: a list of all, and a picture of the selected table with its
/// neighbors.
struct DiagramScreen: TabbedScreen {
  /// The inputs of the graph; it is rebuilt when they change.
  private struct Stamp: Sendable, Hashable {
    var reading: Int
    var tab: DiagramTab
    var migration: String?
    var reportTime: Double?
    var dryRunTime: Double?
    var filter: String
    var order: Int
  }

  struct Subject: Sendable, Hashable {
    var tab: DiagramTab
    var name: String?
  }

  /// The inputs of the detail's text.
  struct Version: Sendable, Hashable {
    var graph: SchemaGraph
    var caption: String
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Subject, Version>?
  var tab = DiagramTab.migration
  private var migration: String?
  private(set) var graph = SchemaGraph(.empty)
  /// The indices of the tables that the filter matches.
  private(set) var rows: [Int] = []
  private var stamp: Stamp?

  var title: String { "Diagram" }
  var help: String { "tables and foreign keys, with the changes of a migration." }
  func heading(in scene: SharedState) -> String { "Tables" }

  // MARK: Rows

  mutating func prepare(in scene: SharedState) {
    let report = migration.flatMap { scene.known.report(of: $0) }
    let new = Stamp(
      reading: scene.known.readings, tab: tab, migration: migration, reportTime: report?.time,
      dryRunTime: scene.known.dryRun?.time, filter: panes.filter,
      order: panes.order)
    guard new != stamp else { return }
    let selected = shown?.subject.name
    stamp = new
    graph = DiagramSource(tab: tab, migration: migration, scene: scene).graph
    rows = ordered(graph.tables.indices.filter { filterSearch.matches(searched($0, in: scene)) })
    if let place = rows.firstIndex(where: { graph.tables[$0].name == selected }) {
      panes.list.selection = place
    } else if shown == nil || selected == nil {
      // Select the first marked table.
      panes.list.selection = rows.firstIndex { graph.tables[$0].sign != nil } ?? 0
    }
  }

  func orders(in scene: SharedState) -> [String] {
    ["by name", "changed first", "most children first"]
  }

  private func ordered(_ places: [Int]) -> [Int] {
    switch panes.order {
    case 1:
      return places.filter { graph.tables[$0].sign != nil }
        + places.filter { graph.tables[$0].sign == nil }
    case 2:
      var children: [Int: Set<Int>] = [:]
      for key in graph.foreignKeys where key.origin != key.destination {
        children[key.destination, default: []].insert(key.origin)
      }
      return places.sorted { one, other in
        let (first, second) = (children[one]?.count ?? 0, children[other]?.count ?? 0)
        return first == second ? one < other : first > second
      }
    default: return places
    }
  }

  func searched(_ place: Int, in scene: SharedState) -> [String] {
    let table = graph.tables[place]
    return ["\(table.name) \(table.remark ?? "")"] + table.columns.map(\.name)
      + graph.keys(of: place).map { graph.words(of: graph.foreignKeys[$0]) }
  }

  func rows(in scene: SharedState) -> [Int] { rows }

  func lines(of rows: ArraySlice<Int>, in scene: SharedState, width: Int) -> [StyledLine] {
    rows.map(line)
  }

  private func line(_ place: Int) -> StyledLine {
    let table = graph.tables[place]
    let role = table.sign?.role ?? (table.content == .missing ? .warning : .normal)
    var line = StyledLine(" \(table.sign?.rawValue ?? " ") ", role, bold: true)
    line.add(table.name, role)
    let children = Set(graph.keys(to: place).map { graph.foreignKeys[$0].origin })
      .subtracting([place])
    let words =
      table.remark
      ?? (children.isEmpty ? "" : children.count == 1 ? "1 child" : "\(children.count) children")
    if !words.isEmpty {
      line.trailing = StyledLine.Span(
        text: SafeText(words + " "), style: Style(table.remark == nil ? .dim : role))
    }
    return line
  }

  func emptyText(in scene: SharedState) -> String {
    scene.known.overview == nil ? "Reading…" : "The database has no tables."
  }

  // MARK: Detail

  private var selected: Int? { rows[safe: panes.list.selection] }

  func subject(of row: Int?, in scene: SharedState) -> Subject {
    Subject(tab: tab, name: row.map { graph.tables[$0].name })
  }

  func version(in scene: SharedState) -> Version {
    Version(graph: graph, caption: caption(in: scene))
  }

  private func caption(in scene: SharedState) -> String {
    DiagramSource(tab: tab, migration: migration, scene: scene).caption
  }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    guard let selected else { return (tab.rawValue, []) }
    let (parents, children) = graph.neighbours(of: selected)
    var lines = paragraph(caption(in: scene), width: width, .dim) + [StyledLine()]
    // Screen readers cannot read lines and boxes; the text below has the same content.
    if !scene.context.isLinear {
      lines +=
        NeighbourhoodPicture(around: selected, of: graph, glyphs: scene.glyphs)
        .lines(width: width) + [StyledLine()]
    }
    lines += words(around: selected, width: width)
    if parents.isEmpty, children.isEmpty, graph.keys(of: selected).isEmpty {
      lines += paragraph(
        "No foreign keys to or from other tables.", width: width, .dim)
    }
    return (graph.tables[selected].name, lines)
  }

  private func words(around table: Int, width: Int) -> [StyledLine] {
    func lines(_ places: [Int], isNumbered: Bool) -> [StyledLine] {
      places.enumerated().flatMap { number, place -> [StyledLine] in
        let key = graph.foreignKeys[place]
        let name = isNumbered ? (places.count == 1 ? "FK  " : "FK\(number + 1)  ") : ""
        return paragraph(
          name + graph.words(of: key), width: width, key.sign?.role ?? .normal)
      }
    }
    return lines(graph.keys(of: table), isNumbered: true)
      + lines(
        graph.keys(to: table).filter { graph.foreignKeys[$0].origin != table }, isNumbered: false)
  }

  func provenance(in scene: SharedState) -> StyledLine? {
    DiagramSource(tab: tab, migration: migration, scene: scene).provenance
  }

  func selectedMigration(in scene: SharedState) -> MigrationStatus? {
    scene.known.present?.status.migrations.first { $0.identifier == migration }
  }

  // MARK: Keeping

  func copyText(in scene: SharedState) -> String? {
    guard let selected else { return nil }
    let (parents, children) = graph.neighbours(of: selected)
    return MermaidDiagram.text(of: graph.part(Set(parents + children + [selected])))
  }

  func report(in scene: SharedState) -> [String] {
    [Markdown.safe(caption(in: scene)), "", "```mermaid"]
      + [MermaidDiagram.text(of: graph) + "```", ""]
      + graph.foreignKeys.map { "- \(Markdown.safe(graph.words(of: $0)))" }
  }

  func otherForms(in scene: SharedState) -> [ReportForm] {
    [
      ReportForm(
        title: "Mermaid, for Markdown documents", suffix: "mmd",
        text: MermaidDiagram.text(of: graph)),
      ReportForm(
        title: "SVG, an image of all tables", suffix: "svg",
        text: DiagramPicture(of: graph, caption: caption(in: scene)).svg),
    ]
  }

  // MARK: Update

  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] {
    // The selected migration, or else the one shown before, or else the next one to run.
    let next = scene.known.present?.status.migrations.first(where: \.isNext)?.identifier
    migration = scene.selected?.identifier ?? migration ?? next
    return []
  }
}
