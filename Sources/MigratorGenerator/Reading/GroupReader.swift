internal import MigratorSQLite
internal import SQLSyntax

/// Runs a group's files in an in-memory database and reads the resulting schema.
///
/// The files run as they do when a database is created.
struct GroupReader {
  private let group: FileGroup
  private var files: [DatabaseSchema.File] = []
  private var warnings: [GeneratorProblem] = []
  private var lastNumbered: FileGroup.File?

  /// Returns the schema that a group produces.
  ///
  /// - Throws: ``GeneratorProblem`` if a file fails or versions are out of order.
  static func read(_ group: FileGroup) throws -> DatabaseSchema {
    var reader = GroupReader(group: group)
    return try reader.read()
  }

  private init(group: FileGroup) { self.group = group }

  private mutating func read() throws -> DatabaseSchema {
    var configuration = Configuration()
    configuration.acceptsDoubleQuotedStringLiterals = true
    let queue = try DatabaseQueue(configuration: configuration)
    defer { try? queue.close() }
    var version = 0
    do {
      // One transaction, as when a database is created.
      try queue.inTransaction { db in
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for file in group.files { version = try run(file, after: version, db) }
        return .commit
      }
    } catch let error as ScriptError {
      throw GeneratorProblem(at: error.location, error.message)
    } catch let error as DatabaseError {
      // SQLite checks deferred foreign keys at the end of the transaction.
      let file = group.files.last?.script.file ?? group.stem
      throw GeneratorProblem(in: file, error.message ?? "\(error)")
    }
    let tables = try queue.read { try TableReader(db: $0, group: group).tables() }
    return DatabaseSchema(
      stem: group.stem, userVersion: max(1, version), files: files, tables: tables,
      warnings: warnings)
  }

  private mutating func run(_ file: FileGroup.File, after before: Int, _ db: Database) throws -> Int
  {
    try db.run(file.script, transaction: .mustStayOpen) { statement, _, _ in
      if Self.setsJournalMode(statement.sql) {
        throw GeneratorProblem(
          at: statement.location,
          "the files run in a transaction, in which the journal mode cannot change; "
            + "set it in the Configuration that opens the database")
      }
    }
    let after = try db.userVersion()
    let path = file.script.file
    let place =
      (try? file.script.statements().last { $0.userVersion != nil })?.location
      ?? ScriptLocation(startOf: path)
    var version: Int?
    if let number = file.name.number {
      guard let wanted = Int32(number), wanted > 0 else {
        throw GeneratorProblem(in: path, "\(number) is not a valid version: use 1 to 2147483647")
      }
      version = Int(wanted)
      guard after == Int(wanted) || after == before else {
        throw GeneratorProblem(
          at: place, "the file sets user_version to \(after), but its number is \(wanted)")
      }
      guard Int(wanted) > before else {
        throw GeneratorProblem(
          in: path,
          "the file has version \(wanted), but an earlier file has \(before): use the same number "
            + "of digits in all file names")
      }
      try db.execute(sql: "PRAGMA main.user_version = \(wanted)")
      lastNumbered = file
    } else if let lastNumbered {
      guard after == before else {
        throw GeneratorProblem(
          at: place,
          "the file sets user_version to \(after), but after \(lastNumbered.name.file) only numbered files may do so"
        )
      }
      warnings.append(
        GeneratorProblem(
          .warning, in: path,
          "the file has no number, so it runs only in new databases, not in migrated ones"))
    } else if after < before {
      throw GeneratorProblem(
        at: place, "the file lowers user_version from \(before) to \(after)")
    }
    files.append(
      DatabaseSchema.File(
        name: file.name.file, path: path, version: version, text: file.script.text))
    return version ?? after
  }

  private static func setsJournalMode(_ sql: String) -> Bool {
    PragmaStatement(sql).map { $0.name == "journal_mode" && $0.value != nil } ?? false
  }
}
