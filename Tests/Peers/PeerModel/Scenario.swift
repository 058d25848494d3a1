/// What is done to one database, step by step; each step opens and closes the file.
public struct Scenario: Sendable {
  /// One thing to do.
  public enum Action: Sendable {
    /// Runs statements outside the migrator.
    case execute([String])
    /// Migrates.
    case migrate(MigrationList, upTo: String? = nil)
  }

  /// What can be seen after an action.
  public struct Entry: Sendable, Hashable {
    /// The error of the migrator.
    public let failure: PeerFailure?
    /// What the migrator says, for the list it was given.
    public let answers: LedgerAnswers?
    /// The database, seen through the connection that migrated it.
    public let dump: DatabaseDump
  }

  /// How the database is opened.
  public let options: PeerOptions
  /// What to do.
  public let actions: [Action]

  /// Creates a scenario.
  public init(_ actions: [Action], options: PeerOptions = PeerOptions()) {
    self.options = options
    self.actions = actions
  }

  /// Plays the scenario on a file that does not exist yet, by peers that take turns at the actions,
  /// and returns what was seen after each action.
  ///
  /// Errors of the migrator are part of what is seen; what opening, reading and statements outside
  /// the migrator throw is thrown.
  public func play(_ path: String, by peers: [any Peer]) throws -> [Entry] {
    try actions.enumerated().map { index, action in
      try peers[index % peers.count].connect(path, options) { connection in
        switch action {
        case .execute(let statements):
          try connection.access { db in
            for sql in statements { try db.execute(sql) }
          }
          return Entry(failure: nil, answers: nil, dump: try dump(connection))
        case .migrate(let list, let target):
          let failure = connection.migrate(list, upTo: target)
          return Entry(
            failure: failure, answers: try connection.answers(list), dump: try dump(connection))
        }
      }
    }
  }

  private func dump(_ connection: any PeerConnection) throws -> DatabaseDump {
    try connection.access { try DatabaseDump($0) }
  }
}
