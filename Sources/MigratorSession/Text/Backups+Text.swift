import MigratorEngine
import MigratorPlatform

extension BackupPlan {
  /// The number of existing backups, and how many are kept; empty without backups.
  public var lines: [TextLine] {
    var lines: [TextLine] = []
    if let folder { lines.append(TextLine("Backup folder: \(folder).")) }
    guard existing > 0 || kept != nil else { return lines }
    let there =
      existing == 0 ? "No backups yet" : "\(Format.count(existing, "backup")) of the database"
    guard let kept else {
      return lines + [TextLine("\(there); all are kept (--keep-backups N).")]
    }
    let rule = kept == 1 ? "the newest one is kept" : "the newest \(kept) are kept"
    let names = removed.map(Paths.name).joined(separator: ", ")
    lines.append(
      TextLine(
        "\(there); \(rule)" + (removed.isEmpty ? "." : ", so these are deleted: \(names)."),
        removed.isEmpty ? .normal : .warning))
    if unproven > 0 {
      lines.append(
        TextLine(
          "\(Format.count(unproven, "file")) with a backup name \(unproven == 1 ? "is" : "are") kept: "
            + "the history does not list \(unproven == 1 ? "it" : "them").", .dim
        ))
    }
    return lines
  }
}

extension [String] {
  /// A line that lists the removed backups; empty if none were removed.
  public var prunedWords: [String] {
    isEmpty ? [] : ["older backups deleted: \(map(Paths.name).joined(separator: ", "))"]
  }
}

extension Backup {
  /// Describes the backup: `app.sqlite.before-003, 412 MB, of 2026-11-22 09:31:07 UTC, …`.
  public var line: TextLine {
    TextLine(path, .heading).adding(
      ", \(Format.bytes(size)), \(Format.utc(time.text))"
        + (occasion.map { ", \($0.words)" } ?? ""))
  }
}

extension Backup.Occasion {
  fileprivate var words: String {
    switch self {
    case .step(let identifier): "made before \(identifier)"
    case .repair: "made before a repair"
    case .restore: "made before a restore"
    case .named(let name): "made before \(name) according to its name"
    }
  }
}

extension PreparedRestore {
  /// The backup to restore, and the changes that the restore undoes.
  public var lines: [TextLine] {
    [backup.line.led(by: "restores ")]
      + (backup.isChanged
        ? [TextLine("The backup has changed since it was made.", .danger)] : [])
      + (isOfAnotherFile
        ? [
          TextLine("It is a backup of a different file that was previously at this path.", .danger)
        ]
        : [])
      + ledgerLines + schemaLines + settingLines + rowLines
      + [stateLine] + backups.lines
  }

  private var ledgerLines: [TextLine] {
    guard let undone else {
      return [
        TextLine("The migrations cannot be read, so migtui cannot list the undone ones.", .warning)
      ]
    }
    return undone.map { TextLine("UNDOES \($0)", .danger) }
      + redone.map { TextLine("REDOES \($0)", .warning) }
      + (undone.isEmpty && redone.isEmpty ? [TextLine("The ledger does not change.")] : [])
  }

  private var schemaLines: [TextLine] {
    schema.isEmpty ? [TextLine("The schema does not change.")] : schema.lines
  }

  private var settingLines: [TextLine] {
    settings.map {
      TextLine("\($0.name): ", .heading)
        .adding("\($0.now) now, \($0.backup) in the backup", .warning)
    }
      + (otherJournalMode.map {
        [
          TextLine("journal_mode: ", .heading)
            .adding(
              "\(facts.journalMode) now, \($0) in the backup"
                + (facts.journalMode == "wal" ? "; wal is kept" : ""), .warning)
        ]
      } ?? [])
  }

  private var rowLines: [TextLine] {
    if let damage {
      return [TextLine("The database is damaged; its rows cannot be counted: \(damage).", .danger)]
    }
    return rows.map { rows in
      let text: String =
        switch (rows.now, rows.backup) {
        case (let now?, let backup?):
          "\(Format.count(now, "row")) now, \(Format.number(backup)) in the backup"
        case (let now?, nil): "\(Format.count(now, "row")) now, not in the backup"
        case (nil, let backup):
          "\(Format.count(backup ?? 0, "row")) in the backup; the table does not exist now"
        }
      return TextLine("\(rows.table): ", .heading)
        .adding(text, rows.undone > 0 ? .danger : .normal)
    } + (rows.isEmpty ? [TextLine("Each table has as many rows as in the backup.")] : [])
  }

  private var stateLine: TextLine {
    isStraight
      ? TextLine("Nothing else has been written since the backup.", .ok)
      : TextLine(
        "All later writes are undone too, in all tables. Values were not compared.",
        .warning)
  }
}

extension HistoryFailure {
  /// The failure, as a sentence.
  public var sentence: String { "The history could not be written to \(path): \(reason)." }
}

extension TextLine {
  fileprivate func led(by words: String) -> TextLine {
    pieces.reduce(TextLine(words, .dim)) { $0.adding($1.text, $1.role) }
  }
}
