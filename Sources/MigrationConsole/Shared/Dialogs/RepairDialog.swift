import MigratorEngine
import MigratorSession
import TerminalUI

/// Lists the repairs, with the meaning and the SQL of the selected one.
///
/// Enter on a repair only opens the confirmation.
struct RepairDialog: ConsoleDialog {
  var offers: RepairOffers
  var refusal: String?
  var index = 0

  var repair: LedgerRepair? {
    offers.repairs.indices.contains(index) ? offers.repairs[index] : nil
  }

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "close", "Close the dialog."),
      .dialog(.activate, [.enter], "choose", "Go to the confirmation of the selected repair."),
      .dialog(.nextField, [.down, .char("j"), .tab], "next", "Select the next repair."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Select the previous repair."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 88 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(Notice(level: .info, text: "No changes were made."))
    case .nextField: index = min(index + 1, offers.repairs.count - 1)
    case .previousField: index = max(index - 1, 0)
    case .activate:
      if let refusal { return .close(Notice(level: .warning, text: refusal)) }
      if let repair { return .replace(RepairQuestion(repair: repair, list: self)) }
    default: break
    }
    return .stay
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
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
    if (try? scene.known.overview?.get())?.fingerprint != offers.fingerprint {
      lines += paragraph(
        "The file has changed in the meantime. Press Esc, then \(scene.key(.repair)).",
        width: columns, .danger)
    }
    return DialogText(
      title: "Ledger repairs", lines: lines + (repair?.lines(columns: columns) ?? []))
  }
}

extension LedgerRepair {
  fileprivate func lines(columns: Int) -> [StyledLine] {
    var lines = explanation.flatMap { paragraph($0, width: columns, .dim) }
    lines.append(StyledLine())
    // Wrap instead of truncating: the whole SQL must be readable before it runs.
    for line in script.split(separator: "\n") {
      let shown = line.map { $0 == "\t" ? "  " : String($0) }.joined()
      for (index, piece) in paragraph(shown, width: columns - 2).enumerated() {
        lines.append(index == 0 ? piece : piece.indented(by: 2))
      }
    }
    return lines
  }
}

struct RepairQuestion: ConfirmationDialog {
  let repair: LedgerRepair
  let list: RepairDialog
  var consent = Confirmation("Repair", agreeing: "repair the real file")

  var agreed: DialogOutcome {
    .begin(.repairing) { [repair, list, consent] in
      .repair(repair, of: list.offers, keepsBackup: consent.makesBackup, generation: $0)
    }
  }

  var left: DialogOutcome { .replace(list) }
  var widest: Int { 88 }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    DialogText(
      title: "Repair the ledger of the REAL file",
      lines: paragraph(scene.context.databasePath, width: columns, .strong)
        + paragraph("Will \(repair.title):", width: columns, .strong)
        + repair.lines(columns: columns)
        + list.offers.backups.lines.flatMap { $0.styled(width: columns) },
      choice: consent.choice(
        backup: list.offers.backups.path, in: scene, columns: columns))
  }
}

extension Equatable {
  /// The value `step` places further in a list, wrapping around; a negative step goes back.
  func turned(by step: Int, in all: [Self]) -> Self {
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + step + all.count) % all.count]
  }
}
