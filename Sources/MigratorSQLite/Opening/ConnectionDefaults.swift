import CMigratorPlatform
import CSQLite3
import MigratorPlatform

/// The settings of every connection, for untrusted files.
///
/// Source: <https://www.sqlite.org/security.html>.
enum ConnectionDefaults {
  /// Applies the settings to a connection that has not yet read its file.
  static func apply(to database: Database) throws {
    let connection = database.connection
    let configuration = database.configuration
    sqlite3_extended_result_codes(connection, 1)
    // The schema must not modify the schema table or shadow tables, ...
    try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_DEFENSIVE, 1))
    // ... nor register tokenizers by address, which Debian's library permits, ...
    try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0))
    // ... nor load code.
    try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0))
    // A schema may contain double-quoted strings, and must be readable.
    try database.setDoubleQuotedStringLiterals(
      accepted: configuration.purpose == .inspect
        || configuration.acceptsDoubleQuotedStringLiterals)
    if configuration.purpose == .inspect {
      // Nor may it call functions with side effects during inspection. Migrations trust the schema:
      // SQLite 3.40 treats FTS tables as unsafe, so every write to a table whose triggers update
      // one would fail. Triggers are the app's responsibility, and the other settings disable the
      // dangerous functions.
      try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0))
      // Inspection does not checkpoint the -wal into the file, and opens no other file.
      try database.check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1))
      sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    }
    installBusyHandler(database)
    // GRDB's own collations and functions, which the schema may use.
    database.add(collation: .unicodeCompare)
    database.add(function: .lowercase)
    database.add(function: .uppercase)
    platform_add_localized_texts(Unmanaged.passUnretained(database).toOpaque())
    try configuration.random?.replaceFunctions(of: database)
    try database.execute(
      sql: """
        PRAGMA cell_size_check = ON;
        PRAGMA mmap_size = 0;
        PRAGMA foreign_keys = \(configuration.foreignKeysEnabled ? "ON" : "OFF");
        """)
  }

  /// Applies the settings that make SQLite read the file, after the app's setup may have set its
  /// key.
  static func applyAfterKey(to database: Database) throws {
    guard database.configuration.purpose == .scratch else { return }
    // `secure_delete` has the same value as on other connections: it may double the writes of a
    // migration, and a dry run predicts the migration's time.
    try database.execute(sql: "PRAGMA synchronous = OFF")
  }

  /// Installs a busy handler; unlike SQLite's own, it can be cancelled.
  private static func installBusyHandler(_ database: Database) {
    if case .immediateError = database.configuration.waitingBusyMode { return }
    // The deinit of the database removes the handler, so its address remains valid.
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
  /// Runs a closure that waits for locks of other connections, unless the configuration sets a busy
  /// mode.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func waitingForLocks<T>(_ body: () throws -> T) rethrows -> T {
    let outer = waitsForLocks
    waitsForLocks = true
    defer { waitsForLocks = outer }
    return try body()
  }

  var isWaitCancelled: Bool {
    monitor?.isCancelled == true || configuration.waitCancellation?.isCancelled == true
  }

  /// Waits briefly for another connection's lock, or for a similar condition.
  ///
  /// - Parameter attempt: The number of earlier waits for this lock.
  /// - Returns: `true` to retry.
  package func waitForLock(attempt: Int) -> Bool {
    if isWaitCancelled || ignoresBusyMode { return false }
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
    // Converting the seconds to a duration would trap for infinity and NaN.
    guard start.duration(to: now) / .seconds(1) < seconds else { return false }
    // The delays of SQLite's own handler, in milliseconds.
    let pauses: [Int] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]
    if attempt == 8 { configuration.onWaiting?() }
    Environment.pause(milliseconds: pauses[min(attempt, pauses.count - 1)])
    return true
  }
}
