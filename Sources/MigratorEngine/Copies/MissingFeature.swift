public import MigratorSQLite

/// Something that a migration uses and this program's SQLite does not have: a function of the app, a
/// collation, a module of virtual tables.
public struct MissingFeature: Sendable, Hashable, CustomStringConvertible {
  /// The kinds of feature.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An SQL function.
    case function
    /// A collating sequence.
    case collation
    /// A module of virtual tables.
    case module
    /// A tokenizer of full-text tables.
    case tokenizer
  }

  /// The kind.
  public let kind: Kind
  /// Its name.
  public let name: String
  /// The migration that uses it.
  public let identifier: String
  /// Where.
  public let location: ScriptLocation

  /// One sentence with the place: `005_slugs.sql:3:8: no function "slugify"`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): no \(kind.rawValue) \"\(name)\""
  }
}

extension MigrationFailure {
  /// What the migration lacks, if that is why it failed.
  public var missingFeature: MissingFeature? {
    guard let (kind, name) = MissingFeature.parse(message), let location else { return nil }
    return MissingFeature(kind: kind, name: name, identifier: identifier, location: location)
  }

  /// What to do about it, where that can be told: violations that were there before, or, by SQLite's
  /// words, something that is missing, or is there already, as in a database whose ledger was lost.
  public var remedy: String? {
    if phase == .check, let counts = violationCounts, counts.remaining > 0 {
      let which = counts.added == 0 ? "It was" : "\(counts.remaining) of them were"
      return "\(which) there before: mend the "
        + "old rows (screen 3, or migtui violations --mend, shows how), or let the statements be "
        + "checked as they run and the old rows be left alone: -- migtui: foreign-keys immediate at "
        + "the head of the file, or --foreign-keys immediate."
    }
    if let missingFeature { return missingFeature.remedy }
    guard location != nil, NamedObject(message)?.isMissing == false else { return nil }
    return "If the database had it before, the migration may have been run and not recorded: the "
      + "repairs of the ledger (R, or migtui repair) can mark it as applied."
  }
}

extension MissingFeature {
  /// What to do about it, in a sentence.
  public var remedy: String {
    "\(name) is a \(kind.rawValue) of the app or of an extension: let the app run the migration, or "
      + "load what has it with --load-extension FILE."
  }

  /// Recognises SQLite's words for something that is missing.
  ///
  /// - Parameter message: The words of an error.
  /// - Returns: The kind and the name, or `nil` when the error is another.
  static func parse(_ message: String) -> (kind: Kind, name: String)? {
    guard let object = NamedObject(message), object.isMissing else { return nil }
    let kind: Kind
    switch object.kind {
    case .function: kind = .function
    case .collation: kind = .collation
    case .module: kind = .module
    case .tokenizer: kind = .tokenizer
    default: return nil
    }
    let name = object.name.prefix { !$0.isWhitespace }
    return name.isEmpty ? nil : (kind, String(name))
  }

  /// Looks for what pending migrations lack, on a scratch database with the same schema and no rows.
  ///
  /// What fails there for want of rows, or for any other reason, is not told: a dry run finds it.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - onlyNext: Whether only the next migration is looked at.
  ///   - configuration: How to open the scratch database; its purpose becomes `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: What is missing, each once for each migration, in the order of the migrations.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError``.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, onlyNext: Bool = false,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> [MissingFeature] {
    let (reading, objects) = try inspection.read { db in
      (
        try migrator.reading(db),
        try String.fetchAll(
          db,
          sql: """
            SELECT sql FROM main.sqlite_master
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
            ORDER BY type = 'trigger', type = 'view', type = 'index', rowid
            """)
      )
    }
    var steps = try migrator.plan(upTo: nil, reading: reading).filter(\.runs)
    if onlyNext { steps = Array(steps.prefix(1)) }
    let scripts = steps.compactMap { step in
      migrator.migration(step.identifier)?.script.map { (step.identifier, $0) }
    }
    guard !scripts.isEmpty else { return [] }

    var configuration = configuration
    configuration.purpose = .scratch
    let folder = try ScratchFolder(in: nil)
    return try withExtendedLifetime(folder) {
      let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
      defer {
        // The file is removed whether or not SQLite can close it in good order.
        try? queue.close()
      }
      return try queue.barrierWriteWithoutTransaction { db in
        // Shadow tables come with their virtual tables; what cannot be made is found missing below.
        for sql in objects { try? db.execute(sql: sql) }
        return try scripts.flatMap { try search($0.0, $0.1, db, cancellation) }
      }
    }
  }

  /// Ends a statement that works for long: `CREATE TABLE … AS` may make rows without end.
  private static func briefly(
    _ db: Database, _ cancellation: Cancellation?, _ body: () throws -> Void
  ) throws {
    let limit = Cancellation()
    let monitor = ProgressMonitor(cancellation: limit) { kiloSteps in
      if kiloSteps > 2_000 || cancellation?.isCancelled == true { limit.cancel() }
    }
    try db.monitored(by: monitor, body)
  }

  private static let leftOut: Set<String> = [
    "ATTACH", "DETACH", "VACUUM", "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  private static func search(
    _ identifier: String, _ script: SQLScript, _ db: Database, _ cancellation: Cancellation?
  ) throws -> [MissingFeature] {
    var found: [MissingFeature] = []
    for statement in try script.statements() {
      try cancellation?.check()
      // Other files are nobody's business here, and where transactions end is no matter.
      let word = statement.sql.prefix { $0.isLetter }.uppercased()
      if Self.leftOut.contains(word) { continue }
      do {
        // What makes the schema is run, as what follows needs it; all else is only compiled.
        if ["CREATE", "ALTER", "DROP"].contains(word) {
          try briefly(db, cancellation) { try db.run(statement) }
        } else {
          try db.run(statement, isCompiledOnly: true)
        }
      } catch let error as ScriptError {
        guard let (kind, name) = error.underlying?.message.flatMap(parse) else { continue }
        if found.contains(where: { $0.kind == kind && $0.name == name }) { continue }
        found.append(
          MissingFeature(kind: kind, name: name, identifier: identifier, location: error.location))
      }
    }
    return found
  }
}
