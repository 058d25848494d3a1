import CSQLite3
import MigratorPlatform

/// The settings of every connection: files may come from strangers.
///
/// Source: <https://www.sqlite.org/security.html>.
enum ConnectionRecipe {
  /// Applies the settings to a connection that has not read its file yet.
  static func apply(to database: Database) throws {
    let connection = database.connection
    let configuration = database.configuration
    sqlite3_extended_result_codes(connection, 1)
    // Schema text must not edit the schema table or shadow tables, ...
    try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_DEFENSIVE, 1))
    // ... nor register tokenizers by address, which Debian's library allows, ...
    try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0))
    // ... nor load code.
    try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0))
    if configuration.purpose == .inspect {
      // Nor may it call functions with side effects while somebody only looks. Where migrations run
      // it may: SQLite 3.40 calls FTS tables unsafe, and with an untrusted schema every write to a
      // table whose triggers keep one in step would fail; what triggers do is the app's own doing,
      // and the functions that matter are off by the other settings.
      try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0))
      // Looking does not fold the -wal into the file, and opens no other file.
      try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1))
      sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    }
    installBusyHandler(database)
    try database.execute(
      sql: """
        PRAGMA cell_size_check = ON;
        PRAGMA mmap_size = 0;
        PRAGMA foreign_keys = \(configuration.foreignKeysEnabled ? "ON" : "OFF");
        """)
  }

  /// Applies the settings for which SQLite reads the file, once the app's preparation may have given its key.
  static func applyAfterKey(to database: Database) throws {
    guard database.configuration.purpose == .scratch else { return }
    try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF")
  }

  /// Installs a busy handler of our own: SQLite's cannot be cancelled.
  private static func installBusyHandler(_ database: Database) {
    if case .immediateError = database.configuration.waitingBusyMode { return }
    // The database takes the handler off in its deinit, before its address is good no more.
    sqlite3_busy_handler(
      database.connection,
      { context, count in
        guard let context else { return 0 }
        let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        return database.waitForLock(attempt: Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(database).toOpaque())
  }
}

extension Database {
  /// Runs a closure in which locks of other connections are waited for, unless the configuration says
  /// what to do about them.
  ///
  /// - Parameter body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  package func waitingForLocks<T>(_ body: () throws -> T) rethrows -> T {
    let outer = waitsForLocks
    waitsForLocks = true
    defer { waitsForLocks = outer }
    return try body()
  }

  /// Whether nothing of others is waited for any more, because the work was cancelled.
  var isWaitCancelled: Bool {
    monitor?.isCancelled == true || configuration.waitCancellation?.isCancelled == true
  }

  /// Waits a little for another connection's lock, or for another that is to be waited for like one.
  ///
  /// - Parameter attempt: How often it was waited for this lock before.
  /// - Returns: Whether to try again.
  package func waitForLock(attempt: Int) -> Bool {
    if isWaitCancelled || waitsForNobody { return false }
    switch waitsForLocks ? configuration.waitingBusyMode : configuration.busyMode {
    case .immediateError: return false
    case .callback(let shouldRetry): return shouldRetry(attempt)
    case .timeout(let seconds): return waitForLock(attempt: attempt, seconds: seconds)
    }
  }

  private func waitForLock(attempt: Int, seconds: Double) -> Bool {
    let now = ContinuousClock.now
    let start = attempt == 0 ? now : busySince ?? now
    busySince = start
    // No duration is made of the seconds: one of infinity, or of no number, would trap.
    guard start.duration(to: now) / .seconds(1) < seconds else { return false }
    // The pauses of SQLite's own handler, in milliseconds.
    let pauses: [Int] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]
    if attempt == 8 { configuration.onWaiting?() }
    Environment.pause(milliseconds: pauses[min(attempt, pauses.count - 1)])
    return true
  }
}
