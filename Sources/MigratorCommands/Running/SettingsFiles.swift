import MigrationConsole
import MigratorEngine
import MigratorPlatform
package import MigratorSession

/// The settings files: the user's, those next to the database, and those of the migrations.
package enum SettingsFiles {
  /// The size limit in bytes; a larger file is a mistake.
  private static let limit = 1_000_000

  /// The paths in order of reading, where later files override earlier ones.
  ///
  /// If the path of the database is a symbolic link, the folder of the target counts too, so that a
  /// link cannot bypass a restriction.
  private static func paths(for database: String?, in folders: [String]) -> [String] {
    let files = [database, database.flatMap(Files.resolved)].compactMap(\.self)
    let user = Environment.configFolder.map { Paths.join($0, "migtui") }
    return ([user].compactMap(\.self) + files.map(Paths.folder) + folders).map {
      Paths.join($0, ProjectSettings.fileName)
    }
  }

  /// The existing files in order of reading.
  ///
  /// A file that is found twice is read at its last position, under its first name.
  private static func files(for database: String?, in folders: [String]) -> [String] {
    var found: [(path: String, identity: FileStatus.Identity?)] = []
    // A dangling link is read too, and causes an error.
    for path in paths(for: database, in: folders) where Files.isTaken(path) {
      let identity = Files.identity(of: path)
      let first = identity.flatMap { same in found.firstIndex { $0.identity == same } }
      found.append((first.map { found.remove(at: $0).path } ?? path, identity))
    }
    return found.map(\.path)
  }

  /// Reads the settings that are not about the console; see ``settings(for:in:)``.
  package static func project(
    for database: String?, in folders: [String] = []
  ) throws -> ProjectSettings {
    try settings(for: database, in: folders).project
  }

  /// Reads the existing files.
  ///
  /// - Parameters:
  ///   - database: The database, or `nil`.
  ///   - folders: More folders, the most specific last.
  /// - Returns: The settings.
  /// - Throws: `SettingsFailure` with each invalid line. Even a command that uses none of the
  ///   settings stops, because an unreadable line may be a restriction.
  static func settings(
    for database: String?, in folders: [String] = []
  ) throws -> ConsoleSettings {
    var reader = SettingsReader()
    for path in files(for: database, in: folders) {
      do throws(SystemFailure) {
        reader.read(
          String(decoding: try Files.bytes(of: path, limit: limit), as: UTF8.self), of: path)
      } catch {
        throw SettingsFailure(unreadable: path, error)
      }
    }
    reader.finish()
    guard reader.problems.isEmpty else { throw SettingsFailure(reader.problems) }
    return reader.settings
  }
}

extension SettingsFailure: FindingsError {
  package var findings: [CheckFinding] { problems.map { CheckFinding(unreadable: $0) } }
}
