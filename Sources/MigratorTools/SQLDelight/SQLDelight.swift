package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// SQLDelight: `N.sqm` and `PRAGMA user_version`.
  public static let sqldelight: MigrationFormat = "sqldelight"
}

/// SQLDelight: `N.sqm` leads from version N to N + 1, and version 1 has no file.
///
/// Source: sqldelight `MigrationFile.kt`, `JdbcSqliteDriver.kt`.
package struct SQLDelight: CountedTool {
  package let format = MigrationFormat.sqldelight
  package let title = "SQLDelight"
  let counting = UserVersionLedger.Tool.sqlDelight

  package init() {}

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    FolderEvidence(Self.files(folder).count, "`N.sqm`", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [CountedFile] {
    var list = NumberedFiles<Int64, CountedFile>()
    for file in Self.files(folder) {
      let path = folder.path(of: file)
      let number = Self.number(in: Paths.stem(of: Paths.name(of: file)))
      guard !number.isEmpty else {
        list.add(
          SourceProblem(
            .badVersion, path: path, message: "SQLDelight finds no number in the name",
            remedy: "Begin the name with the version that the file migrates from."))
        continue
      }
      guard let version = Int64(number), version < UserVersionLedger.highest else {
        list.add(CountedFile.tooHigh(number, path: path))
        continue
      }
      list.add(version) { () throws(SourceFailure) in
        let script = SQLScript(file: path, text: try folder.text(of: file))
        return CountedFile(
          version: version + 1,
          migration: ToolMigration(
            identifier: Paths.name(of: file), path: path, body: try Self.body(script)))
      }
    }
    return try list.sorted(uniqueFor: title)
  }

  package func notes(on folder: FolderTree) -> [String] {
    ["Callbacks (AfterVersion) that the program runs between them cannot be seen here."]
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    // They stand in one folder, which is below the one that was named where that is a package.
    let folders = Set(Self.files(folder).map { String($0.dropLast(Paths.name(of: $0).count)) })
    guard folders.count < 2 else { return nil }
    // The last leads to the version that the new one migrates from.
    let last = existing.last.flatMap { Int64(Self.number(in: Paths.stem(of: $0.identifier))) }
    let version = last.map { $0 + 1 } ?? 1
    return [NewFile(path: (folders.first ?? "") + "\(version).sqm", text: "-- \(title)\n")]
  }

  private static func body(_ script: SQLScript) throws(SourceFailure) -> ToolMigration.Body {
    for statement in try SQLFile.statements(of: script)
    where statement.sql.prefix(6).lowercased() == "import" {
      return .unavailable(
        StepObstacle(
          "Line \(statement.location.line) imports a Kotlin type, which only SQLDelight reads.",
          remedy: "Let the program migrate the database."))
    }
    return .sql(script: script, transaction: try ScriptShape(script).transaction(toolWraps: true))
  }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { $0.hasSuffix(".sqm") }
  }

  /// The first digits of a name, over the marks that may stand between those of a date.
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
