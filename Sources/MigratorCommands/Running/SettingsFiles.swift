import MigrationConsole
import MigratorEngine
import MigratorPlatform
import MigratorSession

/// The settings files: the user's, then those next to the database.
enum SettingsFiles {
  /// The name of each.
  private static let name = "migtui.conf"
  /// A larger file is a mistake.
  private static let limit = 1_000_000

  /// Where they are looked for, later ones override; without a database only the user's file.
  ///
  /// Where the path of the database is a link, the folder of the file counts as well: a link must not be a way
  /// around a restriction.
  static func paths(for database: String?) -> [String] {
    let files = [database, database.flatMap(Files.resolved)].compactMap(\.self)
    return [Environment.configFolder.map { Paths.join($0, "migtui/\(name)") }].compactMap(\.self)
      + files.map { Paths.join(Paths.folder(of: $0), name) }
  }

  /// Why a database must not be changed, or `nil` if no file forbids it.
  ///
  /// - Throws: As ``settings(for:)``.
  static func readOnlyReason(for database: String) throws -> ReadOnlyReason? {
    try settings(for: database).readOnly
  }

  /// Reads the files that exist.
  ///
  /// - Throws: `BatchFailure` with each wrong line. Even a command that needs none of the settings stops: what
  ///   cannot be read may have been a restriction.
  static func settings(for database: String?) throws -> ConsoleSettings {
    var reader = SettingsReader()
    var seen: Set<FileStatus.Identity> = []
    // A link that leads nowhere is read, too, and is an error.
    for path in paths(for: database) where Files.isTaken(path) {
      if let identity = Files.identity(of: path), !seen.insert(identity).inserted { continue }
      do throws(SystemFailure) {
        reader.read(
          String(decoding: try Files.bytes(of: path, limit: limit), as: UTF8.self), of: path)
      } catch {
        throw BatchFailure(
          .badMigrations, "Cannot read the settings in \(path): \(error). No changes were made.",
          .ofTool("Fix the file, or remove it."))
      }
    }
    reader.finish()
    guard !reader.problems.isEmpty else { return reader.settings }
    throw BatchFailure(
      .badMigrations, reader.problems.map(\.description) + ["No changes were made."],
      .ofTool("Fix these lines, or remove them."))
  }
}
