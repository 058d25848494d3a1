import CSQLite3

/// Properties of the SQLite library that do not depend on a connection.
public enum SQLiteLibrary {
  /// The version of the loaded library, such as `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// The version of the library as a number: 3041002 for 3.41.2.
  public static var versionNumber: Int { Int(sqlite3_libversion_number()) }

  /// Returns SQLite's general message for a result code, such as `database is locked`.
  static func words(for code: Int32) -> String {
    String(cString: sqlite3_errstr(code))
  }
}
