import MigratorEngine
import MigratorPlatform
package import MigratorTools

/// Writes the demonstration: a database and a migrations folder that show every state at once.
package struct DemoWriter {
  /// The folder everything is written to.
  package let folder: String
  /// Whose files and ledger they are.
  let layout: DemoLayout

  /// The database.
  package var databasePath: String { folder + "/" + DemoFiles.databaseName }
  /// The migrations.
  package var migrationsPath: String {
    // Lighter keeps them beside the database, named after it.
    layout.format == .lighter ? folder : folder + "/" + DemoFiles.folderName
  }

  /// Writes to a folder, which is made when it is not there, or to a new one in the temporary
  /// folder; nothing that stands there is replaced.
  ///
  /// - Throws: ``DemoFailure`` for a format that nobody is known to write, or where no folder can
  ///   be made.
  package init(into folder: String?, format: MigrationFormat = .grdb) throws {
    guard DemoLayout.formats.contains(format) else {
      throw DemoFailure.unknownFormat(format)
    }
    layout = DemoLayout(format: format)
    self.folder = try folder ?? Self.temporaryFolder()
  }

  /// Writes the files and the database.
  ///
  /// - Throws: ``DemoFailure`` where something stands there already, or a file or a folder cannot
  ///   be made.
  package func write() throws {
    let taken = layout.format == .lighter ? [databasePath] : [databasePath, migrationsPath]
    for path in taken where Files.isTaken(path) {
      throw DemoFailure.taken(path)
    }
    try Self.create(migrationsPath) { path throws(SystemFailure) in try Files.createFolders(path) }
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
        request: ProjectDetection.Request(
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
      Files.remove(path)
      try Self.create(path) { path throws(SystemFailure) in
        try Files.createFolders(Paths.folder(of: path))
        try Files.create(path, file.text.utf8, for: .everyone)
      }
    }
  }

  private static func temporaryFolder() throws -> String {
    let name = "migtui-demo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let path = Paths.join(Environment.temporaryFolder, name)
    try Self.create(path) { path throws(SystemFailure) in try Files.createFolder(path, for: .owner)
    }
    return path
  }

  private static func create(
    _ path: String, _ body: (String) throws(SystemFailure) -> Void
  ) throws(DemoFailure) {
    do throws(SystemFailure) {
      try body(path)
    } catch {
      throw DemoFailure.refused(path, "\(error)")
    }
  }
}

/// Why a demonstration was not written.
package enum DemoFailure: Error {
  /// Nobody is known to write migrations in the format.
  case unknownFormat(MigrationFormat)
  /// Something stands there already.
  case taken(String)
  /// The system refused to make a file or a folder, in its words.
  case refused(String, String)
}
