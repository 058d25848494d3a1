import MigratorEngine
import MigratorSources
import MigratorPlatform

/// Writes the demonstration: a database and a migrations folder that show every state at once.
struct DemoWriter {
  /// The folder everything is written to.
  let folder: String
  /// Whose files and ledger they are.
  let layout: DemoLayout

  /// The database.
  var databasePath: String { folder + "/" + DemoFiles.databaseName }
  /// The migrations.
  var migrationsPath: String {
    // Lighter keeps them beside the database, named after it.
    layout.format == .lighter ? folder : folder + "/" + DemoFiles.folderName
  }

  /// Writes to a folder, which is made when it is not there; nothing in it is replaced.
  ///
  /// - Parameters:
  ///   - folder: The folder, or `nil` for a new one in the temporary folder.
  ///   - format: Whose files and ledger to write.
  /// - Throws: `BatchFailure`.
  init(into folder: String?, format: MigrationFormat = .grdb) throws {
    guard DemoLayout.formats.contains(format) else {
      throw BatchFailure(
        .usage,
        "The demonstration cannot be made in the format \(format.rawValue): "
          + "nobody is known to write it.",
        "Choose one of " + DemoLayout.formats.map(\.rawValue).joined(separator: ", ") + ".")
    }
    layout = DemoLayout(format: format)
    self.folder = try folder ?? Self.temporaryFolder()
  }

  /// Writes the files and the database.
  ///
  /// - Throws: `BatchFailure`, `SourceFailure`, `DatabaseError`.
  func write() throws {
    let taken = layout.format == .lighter ? [databasePath] : [databasePath, migrationsPath]
    for path in taken where access(path, F_OK) == 0 {
      throw BatchFailure(
        .cannotCreate, "\(path) is there already; nothing was written.",
        "Name another folder with --into, or remove the old demonstration.")
    }
    try FileWriting.makeFolders(migrationsPath)
    // The late migration is not there yet while the database grows, as it was not for the app.
    try write(DemoFiles.applied)
    try migrate()
    try write(DemoFiles.applied + DemoFiles.pending)
  }

  private func migrate() throws {
    var configuration = Configuration(purpose: .migrate)
    let queue = try DatabaseQueue(path: databasePath, configuration: configuration)
    try queue.write { try $0.execute(sql: "PRAGMA user_version = \(layout.firstVersion)") }
    if let substitute = layout.substitute(for: DemoFiles.applied) {
      try queue.write { db in
        for sql in substitute.scripts + [substitute.ledger] { try db.execute(sql: sql) }
      }
    } else {
      let project = try Project(
        databasePath: databasePath,
        wishes: ProjectDetection.Wishes(
          folder: layout.format == .lighter ? nil : migrationsPath, format: layout.format))
      try project.migrator().migrate(queue)
    }
    try queue.write { db in try DemoData.insertRows(db) }
    try queue.close()

    configuration.foreignKeysEnabled = false
    let careless = try DatabaseQueue(path: databasePath, configuration: configuration)
    try careless.write { db in
      try DemoData.insertViolations(db)
      // Someone was in a hurry: a column from a build that never shipped, recorded under a name the
      // folder does not have, and an index made by hand.
      try db.execute(sql: "ALTER TABLE match ADD COLUMN referee TEXT")
      if layout.format == .grdb {
        try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('hotfix-2024')")
      }
      try db.execute(sql: "CREATE INDEX \"quick fix, 急ぎ\" ON player(score)")
    }
    try careless.close()
  }

  /// Writes the files of some migrations; those that were written before are the same again, except
  /// that a journal or a sum grows.
  private func write(_ migrations: [DemoFiles.File]) throws {
    for file in layout.files(of: migrations) {
      let path = migrationsPath + "/" + file.path
      unlink(path)
      try FileWriting.create(path, file.text)
    }
  }

  private static func temporaryFolder() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/migtui-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FileWriting.failure("make a folder in", base) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
