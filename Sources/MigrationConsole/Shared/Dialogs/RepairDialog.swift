import MigratorEngine
import MigratorSession
import TerminalUI

/// The dialog of repairs: the offers, and what the one in view means with its SQL.
///
/// Enter on an offer only leads to the question.
struct RepairDialog: ConsoleDialog {
  /// The repairs that make sense, and the state of the file they were made for.
  var offers: RepairOffers
  /// Why the file may not be changed, or `nil` when it may.
  var refusal: String?
  /// The offer in view.
  var index = 0

  /// The offer in view.
  var repair: LedgerRepair? {
    offers.repairs.indices.contains(index) ? offers.repairs[index] : nil
  }

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "closes", "Leave the dialog."),
      .dialog(.activate, [.enter], "asks", "Ask whether to run the repair in view."),
      .dialog(.nextField, [.down, .char("j"), .tab], "next", "Go to the next repair."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Go to the repair before."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 88 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(Notice(level: .info, text: "Nothing was changed."))
    case .nextField: index = min(index + 1, offers.repairs.count - 1)
    case .previousField: index = max(index - 1, 0)
    case .activate:
      if let refusal { return .close(Notice(level: .warning, text: refusal)) }
      if let repair { return .replace(RepairQuestion(repair: repair, list: self)) }
    default: break
    }
    return .stay
  }

  func text(in scene: Scene, columns: Int) -> DialogText {
    var lines = offers.repairs.enumerated().flatMap { index, offer in
      let isSelected = index == self.index
      let words = paragraph(offer.title, width: columns - 2, isSelected ? .selection : .normal)
      return words.enumerated().map { place, piece in
        var line = StyledLine(isSelected && place == 0 ? "> " : "  ", .accent, bold: true)
        line.spans += piece.spans
        return line
      }
    }
    lines.append(StyledLine())
    return DialogText(
      title: "Repairs of the ledger", lines: lines + (repair?.lines(columns: columns) ?? []))
  }
}

extension LedgerRepair {
  /// What the repair means, and its SQL to the last character.
  fileprivate func lines(columns: Int) -> [StyledLine] {
    var lines = explanation.flatMap { paragraph($0, width: columns, .dim) }
    lines.append(StyledLine())
    // Broken, never clipped: what is run is read to its end.
    for line in script.split(separator: "\n") {
      let shown = line.map { $0 == "\t" ? "  " : String($0) }.joined()
      for (index, piece) in paragraph(shown, width: columns - 2).enumerated() {
        lines.append(index == 0 ? piece : piece.indented(by: 2))
      }
    }
    return lines
  }
}

/// The question whether to run a repair.
///
/// As with steps, one stray key must never change a file: the focus begins on Cancel, Enter never
/// agrees, and `y` does so only with the focus on the repair.
struct RepairQuestion: ConsoleDialog {
  /// What the focus can stand on, in the order of Tab.
  enum Focus: Sendable, Hashable, CaseIterable {
    /// Leave everything as it is.
    case cancel
    /// Whether to make a backup first.
    case backup
    /// The repair itself.
    case repair
  }

  /// What would be run.
  var repair: LedgerRepair
  /// The list it was chosen from.
  var list: RepairDialog
  /// Whether a backup is made.
  var makesBackup = true
  /// What the focus stands on.
  var focus = Focus.cancel

  var bindings: [Binding] {
    Binding.question(agreeing: "changes the real file", isOnBackup: focus == .backup)
  }
  var widest: Int { 88 }
  var typeAheadGuard: Double { ConfirmStep.typeAheadGuard }

  func disabledReason(of command: Command) -> String? {
    switch command {
    case .toggle: focus == .repair ? "Space does nothing on Repair." : nil
    case .activate: focus == .cancel ? nil : "Enter never agrees: Tab goes on."
    case .agree: focus == .repair ? nil : "y counts on Repair: Tab goes there."
    default: nil
    }
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .nextField: focus = focus.turned(by: 1, in: Focus.allCases)
    case .previousField: focus = focus.turned(by: -1, in: Focus.allCases)
    case .toggle where focus == .backup: makesBackup.toggle()
    case .back, .activate, .toggle: return .replace(list)
    case .agree: return .repair(self)
    default: break
    }
    return .stay
  }

  func text(in scene: Scene, columns: Int) -> DialogText {
    var choice = DialogChoice()
    choice.addBackup(
      list.offers.backupPath, isOn: makesBackup, isFocused: focus == .backup, columns: columns)
    choice.addButtons(
      "Repair", isCancel: focus == .cancel, isFocused: focus == .repair, isLow: scene.isLow,
      columns: columns)
    return DialogText(
      title: "Repair the ledger of the REAL file",
      lines: paragraph(scene.context.databasePath, width: columns, .strong)
        + paragraph("Will \(repair.title):", width: columns, .strong)
        + repair.lines(columns: columns),
      choice: choice)
  }
}

extension Equatable {
  /// The value some places further in a list, which goes round.
  ///
  /// - Parameters:
  ///   - step: How many places, backwards if negative.
  ///   - all: The list.
  /// - Returns: The value there.
  func turned(by step: Int, in all: [Self]) -> Self {
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + step + all.count) % all.count]
  }
}
