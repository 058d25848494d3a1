import CSQLite3

/// Loads extensions while a connection is opened.
///
/// Source: <https://www.sqlite.org/loadext.html>.
enum ExtensionLoading {
  /// Loads extensions; the connection permits loading only during this call.
  static func load(_ paths: [String], into database: Database) throws {
    guard !paths.isEmpty else { return }
    guard migtui_loads_extensions() != 0 else {
      throw DatabaseError(
        resultCode: .SQLITE_ERROR,
        message: "the SQLite library of this system cannot load extensions (\(paths[0]))")
    }
    let connection = database.connection
    try database.check(
      migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1))
    defer { _ = migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0) }
    for path in paths {
      var words: UnsafeMutablePointer<CChar>?
      let code = migtui_load_extension(connection, path, &words)
      defer { sqlite3_free(words) }
      guard code == SQLITE_OK else {
        let reason = words.map { String(cString: $0) } ?? "error \(code)"
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: "the extension \(path) cannot be loaded: \(reason)")
      }
    }
  }
}
