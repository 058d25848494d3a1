import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// FluentMigrator: classes with `[Migration(20240101)]`, ordered by number.
  ///
  /// A row has the number, the time and a description.
  ///
  /// Source: fluentmigrator `src/FluentMigrator.Runner.Core/VersionTableInfo`.
  static let fluentMigrator = ReadOnlyTool(
    format: .fluentMigrator, title: "FluentMigrator", language: "C#",
    pattern: FilePattern(extensions: ["cs"], isDeep: true),
    marks: [ContentMarker(pattern: "*.cs", texts: ["using FluentMigrator"])],
    declaration: "Migration(",
    entries: { file, folder in
      let versions = versions(in: try folder.text(of: file))
      return versions.map { version in
        ReadOnlyEntry(
          key: version,
          identifier: versions.count == 1 ? Paths.stem(of: Paths.name(of: file)) : version,
          command: "dotnet fm migrate up -t \(version)")
      }
    },
    precedes: NameOrder.numbers, unique: [Uniqueness(word: "version")],
    table: LedgerTable(
      name: "VersionInfo",
      shapes: [
        LedgerTable.Shape(columns: ["version", "appliedon", "description"]),
        LedgerTable.Shape(columns: ["version"], named: .likely, elsewhere: nil),
      ]),
    rows: RowLedger.Rules(
      key: { $0.text("version") }, appliedAt: { $0.text("appliedon") },
      note: { row in row.text("description").map { "\($0)." } }))

  /// The numbers in `[Migration(N…)]` or `[Migration(version: N…)]`, without underscores.
  private static func versions(in text: String) -> [String] {
    var versions: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "[Migration(") {
      rest = rest[start.upperBound...].drop(while: \.isWhitespace)
      if rest.hasPrefix("version:") { rest = rest.dropFirst(8).drop(while: \.isWhitespace) }
      let digits = rest.prefix { $0 == "_" || ($0.isASCII && $0.isNumber) }.filter { $0 != "_" }
      if !digits.isEmpty { versions.append(digits.withoutLeadingZeros) }
    }
    return versions
  }
}
