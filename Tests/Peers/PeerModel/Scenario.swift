/// A sequence of actions on one database.
///
/// Each action opens and closes the file.
public struct Scenario: Sendable {
  /// An action.
  public enum Action: Sendable {
    /// Runs statements outside the migrator.
    case execute([String])
    /// Migrates.
    case migrate(MigrationList, upTo: String? = nil)
  }

  /// The observable state after an action.
  public struct Entry: Sendable, Hashable {
    /// The error of the migrator.
    public let failure: PeerFailure?
    /// The migrator's answers for its list.
    public let answers: LedgerAnswers?
    /// The database as seen by the connection that migrated it.
    public let dump: DatabaseDump
  }

  /// The options for opening the database.
  public let options: PeerOptions
  /// The actions.
  public let actions: [Action]

  /// Creates a scenario.
  public init(_ actions: [Action], options: PeerOptions = PeerOptions()) {
    self.options = options
    self.actions = actions
  }

  /// Runs the scenario on a new file with peers that alternate between actions, and returns the
  /// state after each action.
  ///
  /// Errors of the migrator are part of the state. Other errors are thrown.
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
