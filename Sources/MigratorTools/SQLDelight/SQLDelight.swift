import MigratorEngine
import MigratorPlatform
import MigratorSession

/// SQLDelight: `N.sqm` migrates from version N to N + 1, and version 1 has no file.
///
/// Source: sqldelight `MigrationFile.kt`, `JdbcSqliteDriver.kt`.
struct SQLDelight: UserVersionTool {
  let format = MigrationFormat.sqldelight
  let title = "SQLDelight"
  let transactionSwitch = TransactionSwitch.impossible(
    "A migration of SQLDelight and its number are committed in one transaction.")
  let counting = UserVersionLedger.Rules(obstacle: { current, _ in
    guard current == 0 else { return nil }
    return StepObstacle(
      "user_version is 0, so SQLDelight creates the whole schema from its .sq files instead of "
        + "migrating.",
      remedy: "Let the program create the database, or set user_version to the version of the "
        + "schema.")
  })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    FolderEvidence(Self.files(folder).count, "`N.sqm`", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [UserVersionFile] {
    var list = FileList<UserVersionFile>()
    for file in Self.files(folder) {
      try list.read {
        let path = folder.path(of: file)
        let number = Self.number(in: Paths.stem(of: Paths.name(of: file)))
        guard !number.isEmpty else {
          throw SourceFailure(
            .badVersion, path: path, "the name has no number",
            remedy: "Begin the name with the version that the file migrates from.")
        }
        // The file migrates to the next version.
        let version = try UserVersionFile.version(number, path: path, next: 1)
        return UserVersionFile(
          version: version,
          migration: ToolMigration(
            Paths.name(of: file), file: file, in: folder, body: Self.body))
      }
    }
    return try list.sorted(by: \.version, uniqueFor: title)
  }

  /// The databases `N.db` that the Gradle plugin exports to its `schemaOutputDirectory`.
  ///
  /// They are searched for in the folder, and in the folder `databases` next to it or above it, which
  /// the documentation of SQLDelight uses.
  ///
  /// Source: sqldelight `GenerateSchemaTask.kt`.
  func schemas(in folder: FolderTree, for files: [UserVersionFile]) -> [Int64: StatedSchema] {
    let own = folder.files.compactMap { file in
      Self.exportedVersion(Paths.name(of: file)).map { ($0, folder.path(of: file)) }
    }
    // A version that occurs twice belongs to two databases.
    var paths = Dictionary(own.map { ($0, Optional($1)) }) { _, _ in nil }
    if own.isEmpty {
      for version in Set(files.flatMap { [$0.version - 1, $0.version] }) {
        paths[version] = folder.ancestorFile("databases/\(version).db", levels: 6)
      }
    }
    return paths.compactMapValues { path in
      guard let path, !Files.isLink(path) else { return nil }
      return .database(path: path, platformTables: [RoomLedger.androidTable])
    }
  }

  private static func exportedVersion(_ name: String) -> Int64? {
    let stem = name.dropLast(3)
    return name.hasSuffix(".db") && stem.isDigits ? Int64(stem) : nil
  }

  func notes(on folder: FolderTree) -> [String] {
    ["migtui does not run the program's callbacks (AfterVersion)."]
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    // All files are in one folder, which can be a package below the named folder.
    let folders = Set(Self.files(new.folder).map { $0.dropLast(Paths.name(of: $0).count) })
    guard folders.count < 2 else { throw .onlyTool(title) }
    // The last file migrates to the version that the new one migrates from.
    let last = new.existing.last.flatMap {
      Int64(Self.number(in: Paths.stem(of: $0.identifier)))
    }
    return [
      MigrationFile(
        path: "\(folders.first ?? "")\(last.map { $0 + 1 } ?? 1).sqm",
        text: new.comment + new.up())
    ]
  }

  private static func body(_ source: SourceText) throws(SourceFailure) -> ToolMigration.Body {
    let script = source.script
    for statement in try SQLFile.statements(of: script)
    where statement.sql.prefix(6).lowercased() == "import" {
      return .unavailable(
        "Line \(statement.location.line) imports a Kotlin type, which only SQLDelight supports.",
        remedy: "Let the program migrate the database.")
    }
    return try ToolMigration.Body(script)
  }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { $0.hasSuffix(".sqm") }
  }

  /// The first digits of a name, without separators that can occur in a date.
  static func number(in name: String) -> String {
    let marks = ",:.-_T "
    var digits = ""
    for character in name.drop(while: { !String($0).isDigits }) {
      if String(character).isDigits {
        digits.append(character)
      } else if !marks.contains(character) {
        break
      }
    }
    return digits
  }
}
