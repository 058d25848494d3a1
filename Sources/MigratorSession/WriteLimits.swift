internal import MigratorEngine

/// Why a session changes no database, whatever the files permit.
public enum ReadOnlyReason: Sendable, Hashable {
  /// An option asked for it: `--read-only`, or the code of an app.
  case option
  /// A line of a settings file has `read-only = on`.
  case settings(file: String, line: Int)
}

/// Migrations that migtui found by itself, and that belong to another user.
public struct UntrustedMigrations: Sendable, Hashable {
  /// The file or folder of the other user.
  public let path: String
  /// The other user: a name, or a number.
  public let owner: String
  /// Why the folder was searched, in words: `in the current folder`.
  public let place: String
  /// The options of a command that name the migrations.
  public let options: String

  /// Creates untrusted migrations; the parameters are the properties.
  public init(path: String, owner: String, place: String, options: String) {
    self.path = path
    self.owner = owner
    self.place = place
    self.options = options
  }
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

extension LoadedMigrations {
  /// Throws if they belong to another user and were not named.
  ///
  /// Everything that runs or records migrations calls this first.
  func requireTrusted() throws {
    if let untrusted = untrusted() { throw SessionRefusal.untrustedMigrations(untrusted) }
  }
}
