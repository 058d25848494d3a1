import MigratorEngine
import MigratorSession
import TerminalUI

struct ConfirmRestore: ConfirmationDialog {
  let prepared: PreparedRestore
  var consent: Confirmation

  init(prepared: PreparedRestore) {
    self.prepared = prepared
    consent = Confirmation(
      "Restore", agreeing: "restore the real file",
      phrases: prepared.phrase.map { [$0] } ?? [])
  }

  var agreed: DialogOutcome {
    .begin(.restoring) { [prepared, consent] in
      .restore(
        prepared, agreeing: consent.given.first, keepsBackup: consent.makesBackup, generation: $0)
    }
  }

  var widest: Int { 72 }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    DialogText(
      title: "Restore the REAL file",
      lines: paragraph(scene.context.databasePath, width: columns, .strong)
        + prepared.lines.flatMap { $0.styled(width: columns) },
      choice: consent.choice(
        backup: prepared.backups.path,
        Format.bytes(prepared.facts.fileSize + (prepared.facts.walSize ?? 0)),
        because: "This undoes more than the last change.", in: scene, columns: columns))
  }
}
