import MigratorEngine

/// Room: a schema for each version, `user_version`, and a hash of the schema that it expects.
///
/// Source: androidx `RoomOpenHelper.java`.
package struct Room: CodedTool {
  package let format = MigrationFormat.room
  package let title = "Room"
  let language = "Kotlin or Java"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables.columnNames(RoomRule.tableName) == ["id", "identity_hash"] else { return nil }
    return LedgerEvidence(
      table: RoomRule.tableName,
      words: "\(RoomRule.tableName)(id, identity_hash), \(UserVersionRule.pragma) = "
        + "\(tables.userVersion)", strength: 3)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Self.files(folder)
    guard files.prefix(20).contains(where: { folder.head(of: $0).contains("identityHash") })
    else { return nil }
    return FolderEvidence(
      words: "\(files.count) schemas `N.json` with `identityHash`", strength: 3,
      count: files.count)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let files = Self.files(folder)
    var problems: [SourceProblem] = []
    let databases = Set(files.map { FilePath.folder(of: $0) })
    if databases.count > 1 {
      problems.append(
        SourceProblem(
          .badDeclaration, path: folder.path,
          message: "the folder has schemas of several databases: "
            + databases.sorted().joined(separator: ", "),
          remedy: "Name the folder of one of them with --migrations."))
    }
    var migrations: [ToolMigration] = []
    for file in files {
      let path = folder.path(of: file)
      let name = FilePath.stem(of: FilePath.name(of: file))
      guard let schema = RoomSchema(try folder.bytes(of: file)), String(schema.version) == name
      else {
        problems.append(
          SourceProblem(
            .badDeclaration, path: path,
            message: "the file is no schema of version \(name) that Room exported",
            remedy: "Build the app, so that Room exports it again."))
        continue
      }
      migrations.append(
        ToolMigration(
          identifier: "version \(name)", key: name, path: path,
          body: .unavailable(
            StepObstacle(
              "What leads to version \(name) is \(language), which only the app runs.",
              remedy: "Open the database with the app that has version \(name).")),
          facts: [RoomRule.hashFact: schema.identityHash.databaseValue]))
    }
    return try checked(
      migrations.sorted { NameOrder.numbers($0.key, $1.key) }, unique: "version", problems)
  }

  package func rule(table: String?) -> any LedgerRule { RoomRule() }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { file in
      let name = FilePath.name(of: file)
      return name.hasSuffix(".json") && name.dropLast(5).isDigits
    }
  }
}

/// The ledger of Room: `user_version`, and the hash of the entities at that version.
struct RoomRule: LedgerRule {
  static let tableName = "room_master_table"
  static let hashFact = "identityHash"
  let name = RoomRule.tableName

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    let current = contents.userVersion
    var reading = LedgerReading(exists: table(contents) != nil)
    let highest = migrations.compactMap { Int64($0.key) }.max() ?? 0
    for migration in migrations {
      guard let version = Int64(migration.key), version <= current else { continue }
      guard version == current, let wrong = wrongHash(migration, contents) else {
        reading.records.append(LedgerReading.Record(migration.identifier))
        continue
      }
      reading.records.append(
        LedgerReading.Record(migration.identifier, state: .changed, note: wrong))
      // With a newer version at hand, Room migrates first and writes the new hash.
      if version == highest {
        reading.obstacle = StepObstacle(
          "Room stops, as it \"cannot verify the data integrity\". \(wrong)",
          remedy: "Raise the version of the database in the app, or bring its entities back.")
      }
    }
    if current > highest {
      reading.records.append(
        LedgerReading.Record(
          "version \(current)",
          note: "user_version is \(current), and the newest schema here is of \(highest)."))
    }
    return reading
  }

  func creation(_ contents: LedgerContents) -> [String] { [] }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { [] }

  /// Says how the stored hash differs from that of a schema.
  private func wrongHash(_ migration: ToolMigration, _ contents: LedgerContents) -> String? {
    guard let expected = migration.facts[Self.hashFact]?.looseText,
      let row = table(contents)?.rows.first(where: { $0["id"]?.looseInteger == 42 })
    else { return nil }
    let stored = row["identity_hash"]?.looseText ?? "NULL"
    return stored == expected
      ? nil : "The database has the identity hash \(stored), and the schema has \(expected)."
  }
}
