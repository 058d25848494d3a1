import MigratorEngine
import MigratorSession

enum RestoreText {
  static func lines(_ prepared: PreparedRestore, _ outcome: RestoreOutcome) -> [String] {
    guard outcome.isRestored else { return [] }
    let kept = outcome.backupPath.map { ["backup of the previous state: \($0)"] } ?? []
    return kept + outcome.prunedBackups.prunedWords
      + ["restored: \(prepared.backup.path) in \(Format.seconds(outcome.seconds))"]
  }

  static func json(
    _ prepared: PreparedRestore, _ outcome: RestoreOutcome?, _ failure: BatchFailure? = nil
  ) -> JSON {
    var members: [(String, JSON)] = [
      ("backup", json(prepared.backup)),
      ("schema", ChangesText.json(prepared.schema)),
      (
        "rows",
        .array(
          prepared.rows.map {
            [
              "table": .string($0.table), "now": $0.now.map { .integer($0) } ?? .null,
              "backup": $0.backup.map { .integer($0) } ?? .null,
            ]
          })
      ),
      (
        "settings",
        .array(
          prepared.settings.map {
            [
              "name": .string($0.name), "now": .integer(Int64($0.now)),
              "backup": .integer(Int64($0.backup)),
            ]
          })
      ),
      ("damage", .optional(prepared.damage)),
      ("undone", prepared.undone.map { .strings($0) } ?? .null),
      ("redone", .strings(prepared.redone)),
      ("nothingWrittenSince", .bool(prepared.isStraight)),
      ("ofAnotherFile", .bool(prepared.isOfAnotherFile)),
      ("agree", .optional(prepared.phrase)),
      ("done", .bool(outcome?.isRestored ?? false)),
    ]
    if let outcome {
      members += [
        ("kept", .optional(outcome.backupPath)), ("seconds", .number(outcome.seconds)),
        ("prunedBackups", .strings(outcome.prunedBackups)),
      ]
    }
    if let failure { members.append(("error", failure.error)) }
    return .object(members)
  }

  static func json(_ backup: Backup) -> JSON {
    [
      "path": .string(backup.path), "size": .integer(backup.size),
      "time": .string(backup.time.text(digits: 3, separator: "T") + "Z"),
      "madeBefore": .string(backup.occasion?.name ?? ""), "isKnown": .bool(backup.record != nil),
      "isChanged": .bool(backup.isChanged),
    ]
  }
}
