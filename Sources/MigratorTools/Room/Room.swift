import MigratorEngine
import MigratorPlatform

/// Room: a schema for each version, `user_version`, and a hash of the expected schema.
///
/// Source: androidx `RoomOpenHelper.java`.
struct Room: FileTool {
  let format = MigrationFormat.room
  let title = "Room"
  let table = LedgerTable(
    "room_master_table", ["id", "identity_hash"], elsewhere: nil,
    refine: { found, _, tables in
      LedgerEvidence(
        table: found.table,
        words: "\(found.words), \(UserVersionLedger.pragma) = \(tables.userVersion)",
        strength: found.strength)
    })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Self.names(in: folder)
    guard files.prefix(20).contains(where: { folder.head(of: $0).contains("identityHash") })
    else { return nil }
    return FolderEvidence(
      words: "\(files.count) schemas `N.json` with `identityHash`", strength: .certain,
      count: files.count)
  }

  func files(in folder: FolderTree) throws -> [RoomVersion] {
    let files = Self.names(in: folder)
    var list = FileList<RoomVersion>()
    let databases = Set(files.map { Paths.folder(of: $0) })
    if databases.count > 1 {
      list.add(
        .badDeclaration, path: folder.path,
        "the folder has the schemas of several databases: "
          + databases.sorted().joined(separator: ", "),
        remedy: "Pass the folder of one of them with --migrations.")
    }
    for file in files { try list.read { try RoomVersion(file, in: folder) } }
    return try list.sorted(by: \.version, uniqueFor: title)
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    RoomLedger(name: table.name, versions: read.files.all)
  }

  private static func names(in folder: FolderTree) -> [String] {
    folder.files.filter { file in
      let name = Paths.name(of: file)
      return name.hasSuffix(".json") && name.dropLast(5).isDigits
    }
  }
}

/// A version of a Room database, with the fields of the exported schema that its ledger stores.
struct RoomVersion: ToolFile {
  let version: Int64
  let identityHash: String
  let migration: ToolMigration

  private struct Schema: Decodable {
    struct Database: Decodable {
      let version: Int64
      let identityHash: String
    }
    let database: Database
  }

  /// Parses `schemas/<database>/<version>.json`.
  init(_ file: String, in folder: FolderTree) throws(SourceFailure) {
    let path = folder.path(of: file)
    let name = Paths.stem(of: Paths.name(of: file))
    guard let database = try folder.json(Schema.self, of: file)?.database,
      String(database.version) == name
    else {
      throw SourceFailure(
        .badDeclaration, path: path,
        "the file is not a Room schema of version \(name)",
        remedy: "Build the app, so that Room exports the schema.")
    }
    version = database.version
    identityHash = database.identityHash
    migration = ToolMigration(
      identifier: "version \(name)", path: path,
      body: .unavailable(
        "The migration to version \(name) is written in Kotlin or Java. Only the app can run it.",
        remedy: "Open the database with an app release that has database version \(name)."))
  }
}
