import MigratorEngine
import MigratorSources
import MigratorPlatform

/// Writes the demonstration: a database and a migrations folder that show every state at once.
struct DemoWriter {
  /// The folder everything is written to.
  let folder: String

  /// The database.
  var databasePath: String { folder + "/" + DemoFiles.databaseName }
  /// The migrations.
  var migrationsPath: String { folder + "/" + DemoFiles.folderName }

  /// Writes to a folder, which is made when it is not there; nothing in it is replaced.
  ///
  /// - Parameter folder: The folder, or `nil` for a new one in the temporary folder.
  /// - Throws: `BatchFailure`.
  init(into folder: String?) throws {
    self.folder = try folder ?? Self.temporaryFolder()
  }

  /// Writes the files and the database.
  ///
  /// - Throws: `BatchFailure`, `SourceFailure`, `DatabaseError`.
  func write() throws {
    for path in [databasePath, migrationsPath] where access(path, F_OK) == 0 {
      throw BatchFailure(
        .cannotCreate, "\(path) is there already; nothing was written.",
        "Name another folder with --into, or remove the old demonstration.")
    }
    try FileWriting.makeFolders(migrationsPath)
    // The late migration is not there yet while the database grows, as it was not for the app.
    for file in DemoFiles.applied { try write(file) }
    try migrate()
    for file in DemoFiles.pending { try write(file) }
  }

  private func migrate() throws {
    let migrator = try SQLFolder(path: migrationsPath).migrator()
    var configuration = Configuration(purpose: .migrate)
    let queue = try DatabaseQueue(path: databasePath, configuration: configuration)
    try migrator.migrate(queue)
    try queue.write { db in try DemoData.insertRows(db) }
    try queue.close()

    configuration.foreignKeysEnabled = false
    let careless = try DatabaseQueue(path: databasePath, configuration: configuration)
    try careless.write { db in
      try DemoData.insertViolations(db)
      // Someone was in a hurry: a column from a build that never shipped, recorded under a name the
      // folder does not have, and an index made by hand.
      try db.execute(sql: "ALTER TABLE match ADD COLUMN referee TEXT")
      try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('hotfix-2024')")
      try db.execute(sql: "CREATE INDEX \"quick fix, 急ぎ\" ON player(score)")
    }
    try careless.close()
  }

  private func write(_ file: DemoFiles.File) throws {
    try FileWriting.create(migrationsPath + "/" + file.name, file.text + "\n")
  }

  private static func temporaryFolder() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/migtui-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FileWriting.failure("make a folder in", base) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
