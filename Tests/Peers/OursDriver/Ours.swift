internal import MigratorEngine
public import PeerModel

/// The engine of this package.
public struct Ours: Peer {
  /// The API of the engine that is used.
  public enum Style: String, Sendable, CaseIterable {
    /// `migrate`, with migrations in Swift.
    case closures
    /// `migrate`, with SQL scripts for all migrations except code.
    case scripts
    /// A sequence of `step` calls with scripts, comparing every row.
    case steps
  }

  /// The API of the engine that is used.
  public let style: Style

  /// Creates a peer.
  public init(_ style: Style = .closures) {
    self.style = style
  }

  /// The name in messages.
  public var name: String { "ours(\(style))" }

  /// Opens a database, passes the connection to a closure, and closes it.
  public func connect<T>(
    _ path: String, _ options: PeerOptions, _ body: (any PeerConnection) throws -> T
  ) throws -> T {
    var configuration = Configuration()
    // Otherwise opening and migrating would wait for locks, whereas GRDB throws immediately.
    configuration.busyMode = .immediateError
    configuration.foreignKeysEnabled = options.foreignKeysEnabled
    configuration.acceptsDoubleQuotedStringLiterals = options.acceptsDoubleQuotedStringLiterals
    configuration.prepareDatabase { db in
      for sql in options.preparation { try db.execute(sql: sql) }
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = Result { try body(OursConnection(queue: queue, style: style)) }
    try queue.close()
    return try result.get()
  }
}

struct OursConnection: LiveConnection {
  let queue: DatabaseQueue
  let style: Ours.Style

  func migrate(_ list: MigrationList, upTo target: String?) -> PeerFailure? {
    do {
      let migrator = DatabaseMigrator(list, style: style)
      if style == .steps { return try step(migrator, upTo: target) }
      try migrator.migrate(queue, upToAny: target)
      return nil
    } catch {
      return failure(error)
    }
  }

  /// Applies the planned migrations one at a time.
  private func step(_ migrator: DatabaseMigrator, upTo target: String?) throws -> PeerFailure? {
    let plan = try queue.read { db in
      try migrator.plan(upTo: target, appliedIdentifiers: migrator.appliedIdentifiers(db))
    }
    for step in plan where step.runs {
      let report = try migrator.step(queue, expecting: step.identifier, observe: .rows)
      if let failure = report?.failure { return PeerFailure(failure) }
    }
    // With nothing left to run, a step still removes the rows of folded migrations.
    if target == nil { _ = try migrator.step(queue) }
    return nil
  }

  func answers(_ list: MigrationList) throws -> LedgerAnswers {
    try DatabaseMigrator(list, style: style).answers(queue)
  }
}

extension DatabaseMigrator {
  init(_ list: MigrationList, style: Ours.Style) {
    self.init()
    for (index, migration) in list.migrations.enumerated() {
      if list.uncheckedFrom == index { self = disablingDeferredForeignKeyChecks() }
      let checks: ForeignKeyChecks =
        migration.foreignKeys == .immediate ? .immediate : .deferred
      if case .sql(let texts) = migration.body, style != .closures, migration.merging.isEmpty {
        let script = SQLScript(
          file: migration.identifier + ".sql", text: texts.map { $0 + ";\n" }.joined())
        registerMigration(migration.identifier, foreignKeyChecks: checks, script: script)
        continue
      }
      registerMigration(
        migration.identifier, foreignKeyChecks: checks, merging: migration.merging
      ) { db, applied in
        switch migration.body {
        case .sql(let texts): for sql in texts { try db.execute(sql: sql) }
        case .code(let body): try body(LiveDatabase(db: db), applied)
        }
      }
    }
  }
}

extension PeerFailure {
  init(engine error: any Error) {
    switch error {
    case let error as DatabaseError: self.init(error)
    case let error as ScriptError:
      if let underlying = error.underlying {
        self.init(engine: underlying)
      } else {
        self.init(.refused, error.message)
      }
    case let error as MigrationError: self.init(.refused, error.message)
    default: self.init(.thrown, String(describing: error))
    }
  }
}
