internal import Foundation

/// The folder in which everything is measured, and its databases.
final class Workbench {
  /// A database with one row.
  let small: String
  /// A database with 200,000 rows that refer to 20,000 others, indexed.
  let large: String

  /// What is aimed for, and what became of it.
  let goals = GoalTable()
  /// The program, as it was built beside this one.
  var program: Program { Program(home: folder.path) }

  private let folder: URL
  private var count = 0

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migtui-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    small = folder.appendingPathComponent("small").path
    large = folder.appendingPathComponent("large").path
    try Filling.small(small)
    try Filling.large(large)
  }

  deinit {
    // A leftover folder in the system's temporary one does no harm.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns a path at which there is no file.
  func newPath() -> String {
    count += 1
    return folder.appendingPathComponent("\(count)").path
  }

  /// Makes a folder with so many files in it, numbered from 1, and returns its path.
  func folder(of count: Int, _ file: (Int) -> (name: String, text: String)) throws -> String {
    let path = newPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for number in 1...count {
      let (name, text) = file(number)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    return path
  }

  /// Returns the path of a fresh copy of a file.
  func copy(of path: String) throws -> String {
    let target = newPath()
    try FileManager.default.copyItem(atPath: path, toPath: target)
    return target
  }

  /// Removes a database and what SQLite puts beside it.
  func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      // Most of them are not there.
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
