import MigratorEngine
import MigratorSession
import TerminalUI

/// The basket: for each group of violations, the fix to try on a copy.
struct FixDialog: ConsoleDialog {
  struct Entry: Sendable, Hashable {
    let key: ForeignKeyInfo
    let count: Int
    let options: [FixOption]
    /// The index of the chosen option, or `nil` to leave the rows unchanged.
    var option: Int?
    /// The actions with values, of the options that require some.
    var actions: [FixAction.Kind: FixAction] = [:]

    /// Proposes the first option that needs no values; those that keep the rows come first.
    init(key: ForeignKeyInfo, count: Int, options: [FixOption], chosen: FixAction?) {
      (self.key, self.count, self.options) = (key, count, options)
      option =
        options.firstIndex { $0.obstacle == nil && $0.kind == chosen?.kind }
        ?? options.firstIndex { $0.action != nil }
      if let chosen { actions[chosen.kind] = chosen }
    }

    var chosen: FixOption? { option.map { options[$0] } }

    /// The chosen action, or `nil` if there is none or its values are missing.
    var action: FixAction? { chosen.flatMap { actions[$0.kind] ?? $0.action } }

    /// Chooses the next possible option; after the last one, the rows remain unchanged.
    mutating func turn(by step: Int) {
      let places = options.indices.filter { options[$0].obstacle == nil }
      option = option.turned(by: step, in: places.map { $0 } + [nil])
    }
  }

  private(set) var entries: [Entry]
  private(set) var index: Int

  init(entries: [Entry], index: Int = 0) {
    (self.entries, self.index) = (entries, index)
  }

  private var choices: [FixChoice] {
    entries.compactMap { entry in entry.action.map { FixChoice(entry.key, $0) } }
  }

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "close", "Close the dialog."),
      .dialog(.activate, [.enter], "try them on a copy", "Run the chosen fixes on a copy."),
      .dialog(.toggle, [.char(" "), .right, .char("l")], "other fix", "Choose the next fix."),
      .dialog(.scrollLeft, [.left, .char("h")], nil, "Choose the previous fix."),
      .dialog(.nextField, [.down, .char("j"), .tab], "next group", "Select the next group."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Select the previous group."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 88 }

  mutating func choose(_ index: Int) { self.index = index }

  func disabledReason(of command: Command) -> String? {
    command == .activate && entries.allSatisfy({ $0.option == nil })
      ? "Choose a fix with Space." : nil
  }

  /// Stores the values of an option.
  mutating func set(_ action: FixAction, at place: Int) {
    entries[place].actions[action.kind] = action
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(nil)
    case .nextField: index = (index + 1) % entries.count
    case .previousField: index = (index + entries.count - 1) % entries.count
    case .toggle: entries[index].turn(by: 1)
    case .scrollLeft: entries[index].turn(by: -1)
    case .activate:
      if let open = entries.firstIndex(where: { $0.option != nil && $0.action == nil }),
        let option = entries[open].chosen
      {
        return .replace(FixValueDialog(menu: self, place: open, option: option))
      }
      return .work(.tryingFix) { [choices] in .tryFixes(choices, generation: $0) }
    default: break
    }
    return .stay
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var text = DialogText(
      title: entries.count == 1
        ? "Fix \(Format.count(entries[0].count, "row")) of \(entries[0].key.originTable)"
        : "Fix \(entries.count) groups of violations", lines: [])
    for (place, entry) in entries.enumerated() {
      let first = text.lines.count
      let isChosen = place == index
      let count = "  \(Format.count(entry.count, "row"))"
      var line = StyledLine(isChosen ? "> " : "  ", .accent, bold: true)
      line.add(
        scene.text(entry.key.title).prefix(
          columns: max(8, columns - 2 - count.count), ellipsis: scene.glyphs.ellipsis),
        isChosen ? .selection : .strong)
      line.add(count, .warning)
      text.lines.append(line)
      let words = entry.chosen.map { entry.words(of: $0) } ?? "leaves them unchanged"
      text.lines += paragraph(
        "\(scene.glyphs.arrowLeft.plain) \(words) \(scene.glyphs.arrowRight.plain)",
        width: columns - 4, entry.option == nil ? .dim : .normal
      ).map { $0.indented(by: 4) }
      for line in first..<text.lines.count { text.places[line] = place }
      if isChosen { text.chosen = first..<text.lines.count }
    }
    text.lines.append(StyledLine())
    for option in entries[index].options where option.obstacle != nil {
      text.lines += paragraph(option.words.capitalizedFirst, width: columns, .dim)
    }
    text.lines += paragraph(
      "Enter runs them together on a copy and shows the effects. The real file is not changed.",
      width: columns, .dim)
    return text
  }
}

extension FixDialog.Entry {
  /// The option, with the values that were given.
  fileprivate func words(of option: FixOption) -> String {
    switch actions[option.kind] {
    case .map(let values)?:
      "\(option.kind.note): "
        + zip(key.destinationColumns, values).map { "\($0) \($1)" }.joined(separator: ", ")
    case .addParents(let values)? where !values.isEmpty:
      "\(option.kind.note), with "
        + values.map { "\($0.column) \($0.expression)" }.joined(separator: ", ")
    default: option.words
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
