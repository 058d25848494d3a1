import TerminalUI

/// The commands with their keys; typing filters the list, Enter runs the selected command.
///
/// The help starts with the front screen, states why commands cannot run now, and explains the keys
/// of dialogs and the marks. The palette lists only commands, those that can run first.
struct KeysDialog: ConsoleDialog {
  enum Kind: Sendable, Hashable {
    case help
    case palette
  }

  struct Entry: Sendable, Hashable {
    var heading: String
    /// The topic, which is also searched.
    var group: String
    var label: SafeText
    var text: String
    /// The short name of the command, which is also searched.
    var name = ""
    var command: Command?
    /// Why the command cannot run now, or `nil` if it can.
    var refusal: String?
  }

  let kind: Kind
  /// The name of the front screen.
  let title: String
  let entries: [Entry]
  private(set) var field = TextField()
  /// The index of the selected entry among those found.
  private(set) var index = 0

  init(_ kind: Kind, title: String, entries: [Entry]) {
    self.kind = kind
    self.title = title
    self.entries = entries
  }

  var found: [Entry] {
    let search = WordSearch(field.text)
    let found = entries.filter { search.matches([$0.group, $0.label.plain, $0.text, $0.name]) }
    if kind == .help || field.text.isEmpty { return found }
    // Commands that start with the words come before those that only mention them; commands that
    // cannot run are listed last.
    let words = field.text.lowercased()
    let isMeant = { (entry: Entry) in
      entry.refusal == nil
        && (entry.text.lowercased().hasPrefix(words) || entry.name.hasPrefix(words))
    }
    return found.filter(isMeant) + found.filter { !isMeant($0) }
  }

  var chosen: Entry? {
    let found = found
    return found.indices.contains(index) ? found[index] : nil
  }

  // MARK: Keys

  var bindings: [Binding] {
    let toggle: [Key] = field.text.isEmpty && kind == .help ? [.char("?")] : []
    return [
      .dialog(
        .back, [.escape, .control("c"), .function(1)] + toggle, "close", "Close the list."),
      .dialog(.activate, [.enter], "run", "Run the selected command."),
      .dialog(.nextField, [.down, .tab, .control("n")], "next", "Next entry."),
      .dialog(.previousField, [.up, .backTab, .control("p")], nil, "Previous entry."),
      .dialog(.home, [.home], nil, "First entry."),
      .dialog(.end, [.end], nil, "Last entry."),
      .dialog(.pageDown, [.pageDown], nil, "Eight entries down."),
      .dialog(.pageUp, [.pageUp], nil, "Eight entries up."),
    ]
  }

  var widest: Int { 96 }
  /// The keys after the palette's are a command, also if a slow connection sends them together.
  var takesTypeAhead: Bool { kind == .palette }
  var hasText: Bool { !field.text.isEmpty }

  func disabledReason(of command: Command) -> String? {
    guard command == .activate else { return nil }
    guard let chosen else { return "Nothing is selected." }
    if chosen.command == nil { return "This entry is not a command." }
    return chosen.refusal
  }

  mutating func type(_ key: Key) -> Bool {
    switch key {
    case .char, .backspace, .control("u"), .control("w"), .left, .right: break
    default: return false
    }
    guard field.handle(key) else { return false }
    index = 0
    return true
  }

  mutating func choose(_ index: Int) { self.index = index }

  mutating func paste(_ text: String) -> Bool {
    field.insert(text)
    index = 0
    return true
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    let last = max(0, found.count - 1)
    switch command {
    case .back: return .close(nil)
    case .activate: return chosen?.command.map { .run($0) } ?? .stay
    case .nextField: index = min(index + 1, last)
    case .previousField: index = max(index - 1, 0)
    case .pageDown: index = min(index + 8, last)
    case .pageUp: index = max(index - 8, 0)
    case .home: index = 0
    case .end: index = last
    default: break
    }
    return .stay
  }

  // MARK: Text

  func text(in scene: SharedState, columns: Int) -> DialogText {
    let found = found
    var text = DialogText(
      title: kind == .palette ? "Commands" : "Keys, commands and marks", lines: [])
    let labels = found.map { columns < 56 ? $0.label.prefix(columns: 9) : $0.label }
    let labelWidth = min(16, max(8, (labels.map(\.width).max() ?? 0) + 2))
    for (place, entry) in found.enumerated() {
      if kind == .help, place == 0 || found[place - 1].heading != entry.heading {
        if !text.lines.isEmpty { text.lines.append(StyledLine()) }
        text.lines.append(StyledLine(entry.heading, .accent, bold: true))
      }
      let first = text.lines.count
      text.lines += lines(
        of: entry, label: labels[place].prefix(columns: labelWidth - 1), labelWidth: labelWidth,
        isChosen: place == index, columns: columns)
      if place == index { text.chosen = first..<text.lines.count }
      for line in first..<text.lines.count { text.places[line] = place }
    }
    if found.isEmpty { text.lines.append(StyledLine("No entry matches.", .dim)) }
    if !scene.isLow { text.choice.add(StyledLine()) }
    var line = StyledLine("find: ", .accent, bold: true)
    let before = SafeText(String(field.text.prefix(field.cursor))).width
    let room = max(1, columns - 9)
    let hidden = max(0, before - room)
    line.add(SafeText(field.text).dropFirst(columns: hidden).prefix(columns: room), .strong)
    if field.text.isEmpty {
      line.add("type to search", .dim)
    }
    text.choice.addField(line, column: 6 + before - hidden)
    return text
  }

  private func lines(
    of entry: Entry, label: SafeText, labelWidth: Int, isChosen: Bool, columns: Int
  ) -> [StyledLine] {
    let indent = 2 + labelWidth
    let isOff = entry.refusal != nil
    var lines: [StyledLine] = []
    let role: Role = isChosen ? .selection : isOff ? .disabled : .normal
    for (row, piece) in paragraph(entry.text, width: columns - indent, role).enumerated() {
      guard row == 0 else {
        lines.append(piece.indented(by: indent))
        continue
      }
      var line = StyledLine(isChosen ? "> " : "  ", .accent, bold: true)
      line.add(label, entry.command == nil ? .strong : isOff ? .disabled : .key, bold: !isOff)
      line.add(String(repeating: " ", count: max(1, labelWidth - label.width)))
      line.spans += piece.spans
      lines.append(line)
    }
    if let refusal = entry.refusal {
      lines += paragraph("unavailable: \(refusal)", width: columns - indent, .disabled)
        .map { $0.indented(by: indent) }
    }
    return lines
  }
}
