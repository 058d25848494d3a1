internal import MigratorEngine

/// Why a session changes no database, whatever the files permit.
public enum ReadOnlyReason: Sendable, Hashable {
  /// An option asked for it: `--read-only`, or the code of an app.
  case option
  /// A line of a settings file has `read-only = on`.
  case settings(file: String, line: Int)
}

extension MigrationSession {
  /// Returns the session with a restriction more: it looks, and changes no database.
  ///
  /// Restrictions only add up. None is lifted by `nil`, and the first one given is reported.
  ///
  /// - Parameter reason: Why, or `nil` for no restriction.
  /// - Returns: The session.
  public func readOnly(_ reason: ReadOnlyReason?) -> MigrationSession {
    var session = self
    session.readOnlyReason = readOnlyReason ?? reason
    return session
  }

  /// The refusal of every change, or `nil` if the session may change the database.
  package var readOnlyRefusal: SessionRefusal? {
    readOnlyReason.map { .setReadOnly(path: database, $0) }
  }

  /// Throws if the session is read-only.
  ///
  /// Everything that changes the database calls this first.
  func requireWritable() throws {
    if let refusal = readOnlyRefusal { throw refusal }
  }

  /// Throws if the session, or the file, is read-only.
  func requireWritable(_ facts: DatabaseFacts) throws {
    try requireWritable()
    if facts.isReadOnly { throw SessionRefusal.readOnly(path: database) }
  }
}
