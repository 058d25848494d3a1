import MigratorEngine
import MigratorSession
import TerminalUI

/// Asks for the values that a fix requires: the key of an existing parent, or columns of new ones.
struct FixValueDialog: ConsoleDialog {
  private let menu: FixDialog
  private let place: Int
  private let option: FixOption
  /// The selected parent, or `nil` while the user types a value.
  private var index: Int?
  private var field = TextField()

  init(menu: FixDialog, place: Int, option: FixOption) {
    (self.menu, self.place, self.option) = (menu, place, option)
    if !option.parents.isEmpty { choose(0) }
  }

  /// The action with the values, or `nil` if they are not complete.
  private var action: FixAction? { option.action(with: field.text) }

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c")], "back", "Go back to the groups."),
      .dialog(.activate, [.enter], "use it", "Use this value."),
      .dialog(.nextField, [.down, .tab], option.parents.isEmpty ? nil : "next", "Next parent."),
      .dialog(.previousField, [.up, .backTab], nil, "Previous parent."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 72 }

  mutating func choose(_ index: Int) {
    self.index = index
    field = TextField(option.parents[index].key.joined(separator: ", "))
  }

  func disabledReason(of command: Command) -> String? {
    guard command == .activate, action == nil else { return nil }
    let columns = option.neededColumns.joined(separator: ", ")
    return option.neededColumns.count == 1
      ? "Type an SQL expression for \(columns), such as 0 or 'unknown'."
      : "Type an SQL expression for each of \(columns), with commas between them."
  }

  mutating func type(_ key: Key) -> Bool {
    guard field.handle(key) else { return false }
    index = nil
    return true
  }

  mutating func paste(_ text: String) -> Bool {
    field.insert(text)
    index = nil
    return true
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .replace(menu)
    case .nextField, .previousField:
      guard !option.parents.isEmpty else { break }
      let step = command == .nextField ? 1 : option.parents.count - 1
      choose(index.map { ($0 + step) % option.parents.count } ?? 0)
    case .activate:
      guard let action else { break }
      var menu = menu
      menu.set(action, at: place)
      return .replace(menu)
    default: break
    }
    return .stay
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    let entry = menu.entries[place]
    let parent = entry.key.destinationTable
    let names = option.neededColumns.joined(separator: ", ")
    let isMap = option.kind == .map
    var text = DialogText(
      title: isMap ? "Another parent for \(entry.key.title)" : "New rows of \(parent)",
      lines: paragraph(
        isMap
          ? "Choose the row of \(parent) to which all \(Format.count(entry.count, "row")) will refer, "
            + "or type its \(names)."
          : "\(names) of \(parent) cannot be NULL and has no default. Type an SQL expression for each, "
            + "such as 0 or 'unknown'.", width: columns) + [StyledLine()])
    for (place, row) in option.parents.enumerated() {
      let first = text.lines.count
      text.add(
        "\(row.key.joined(separator: ", "))  \(row.words)", place: place,
        isChosen: place == index, columns: columns)
      if place == index { text.chosen = first..<text.lines.count }
    }
    let room = max(1, columns - names.count - 4)
    let before = SafeText(String(field.text.prefix(field.cursor))).width
    let hidden = max(0, before - room + 1)
    var line = StyledLine("\(names): ", .accent)
    line.add(SafeText(field.text).dropFirst(columns: hidden).prefix(columns: room), .strong)
    text.choice.addField(line, column: SafeText("\(names): ").width + before - hidden)
    return text
  }
}
