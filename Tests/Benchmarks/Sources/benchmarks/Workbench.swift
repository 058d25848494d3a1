internal import Foundation

/// The working folder of the benchmarks and its databases.
final class Workbench {
  let small: String
  /// A database with 200,000 rows that refer to 20,000 others, indexed.
  let large: String

  let goals = GoalTable()
  /// The program built next to this one.
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
    // A leftover folder in the system's temporary folder is harmless.
    try? FileManager.default.removeItem(at: folder)
  }

  func newPath() -> String {
    count += 1
    return folder.appendingPathComponent("\(count)").path
  }

  /// Creates a folder with a number of files, numbered from 1, and returns its path.
  func folder(of count: Int, _ file: (Int) -> (name: String, text: String)) throws -> String {
    let path = newPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for number in 1...count {
      let (name, text) = file(number)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    return path
  }

  func copy(of path: String) throws -> String {
    let target = newPath()
    try FileManager.default.copyItem(atPath: path, toPath: target)
    return target
  }

  func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      // Most of the files do not exist.
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
