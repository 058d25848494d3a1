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
      configuration.acceptsDoubleQuotedStringLiterals = options.acceptsDoubleQuotedStringLiterals
      configuration.prepareDatabase { db in
        for sql in options.preparation { try db.execute(sql: sql) }
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let result = Result { try body(GRDBConnection(queue: queue)) }
      try queue.close()
      return try result.get()
    }
  }

  struct GRDBConnection: LiveConnection {
    let queue: DatabaseQueue

    func migrate(_ list: MigrationList, upTo target: String?) -> PeerFailure? {
      do {
        try DatabaseMigrator(list).migrate(queue, upToAny: target)
        return nil
      } catch {
        return failure(error)
      }
    }

    func answers(_ list: MigrationList) throws -> LedgerAnswers {
      try DatabaseMigrator(list).answers(queue)
    }
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
          case .code(let body): try body(LiveDatabase(db: db), applied)
          }
        }
      }
    }
  }

  extension PeerFailure {
    init(engine error: any Error) {
      if let error = error as? DatabaseError {
        self.init(error)
      } else {
        self.init(.thrown, String(describing: error))
      }
    }
  }
#endif
