import MigratorEngine
import MigratorPlatform
package import MigratorTools

package struct DemoWriter {
  package let folder: String
  let layout: DemoLayout

  package var databasePath: String { folder + "/" + DemoFiles.databaseName }
  package var migrationsPath: String {
    // Lighter keeps the files next to the database, named after it.
    layout.format == .lighter ? folder : folder + "/" + DemoFiles.folderName
  }

  /// Prepares to write into a folder, which is created if necessary, or into a new temporary
  /// folder.
  ///
  /// ``write()`` does not replace an existing database or migration folder.
  ///
  /// - Throws: ``DemoFailure`` for an unsupported format, or if the temporary folder cannot be
  ///   created.
  package init(into folder: String?, format: MigrationFormat = .grdb) throws {
    guard DemoLayout.formats.contains(format) else {
      throw DemoFailure.unknownFormat(format)
    }
    layout = DemoLayout(format: format)
    self.folder = try folder ?? Self.temporaryFolder()
  }

  /// Writes the files and the database.
  ///
  /// - Throws: ``DemoFailure`` if the database or the folder already exists, or a file cannot be
  ///   created.
  package func write() throws {
    let taken = layout.format == .lighter ? [databasePath] : [databasePath, migrationsPath]
    for path in taken where Files.isTaken(path) {
      throw DemoFailure.taken(path)
    }
    try Self.create(migrationsPath) { path throws(SystemFailure) in try Files.createFolders(path) }
    // The out-of-order migration is added only after the others were applied.
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
      // A hasty change: a column from a build that was not released, recorded under a name without
      // a file, and an index created by hand.
      try db.execute(sql: "ALTER TABLE match ADD COLUMN referee TEXT")
      if layout.format == .grdb {
        try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('hotfix-2024')")
      }
      try db.execute(sql: "CREATE INDEX \"quick fix, 急ぎ\" ON player(score)")
    }
    try careless.close()
  }

  /// Writes the files of some migrations; a second call rewrites earlier files, whose journal or
  /// checksum file may have grown.
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

package enum DemoFailure: Error {
  case unknownFormat(MigrationFormat)
  case taken(String)
  /// The system could not create the file or folder; the second value is its message.
  case refused(String, String)
}
