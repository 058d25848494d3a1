import MigratorPlatform

/// Names of backups beside a database: `app.sqlite.before-011_players`.
enum BackupName {
  /// Returns a path at which no file stands.
  ///
  /// - Parameters:
  ///   - what: The migration or the change that is about to be made.
  ///   - path: The database file.
  /// - Returns: The path.
  static func free(before what: String, of path: String) -> String {
    let safe = what.map { character -> Character in
      character.isLetter || character.isNumber || "-_.".contains(character) ? character : "-"
    }
    let base = "\(path).before-\(String(safe.prefix(60)))"
    var candidate = base
    var number = 2
    while Files.isTaken(candidate) {
      candidate = "\(base)-\(number)"
      number += 1
    }
    return candidate
  }
}
