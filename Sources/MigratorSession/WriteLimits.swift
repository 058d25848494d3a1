internal import MigratorEngine

/// Why a session is read-only, regardless of file permissions.
public enum ReadOnlyReason: Sendable, Hashable {
  /// An option requested it: `--read-only`, or the code of an app.
  case option
  /// A line of a settings file contains `read-only = on`.
  case settings(file: String, line: Int)
}

/// Migrations of another user that migtui found automatically.
public struct UntrustedMigrations: Sendable, Hashable {
  /// The file or folder of the other user.
  public let path: String
  /// The name or number of the other user.
  public let owner: String
  /// Why the folder was searched, as a phrase: `in the current folder`.
  public let place: String
  /// The command options that select the migrations.
  public let options: String

  /// Creates untrusted migrations from their properties.
  public init(path: String, owner: String, place: String, options: String) {
    self.path = path
    self.owner = owner
    self.place = place
    self.options = options
  }
}

extension MigrationSession {
  /// Returns the session as read-only if a reason is given.
  ///
  /// A restriction cannot be lifted: `nil` has no effect, and the first reason is kept.
  ///
  /// - Parameter reason: The reason, or `nil` for no restriction.
  /// - Returns: The session.
  public func readOnly(_ reason: ReadOnlyReason?) -> MigrationSession {
    var session = self
    session.readOnlyReason = readOnlyReason ?? reason
    return session
  }

  package var readOnlyRefusal: SessionRefusal? {
    readOnlyReason.map { .setReadOnly(path: database, $0) }
  }

  /// Throws if the session is read-only.
  ///
  /// Every method that changes the database calls this first.
  func requireWritable() throws {
    if let refusal = readOnlyRefusal { throw refusal }
  }

  /// Throws if the settings of the migrations make the database read-only.
  func requireWritable(_ loaded: LoadedMigrations?) throws {
    try readOnly(loaded?.settings?.readOnly).requireWritable()
  }

  /// Throws if the session or the file is read-only, or if the settings of the migrations make it
  /// so.
  func requireWritable(_ facts: DatabaseFacts, _ loaded: LoadedMigrations?) throws {
    try requireWritable()
    try requireWritable(loaded)
    if facts.isReadOnly { throw SessionRefusal.readOnly(path: database) }
  }
}

extension LoadedMigrations {
  /// Throws if the migrations belong to another user and were not named.
  ///
  /// Every method that runs or records migrations calls this first.
  func requireTrusted() throws {
    if let untrusted = untrusted() { throw SessionRefusal.untrustedMigrations(untrusted) }
  }
}
