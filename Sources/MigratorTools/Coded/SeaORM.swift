import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// SeaORM: modules `m20240101_000001_name.rs`, ordered by name.
  ///
  /// A row has the name and the time in seconds. SeaORM itself uses the order of a list in Rust,
  /// which projects keep sorted.
  ///
  /// Source: SeaQL/sea-orm `sea-orm-migration/src/migrator.rs`, `seaql_migrations.rs`.
  static let seaORM = ReadOnlyTool(
    format: .seaORM, title: "SeaORM", language: "Rust",
    pattern: FilePattern(
      extensions: ["rs"], excluding: ["lib.rs", "main.rs"], isDeep: true),
    marks: [ContentMarker(pattern: "mDATE_name.rs", texts: ["MigrationTrait"])],
    declaration: "MigrationTrait for",
    entries: { file, folder in
      // A module is a file, or a folder with `mod.rs`.
      let stem = Paths.stem(of: Paths.name(of: file))
      let name = stem == "mod" ? Paths.name(of: Paths.folder(of: file)) : stem
      guard name.hasPrefix("m"), !name.dropFirst().leadingDigits.isEmpty else { return [] }
      return [ReadOnlyEntry(key: name, command: "sea-orm-cli migrate up")]
    },
    unique: [Uniqueness(word: "name")],
    table: LedgerTable("seaql_migrations", ["version", "applied_at"], elsewhere: nil),
    rows: RowLedger.Rules(key: { $0.text("version") }, appliedAt: { $0.unixTime("applied_at") }))
}
