import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// Entity Framework Core: `20240101000000_Name.cs` with `Name.Designer.cs`.
  ///
  /// A row has the identifier and the product version. A separate table serves as the lock.
  ///
  /// Source: dotnet/efcore `MigrationsAssembly.cs`, `HistoryRepository.cs`,
  /// `SqliteHistoryRepository.cs`.
  static let efCore = ReadOnlyTool(
    format: .efCore, title: "EF Core", language: "C#",
    pattern: FilePattern(
      digits: 1, follows: "_", extensions: ["cs"], excluding: [".Designer.cs"], isDeep: true),
    marks: [ContentMarker(pattern: "DATE_Name.cs", texts: ["MigrationBuilder"])],
    entries: { file, folder in
      // The identifier is in an attribute, either in the file or in its generated companion.
      let stem = String(file.dropLast(3))
      let id =
        [file, stem + ".Designer.cs"].lazy.filter { folder.contains($0) }
        .compactMap { attribute(in: folder.head(of: $0)) }.first ?? Paths.name(of: stem)
      return [ReadOnlyEntry(key: id, command: "dotnet ef database update \(id)")]
    },
    unique: [Uniqueness(word: "MigrationId")],
    table: LedgerTable("__EFMigrationsHistory", ["migrationid", "productversion"]),
    rows: RowLedger.Rules(
      key: { $0.text("migrationid") },
      note: { row in row.text("productversion").map { "EF Core \($0)." } },
      companions: { _ in [lock] },
      lock: { _, rows in
        guard let row = rows.tables[lock]?.rows.first else { return nil }
        let since = row.text("timestamp").map { " since \($0)" } ?? ""
        let statement = "DELETE FROM \(LedgerSQL.table(lock))"
        return LedgerLock(
          table: lock,
          obstacle: StepObstacle(
            "\(lock) is locked\(since): a migration is running, or was killed.",
            remedy: "EF Core waits for the lock. If no migration is running, break it: migtui "
              + "repair DB --break-lock, or `\(statement)`."), breaking: [statement])
      }))

  private static let lock = "__EFMigrationsLock"

  private static func attribute(in text: String) -> String? {
    guard let start = text.firstRange(of: "[Migration(\"") else { return nil }
    let id = text[start.upperBound...].prefix { $0 != "\"" && !$0.isNewline }
    return id.isEmpty ? nil : String(id)
  }
}
