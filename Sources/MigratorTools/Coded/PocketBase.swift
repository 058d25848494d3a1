import MigratorEngine

extension ReadOnlyTool {
  /// PocketBase: `N_name.js` or `.go`, ordered by name, and a row with the file name and the time.
  ///
  /// The ledger also records PocketBase's own migrations, which are not in the project.
  ///
  /// Source: pocketbase `core/migrations_runner.go`.
  static let pocketBase = ReadOnlyTool(
    format: .pocketBase, title: "PocketBase", language: "JavaScript or Go",
    habits: [ConventionalFolder("pb_migrations")],
    pattern: FilePattern(
      digits: 1, follows: "_", extensions: ["js", "go"], excluding: ["_test.go"]),
    marks: [
      ContentMarker(pattern: "N_name.js", texts: ["migrate((app)", "migrate((db)", "pocketbase"])
    ],
    entries: { file, _ in [ReadOnlyEntry(key: file, command: "pocketbase migrate up")] },
    table: LedgerTable("_migrations", ["file", "applied"], elsewhere: nil),
    rows: RowLedger.Rules(
      key: { $0.text("file") }, appliedAt: { $0.unixTime("applied") },
      // PocketBase's own migrations are in Go, those of most projects in JavaScript.
      isElsewhere: { $0.hasSuffix(".go") }))
}
