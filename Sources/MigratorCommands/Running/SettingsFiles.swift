import MigrationConsole
import MigratorEngine
import MigratorPlatform
import MigratorSession

/// The settings files: the user's, then those next to the database.
enum SettingsFiles {
  private static let name = "migtui.conf"
  /// The size limit in bytes; a larger file is a mistake.
  private static let limit = 1_000_000

  /// The paths in order of reading, where later files override earlier ones.
  ///
  /// Without a database, this is only the user's file. If the path of the database is a symbolic
  /// link, the folder of the target counts too, so that a link cannot bypass a restriction.
  static func paths(for database: String?) -> [String] {
    let files = [database, database.flatMap(Files.resolved)].compactMap(\.self)
    return [Environment.configFolder.map { Paths.join($0, "migtui/\(name)") }].compactMap(\.self)
      + files.map { Paths.join(Paths.folder(of: $0), name) }
  }

  /// Why a database must not be changed, or `nil` if no file forbids it.
  ///
  /// - Throws: The errors of ``settings(for:)``.
  static func readOnlyReason(for database: String) throws -> ReadOnlyReason? {
    try settings(for: database).readOnly
  }

  /// Reads the existing files.
  ///
  /// - Throws: `BatchFailure` with each invalid line. Even a command that uses none of the settings
  ///   stops, because an unreadable line may be a restriction.
  static func settings(for database: String?) throws -> ConsoleSettings {
    var reader = SettingsReader()
    var seen: Set<FileStatus.Identity> = []
    // A dangling link is read too, and is an error.
    for path in paths(for: database) where Files.isTaken(path) {
      if let identity = Files.identity(of: path), !seen.insert(identity).inserted { continue }
      do throws(SystemFailure) {
        reader.read(
          String(decoding: try Files.bytes(of: path, limit: limit), as: UTF8.self), of: path)
      } catch {
        throw BatchFailure(
          .badMigrations, "Cannot read the settings in \(path): \(error). No changes were made.",
          "Fix the file, or remove it.")
      }
    }
    reader.finish()
    guard !reader.problems.isEmpty else { return reader.settings }
    throw BatchFailure(
      .badMigrations, reader.problems.map(\.description) + ["No changes were made."],
      "Fix these lines, or remove them.")
  }
}
