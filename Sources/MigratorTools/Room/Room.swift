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
  /// The schema, or `nil` if the file does not contain it.
  let schema: SQLScript?

  private struct Schema: Decodable {
    struct Database: Decodable {
      let version: Int64
      let identityHash: String
      let entities: [Object]?
      let views: [Object]?
    }
    /// A table, an index or a view.
    struct Object: Decodable {
      let tableName: String?
      let viewName: String?
      let createSql: String
      let indices: [Object]?
      /// The triggers of a full-text index.
      let contentSyncTriggers: [String]?

      /// The statements, with names substituted for Room's variables.
      func statements(inTable table: String? = nil) -> [String] {
        let table = tableName ?? table ?? ""
        return [
          createSql.replacing("${TABLE_NAME}", with: table.replacing("`", with: "``"))
            .replacing("${VIEW_NAME}", with: (viewName ?? "").replacing("`", with: "``"))
        ] + (indices ?? []).flatMap { $0.statements(inTable: table) } + (contentSyncTriggers ?? [])
      }
    }
    let database: Database

    /// The statements that create the schema, or `nil` if the file does not contain them.
    var sql: String? {
      database.entities.map { entities in
        (entities + (database.views ?? [])).flatMap { $0.statements() }
          .map { "\($0);\n" }.joined()
      }
    }
  }

  /// Parses `schemas/<database>/<version>.json`.
  init(_ file: String, in folder: FolderTree) throws(SourceFailure) {
    let path = folder.path(of: file)
    let name = Paths.stem(of: Paths.name(of: file))
    guard let schema = try folder.json(Schema.self, of: file),
      String(schema.database.version) == name
    else {
      throw SourceFailure(
        .badDeclaration, path: path,
        "the file is not a Room schema of version \(name)",
        remedy: "Build the app, so that Room exports the schema.")
    }
    version = schema.database.version
    identityHash = schema.database.identityHash
    self.schema = schema.sql.map { SQLScript(file: path, text: $0) }
    migration = ToolMigration(
      identifier: "version \(name)", path: path,
      body: .unavailable(
        "The migration to version \(name) is written in Kotlin or Java. Only the app can run it.",
        remedy: "Open the database with an app release that has database version \(name)."))
  }
}

/// The ledger of Room: `user_version`, and a hash of the entities in that version.
struct RoomLedger: ReadOnlyLedger {
  let name: String
  let versions: [RoomVersion]
  var tableNames: [String] { [name, Self.androidTable] }

  /// The table that Android creates in every database.
  ///
  /// Source: Android `android/database/sqlite/SQLiteConnection.java`.
  static let androidTable = "android_metadata"

  func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    var state = LedgerState(exists: table(rows) != nil)
    let highest = versions.map(\.version).max() ?? 0
    for version in versions where version.version <= current {
      if version.version == current { state.statedSchema = version.schema.map(StatedSchema.script) }
      guard version.version == current, let wrong = wrongHash(version, rows) else {
        state.records.append(LedgerState.Record(version.identifier))
        continue
      }
      state.records.append(
        LedgerState.Record(version.identifier, state: .changed, note: wrong))
      // If a newer version exists, Room migrates first and writes the new hash.
      if version.version == highest {
        state.obstacle = StepObstacle(
          "Room stops, because it \"cannot verify the data integrity\". \(wrong)",
          remedy: "Increase the database version in the app, or restore its entities.",
          migration: version.identifier)
      }
    }
    if current > highest {
      state.records.append(
        LedgerState.Record(
          "version \(current)",
          note: "user_version is \(current), but the newest schema has version \(highest)."))
    }
    return state
  }

  private func wrongHash(_ schema: RoomVersion, _ rows: LedgerRows) -> String? {
    guard let row = table(rows)?.rows.first(where: { $0.integer("id") == 42 }) else { return nil }
    let stored = row.text("identity_hash") ?? "NULL"
    return stored == schema.identityHash
      ? nil
      : "The identity hash of the database is \(stored), but that of the schema is "
        + "\(schema.identityHash)."
  }
}
