package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Room.
  public static let room: MigrationFormat = "room"
}

/// Room: a schema for each version, `user_version`, and a hash of the schema that it expects.
///
/// Source: androidx `RoomOpenHelper.java`.
package struct Room: MigrationTool {
  package let format = MigrationFormat.room
  package let title = "Room"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables.columnNames(RoomLedger.tableName) == ["id", "identity_hash"] else { return nil }
    return LedgerEvidence(
      table: RoomLedger.tableName,
      words: "\(RoomLedger.tableName)(id, identity_hash), \(UserVersionLedger.pragma) = "
        + "\(tables.userVersion)", strength: .certain)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Self.files(folder)
    guard files.prefix(20).contains(where: { folder.head(of: $0).contains("identityHash") })
    else { return nil }
    return FolderEvidence(
      words: "\(files.count) schemas `N.json` with `identityHash`", strength: .certain,
      count: files.count)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let versions = try folder.map { try self.versions(in: $0) } ?? []
    return (versions.map(\.migration), RoomLedger(versions: versions))
  }

  private func versions(in folder: FolderTree) throws -> [RoomVersion] {
    let files = Self.files(folder)
    var problems: [SourceProblem] = []
    let databases = Set(files.map { Paths.folder(of: $0) })
    if databases.count > 1 {
      problems.append(
        SourceProblem(
          .badDeclaration, path: folder.path,
          message: "the folder has schemas of several databases: "
            + databases.sorted().joined(separator: ", "),
          remedy: "Name the folder of one of them with --migrations."))
    }
    var versions: [RoomVersion] = []
    for file in files {
      let path = folder.path(of: file)
      let name = Paths.stem(of: Paths.name(of: file))
      guard let schema = RoomSchema(try folder.bytes(of: file)), String(schema.version) == name
      else {
        problems.append(
          SourceProblem(
            .badDeclaration, path: path,
            message: "the file is no schema of version \(name) that Room exported",
            remedy: "Build the app, so that Room exports it again."))
        continue
      }
      versions.append(
        RoomVersion(
          schema: schema,
          migration: ToolMigration(
            identifier: "version \(name)", path: path,
            body: .unavailable(
              StepObstacle(
                "What leads to version \(name) is Kotlin or Java, which only the app runs.",
                remedy: "Open the database with the app that has version \(name).")))))
    }
    problems += Uniqueness("version").problems(
      of: versions.map { ShownFile(key: String($0.schema.version), migration: $0.migration) }, title
    )
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return versions.sorted { $0.schema.version < $1.schema.version }
  }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { file in
      let name = Paths.name(of: file)
      return name.hasSuffix(".json") && name.dropLast(5).isDigits
    }
  }
}
