import MigrationConsole
import MigratorEngine
import MigratorPlatform

/// The files of the configuration: the user's, then the one beside the database.
enum SettingsFiles {
  /// The name of each.
  private static let name = "migtui.conf"
  /// More than anybody writes.
  private static let limit = 1_000_000

  /// Where they are looked for, what counts more last; without a database only the user's file.
  static func paths(for database: String?) -> [String] {
    [
      userFolder.map { "\($0)/migtui/\(name)" },
      database.map { Paths.join(Paths.folder(of: $0), name) },
    ]
    .compactMap { $0 }
  }

  /// Reads those that are there.
  ///
  /// - Throws: `BatchFailure` with each line that is wrong.
  static func settings(for database: String?) throws -> ConsoleSettings {
    var reader = SettingsReader()
    for path in paths(for: database) where Files.kind(of: path) != nil {
      do throws(SystemFailure) {
        reader.read(
          String(decoding: try Files.bytes(of: path, limit: limit), as: UTF8.self), of: path)
      } catch {
        throw BatchFailure(
          .badMigrations, "Cannot read \(path): \(error).", .ofTool("Mend it, or take it away."))
      }
    }
    reader.finish()
    guard !reader.problems.isEmpty else { return reader.settings }
    throw BatchFailure(
      .badMigrations, reader.problems.map(\.description).joined(separator: "\n"),
      .ofTool("Mend the lines, or take them away."))
  }

  private static var userFolder: String? {
    // Relative paths there do not count; so does the specification say.
    if let folder = Environment.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    return Environment.variable("HOME").map { "\($0)/.config" }
  }
}
