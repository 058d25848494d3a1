internal import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite

struct BackupContents: Sendable, Hashable {
  /// The SHA-256 of the database file in hexadecimal.
  let sha256: String
  /// The fingerprint of the database, including changes in a `-wal` file.
  let state: DatabaseFingerprint

  /// Reads a backup that is open for inspection.
  ///
  /// - Parameters:
  ///   - inspection: The backup.
  ///   - cancellation: Stops the reading.
  /// - Throws: `DatabaseError`.
  /// - Complexity: Reads the file once, in parts.
  init(of inspection: DatabaseInspection, cancellation: Cancellation?) throws {
    state = try inspection.fingerprint()
    var hash = SHA256()
    try inspection.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        try db.forEachPartOfFile { hash.update($0) }
      }
    }
    sha256 = Encodings.hexadecimal(hash.digest)
  }
}
