import MigratorEngine
import MigratorSession

/// Drizzle 1.0: a folder for each migration, named after a time, with `migration.sql`.
///
/// Source: drizzle-team/drizzle-orm (beta) `drizzle-orm/src/migrator.ts`, `migrator.utils.ts`.
struct DrizzleBeta: FileTool {
  let format = MigrationFormat.drizzleBeta
  let title = "Drizzle 1.0"
  let transactionSwitch = TransactionSwitch.statements(before: "COMMIT;", after: "BEGIN;")
  let table = LedgerTable(
    name: Drizzle.tableName,
    shapes: [
      LedgerTable.Shape(columns: Drizzle.betaColumns, elsewhere: .shared),
      LedgerTable.Shape(columns: Drizzle.columns, named: .likely, elsewhere: nil),
    ])
  private static let scriptName = "migration.sql"

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.subfolders(holding: Self.scriptName)
    guard !names.isEmpty, !folder.contains(Prisma.lockFile) else { return nil }
    let snapshots = Set(folder.subfolders(holding: Drizzle.snapshotName)).intersection(names)
    guard !snapshots.isEmpty else { return nil }
    return FolderEvidence(
      names.count,
      "with `\(Self.scriptName)`, \(snapshots.count) of them with `\(Drizzle.snapshotName)`",
      of: "folder", strength: Drizzle.strength(in: folder))
  }

  func acceptsDoubleQuotedStringLiterals(in folder: FolderTree?) -> Bool {
    JavaScriptDriver.acceptsStringLiterals(in: folder)
  }

  func files(in folder: FolderTree) throws -> [DrizzleFile] {
    guard !folder.contains(Drizzle.journalFile) else {
      throw SourceFailure(
        .badJournal, path: folder.path(of: Drizzle.journalFile),
        "the folder still has the journal of an earlier version, so Drizzle 1.0 refuses it",
        remedy: "Run drizzle-kit up.")
    }
    var list = FileList<DrizzleFile>()
    for name in folder.subfolders(holding: Self.scriptName).sorted(by: LocaleOrder.precedes) {
      list.add(
        DrizzleFile(
          name, file: "\(name)/\(Self.scriptName)", in: folder,
          milliseconds: Self.milliseconds(of: name)))
    }
    return try list.checked()
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    DrizzleBetaLedger(name: read.name, files: read.files)
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let name = new.name(.timestamp)
    let last = new.folder.subfolders(holding: Drizzle.snapshotName)
      .filter { new.folder.contains("\($0)/\(Drizzle.snapshotName)") }
      .sorted(by: LocaleOrder.precedes).last
    let script = MigrationFile(path: "\(name)/\(Self.scriptName)", text: try new.drizzleScript())
    let snapshot = try new.drizzleSnapshot(
      .entities, after: last.map { "\($0)/\(Drizzle.snapshotName)" })
    return [script]
      + (snapshot.map {
        [MigrationFile(path: "\(name)/\(Drizzle.snapshotName)", text: $0.text)]
      } ?? [])
  }

  /// Milliseconds since 1970 from the first fourteen digits of a name, in UTC.
  ///
  /// A field beyond its range carries over into the next unit. The result is `nil` without such
  /// digits.
  static func milliseconds(of name: String) -> Int64? {
    let bytes = Array(name.utf8.prefix(14))
    func number(_ range: Range<Int>) -> Int64? {
      guard range.lowerBound < bytes.count else { return nil }
      let digits = bytes[range.clamped(to: 0..<bytes.count)].prefix { (48...57).contains($0) }
      return Int64(String(decoding: digits, as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
      let hour = number(8..<10), let minute = number(10..<12), let second = number(12..<14)
    else { return nil }
    // Days from the civil calendar: <https://howardhinnant.github.io/date_algorithms.html>.
    let months = year * 12 + month - 1
    let (civilYear, civilMonth) = (months >= 0 ? months / 12 : (months - 11) / 12, months)
    let monthOfYear = civilMonth - civilYear * 12 + 1
    let shifted = monthOfYear <= 2 ? civilYear - 1 : civilYear
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (monthOfYear + (monthOfYear > 2 ? -3 : 9)) + 2) / 5
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468 + day - 1
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
  }
}
