import CSQLite3

/// Opens and prepares connections.
enum ConnectionOpening {
  static func open(path: String, configuration: Configuration) throws -> Database {
    var pointer: OpaquePointer?
    let flags =
      configuration.readonly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let pointer else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    let database = Database(
      handle: ConnectionHandle(pointer), path: path, configuration: configuration)
    try database.check(code)
    sqlite3_extended_result_codes(pointer, 1)
    try database.execute(sql: "PRAGMA foreign_keys = \(configuration.foreignKeysEnabled ? 1 : 0)")
    for setup in configuration.setups { try setup(database) }
    return database
  }
}
