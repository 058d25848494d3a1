import MigratorCommands
import MigratorEngine
import MigratorPlatform

/// Writes new files and folders; what is there is never replaced.
enum FileWriting {
  /// Writes a file that does not exist yet, making the folders it stands in.
  static func create(_ path: String, _ text: String) throws {
    do throws(SystemFailure) {
      try Files.createFolders(Paths.folder(of: path))
      try Files.create(path, text.utf8, for: .everyone)
    } catch {
      throw failure("make", path, error)
    }
  }

  /// Makes a folder and those it stands in, as far as they are missing.
  static func makeFolders(_ path: String) throws {
    do throws(SystemFailure) {
      try Files.createFolders(path)
    } catch {
      throw failure("make the folder", path, error)
    }
  }

  private static func failure(
    _ action: String, _ path: String, _ error: SystemFailure
  ) -> BatchFailure {
    BatchFailure(
      .cannotCreate, "Cannot \(action) \(path): \(error).",
      .nameWritable)
  }
}
