import TerminalUI

protocol DetailPane: ListPane {
  /// The version of the detail; a newer version of the same subject keeps the scroll position.
  associatedtype Version: Hashable & Sendable

  var shown: DetailKey<Subject, Version>? { get set }
  func version(in scene: SharedState) -> Version
  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine])
  /// The origin of the detail (real file or copy) and its age.
  func provenance(in scene: SharedState) -> StyledLine?
  /// The text to copy, without line breaks of the screen.
  func copyText(in scene: SharedState) -> String?
  func report(in scene: SharedState) -> [String]
  func otherForms(in scene: SharedState) -> [ReportForm]
}

/// The inputs of the detail's text, which is rebuilt when they change.
struct DetailKey<Subject: Hashable & Sendable, Version: Hashable & Sendable>: Hashable, Sendable {
  var subject: Subject
  var version: Version
  /// The width of the lines in columns.
  var width: Int
}

extension DetailPane {
  func provenance(in scene: SharedState) -> StyledLine? { nil }
  func copyText(in scene: SharedState) -> String? {
    text(in: scene, width: Self.unbroken).lines.map(\.plain).joined(separator: "\n")
  }
  func otherForms(in scene: SharedState) -> [ReportForm] { [] }
}

extension DetailPane {
  /// A width at which no line is wrapped.
  static var unbroken: Int { 1_000_000 }

  func plainText(in scene: SharedState) -> String {
    let (title, lines) = text(in: scene, width: min(88, max(40, scene.size.columns)))
    guard !lines.isEmpty else { return "" }
    return ([SafeText(title).plain, ""] + lines.map(\.plain)).joined(separator: "\n") + "\n"
  }

  /// Keeps the selection inside the list, and rebuilds the detail if its inputs changed.
  mutating func refresh(layout: ScreenLayout, scene: SharedState) {
    prepare(in: scene)
    panes.list.clamp(count: count(in: scene), rows: layout.listPage)
    let key = DetailKey(
      subject: subject(in: scene), version: version(in: scene), width: layout.detailWidth)
    if key != shown {
      var content = DetailContent()
      (content.title, content.lines) = text(in: scene, width: layout.detailWidth)
      if shown?.subject == key.subject {
        content.scroll = panes.detail.scroll
        content.columnOffset = panes.detail.columnOffset
      }
      content.scrollColumns(by: 0, width: layout.detailWidth)
      panes.detail = content
      shown = key
    }
    panes.detail.scroll = max(
      0, min(panes.detail.scroll, panes.detail.lines.count - layout.detailPage))
  }
}
