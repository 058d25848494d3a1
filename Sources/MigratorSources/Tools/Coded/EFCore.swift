import MigratorEngine

/// Entity Framework Core: `20240101000000_Name.cs`, with `Name.Designer.cs` beside it.
///
/// Source: dotnet/efcore `MigrationsAssembly.cs`, `HistoryRepository.cs`, `SqliteHistoryRepository.cs`.
package struct EFCore: CodedTool {
  package let format = MigrationFormat.efCore
  package let title = "EF Core"
  let language = "C#"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(
      columns: ["migrationid", "productversion"], named: EFCoreRule.tableName, in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      Self.files(folder), like: "DATE_Name.cs", marks: ["MigrationBuilder"], strength: 3,
      in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let migrations = Self.files(folder).map { file in
      // The attribute is what counts; it stands in the file or in the one made with it.
      let stem = String(file.dropLast(3))
      let id =
        [file, stem + ".Designer.cs"].lazy.filter { folder.contains($0) }
        .compactMap { Self.attribute(in: folder.head(of: $0)) }.first
        ?? FilePath.name(of: stem)
      return ToolMigration(
        identifier: id, key: id, path: folder.path(of: file),
        body: code(run: "dotnet ef database update \(id)"))
    }
    return try checked(
      migrations.sorted { NameOrder.bytes($0.key, $1.key) }, unique: "MigrationId")
  }

  package func rule(table: String?) -> any LedgerRule {
    EFCoreRule(name: table ?? EFCoreRule.tableName)
  }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { file in
      let name = FilePath.name(of: file)
      let digits = name.leadingDigits
      return name.hasSuffix(".cs") && !name.hasSuffix(".Designer.cs") && !digits.isEmpty
        && name.dropFirst(digits.count).first == "_"
    }
  }

  /// The text of `[Migration("…")]`.
  private static func attribute(in text: String) -> String? {
    guard let start = text.firstRange(of: "[Migration(\"") else { return nil }
    let id = text[start.upperBound...].prefix { $0 != "\"" && !$0.isNewline }
    return id.isEmpty ? nil : String(id)
  }
}

/// The ledger of EF Core: a row with the identifier and the version of the product; a lock beside it.
struct EFCoreRule: CodedRule {
  static let tableName = "__EFMigrationsHistory"
  private static let lockName = "__EFMigrationsLock"

  let name: String

  var tableNames: [String] { [name, Self.lockName] }

  func key(of row: [String: DatabaseValue]) -> String? { row["migrationid"]?.looseText }

  func note(on row: [String: DatabaseValue]) -> String? {
    row["productversion"]?.looseText.map { "EF Core \($0)." }
  }

  func obstacle(_ migrations: [ToolMigration], _ contents: LedgerContents) -> StepObstacle? {
    guard let row = contents.tables[Self.lockName]?.rows.first else { return nil }
    let since = row["timestamp"]?.looseText.map { " since \($0)" } ?? ""
    return StepObstacle(
      "\(Self.lockName) is held\(since): a migration is running, or was killed.",
      remedy: "If none is running, run `DELETE FROM \"\(Self.lockName)\"`; EF Core waits for it.")
  }
}
