import MigratorEngine
import MigratorSession
import TerminalUI

extension ConfirmStep {
  func text(in scene: Scene, columns: Int) -> DialogText {
    DialogText(
      title: identifiers.count == 1
        ? "Step \(identifiers[0]) on the REAL file"
        : "Step \(identifiers.count) migrations on the REAL file",
      lines: ConfirmFacts(of: self, in: scene, width: columns).lines,
      choice: choice(in: scene, columns: columns))
  }

  /// The choice: backup, phrase, buttons.
  private func choice(in scene: Scene, columns: Int) -> DialogChoice {
    var choice = DialogChoice()
    // A copy of the file and of what its -wal holds.
    let facts = prepared.overview.facts
    choice.addBackup(
      prepared.backupPath, Format.bytes(facts.fileSize + (facts.walSize ?? 0)), isOn: makesBackup,
      isFocused: focus == .backup, columns: columns)
    if let phrase {
      let count = prepared.agreements.count
      let reason = prepared.dryRun == nil ? "Nobody knows what this does. " : "This loses data. "
      let which = count > 1 ? " (\(typedCount + 1) of \(count))" : ""
      let words = "\(scene.isLow ? "" : reason)To arm the step, type\(which):"
      for line in paragraph(words, width: columns - 2, .danger) {
        choice.add(line.indented(by: 2))
      }
      for line in paragraph(phrase, width: columns - 4, .strong, bold: true) {
        choice.add(line.indented(by: 4))
      }
      addField(to: &choice, phrase: phrase, columns: columns)
    }
    choice.addButtons(
      "Step", isCancel: focus == .cancel, isFocused: focus == .step, isEnabled: isArmed,
      isLow: scene.isLow, columns: columns)
    return choice
  }

  /// The field for the phrase; of what is longer than it the end is seen.
  private func addField(to choice: inout DialogChoice, phrase: String, columns: Int) {
    let armed = isArmed ? "  armed" : ""
    let room = max(1, columns - 6 - armed.count)
    let before = SafeText(String(typed.text.prefix(typed.cursor))).width
    let hidden = max(0, before - room + 1)
    let shown = SafeText(typed.text).dropFirst(columns: hidden).prefix(columns: room)
    let width = min(room, max(phrase.count + 1, shown.width))
    var line = StyledLine("[ ", .dim)
    line.add(shown, isArmed ? .applied : .strong)
    line.add(String(repeating: " ", count: max(0, width - shown.width)))
    line.add("]", .dim)
    line.add(armed, .applied, bold: true)
    choice.add(line, isFocused: focus == .phrase, column: 2 + before - hidden)
  }
}
