#if GRDB
  internal import Foundation
  internal import GRDB
  public import PeerModel

  /// The GRDB engine.
  public struct GRDBPeer: Peer {
    /// Creates a peer.
    public init() {}

    /// The name in messages.
    public var name: String { "GRDB" }

    /// Opens a database, passes the connection to a closure, and closes it.
    public func connect<T>(
      _ path: String, _ options: PeerOptions, _ body: (any PeerConnection) throws -> T
    ) throws -> T {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = options.foreignKeysEnabled
      configuration.prepareDatabase { db in
        for sql in options.preparation { try db.execute(sql: sql) }
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let result = Result { try body(GRDBConnection(queue: queue)) }
      try queue.close()
      return try result.get()
    }
  }

  struct GRDBConnection: PeerConnection {
    let queue: DatabaseQueue

    func migrate(_ list: MigrationList, upTo target: String?) -> PeerFailure? {
      do {
        let migrator = DatabaseMigrator(list)
        if let target {
          try migrator.migrate(queue, upTo: target)
        } else {
          try migrator.migrate(queue)
        }
        return nil
      } catch {
        return failure(error)
      }
    }

    func answers(_ list: MigrationList) throws -> LedgerAnswers {
      let migrator = DatabaseMigrator(list)
      return try queue.read { db in
        var answers = LedgerAnswers()
        answers.migrations = migrator.migrations
        answers.applied = try migrator.appliedMigrations(db)
        answers.identifiers = try migrator.appliedIdentifiers(db).sorted()
        answers.completed = try migrator.completedMigrations(db)
        answers.hasCompleted = try migrator.hasCompletedMigrations(db)
        answers.isSuperseded = try migrator.hasBeenSuperseded(db)
        return answers
      }
    }

    func access<T>(_ body: (any PeerDatabase) throws -> T) throws -> T {
      try queue.writeWithoutTransaction { try body(GRDBDatabase(db: $0)) }
    }

    func failure(_ error: any Error) -> PeerFailure { PeerFailure(grdb: error) }
  }

  extension DatabaseMigrator {
    init(_ list: MigrationList) {
      self.init()
      for (index, migration) in list.migrations.enumerated() {
        if list.uncheckedFrom == index { self = disablingDeferredForeignKeyChecks() }
        registerMigration(
          migration.identifier,
          foreignKeyChecks: migration.foreignKeys == .immediate ? .immediate : .deferred,
          merging: migration.merging
        ) { db, applied in
          switch migration.body {
          case .sql(let texts): for sql in texts { try db.execute(sql: sql) }
          case .code(let body): try body(GRDBDatabase(db: db), applied)
          }
        }
      }
    }
  }
#endif
