import MigratorCommands
import MigratorEngine
import MigratorPlatform

/// Writes new files and folders; never replaces existing ones.
enum FileWriting {
  /// Writes a new file, and creates its missing parent folders.
  static func create(_ path: String, _ text: String) throws {
    do throws(SystemFailure) {
      try Files.createFolders(Paths.folder(of: path))
      try Files.create(path, text.utf8, for: .everyone)
    } catch {
      throw failure("create", path, error)
    }
  }

  static func makeFolders(_ path: String) throws {
    do throws(SystemFailure) {
      try Files.createFolders(path)
    } catch {
      throw failure("create the folder", path, error)
    }
  }

  private static func failure(
    _ action: String, _ path: String, _ error: SystemFailure
  ) -> BatchFailure {
    BatchFailure(
      .cannotCreate, "Cannot \(action) \(path): \(error).",
      "Choose a name that does not exist yet, in a folder that you can write to.")
  }
}
