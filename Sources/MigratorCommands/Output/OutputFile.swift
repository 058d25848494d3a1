import MigratorPlatform

/// A file that a command writes a report to, completely or not at all.
///
/// It replaces an older report. It never replaces a database, a migration or anything that is not a
/// regular file.
struct OutputFile {
  private let path: String
  /// The file to write: the target, if the path is a symbolic link.
  private let target: String

  /// Checks the path before the migrations run, so that no result is lost afterward.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - inputs: The files that the command reads, which must not be replaced.
  /// - Throws: `BatchFailure` with the status `cannotCreate`.
  init(_ path: String, besides inputs: [String]) throws {
    self.path = path
    target = Files.resolved(path) ?? path
    try check(besides: inputs)
  }

  /// Throws if the file may not be replaced.
  private func check(besides inputs: [String]) throws {
    // A new file replaces the old one, so the folder must be writable too.
    let folder = Paths.folder(of: target)
    guard Files.kind(of: folder) == .folder else {
      throw failure("the folder \(folder) does not exist", "Create the folder, or choose another.")
    }
    guard Files.mayCreate(in: folder) else {
      throw failure("the folder \(folder) is not writable", Self.otherFolder)
    }
    guard Files.isTaken(path) else { return }
    guard Files.kind(of: target) == .file else {
      throw failure("it exists and is not a regular file", Self.otherName)
    }
    let identity = Files.identity(of: target)
    let isInput = inputs.contains { Files.identity(of: $0) == identity }
    if isInput || Self.isOfDatabase(target) {
      throw failure("it is a database or an input of this command", Self.otherName)
    }
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - text: The contents.
  ///   - inputs: The files that the command read, which must not be replaced.
  /// - Throws: `BatchFailure` with the status `cannotCreate`; the old file is then unchanged.
  func write(_ text: String, besides inputs: [String]) throws {
    try check(besides: inputs)
    do throws(SystemFailure) {
      try Files.replace(target, text.utf8)
    } catch {
      throw failure("\(error)", Self.otherFolder)
    }
  }

  private static let otherFolder = "Choose another file, in a folder that you can write to."
  private static let otherName = "Choose another file for the report."

  /// True for a database, and for its WAL, its shared-memory file and its journal.
  private static func isOfDatabase(_ path: String) -> Bool {
    let endings = ["-wal", "-shm", "-journal"].filter(path.hasSuffix)
    let databases = [path] + endings.map { String(path.dropLast($0.count)) }
    return databases.contains {
      Files.head(of: $0, limit: 16) == Array("SQLite format 3\0".utf8)
    }
  }

  private func failure(_ reason: String, _ advice: String) -> BatchFailure {
    BatchFailure(
      .cannotCreate, "Cannot write the report to \(path): \(reason).", Remedy(advice))
  }
}
