import ConsolePictures
import Foundation
import MigrationConsole
import MigratorSession
import MigratorTools
import MigtuiDemo
import TerminalUI

/// Draws the pictures of the README and the articles, with the real renderer on the demonstration
/// database: `MigtuiPictures FOLDER`.
@main
struct MigtuiPictures {
  private struct Picture {
    let name: String
    let size: Size
    let keys: [Key]
    var format = MigrationFormat.grdb
  }

  private static let usual = Size(columns: 100, rows: 30)

  private static let pictures = [
    Picture(name: "migrations", size: usual, keys: []),
    Picture(name: "dry-run", size: usual, keys: [.enter, .up, .up, .char("["), .char("[")]),
    Picture(
      name: "rows", size: usual,
      keys: [.enter, .up, .up, .char("v")] + Array(repeating: .down, count: 4)),
    Picture(
      name: "trace", size: usual,
      keys: [.enter, .up, .up, .char("x")] + Array(repeating: .char("n"), count: 6)),
    Picture(
      name: "violations", size: usual, keys: [.char("3"), .down, .down, .enter, .end]),
    Picture(name: "confirm", size: usual, keys: [.char("a")]),
    Picture(name: "schema", size: usual, keys: [.char("2")]),
    Picture(
      name: "diagram", size: Size(columns: 120, rows: 32), keys: [.enter, .up, .char("5")]),
    Picture(
      name: "drizzle", size: usual, keys: [.home] + Array(repeating: .down, count: 9),
      format: .drizzle),
    Picture(
      name: "repair", size: usual, keys: [.end, .char("R")], format: .golangMigrate),
    Picture(
      name: "small", size: Size(columns: 40, rows: 12),
      keys: [.enter, .up, .up, .char("["), .char("[")]),
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count == 1 else {
      end(64, "Pass the output folder as the only argument.")
    }
    // A picture may show this path, so it must be constant.
    let demos = URL(fileURLWithPath: "/tmp/club")
    guard !FileManager.default.fileExists(atPath: demos.path) else {
      end(73, "Move \(demos.path) away: the demo databases are written there.")
    }
    do {
      // Resolve the path before the current folder changes.
      try draw(into: URL(fileURLWithPath: folder), demos: demos)
    } catch {
      end(74, "\(error)")
    }
  }

  private static func end(_ status: Int32, _ words: String) -> Never {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
    exit(status)
  }

  private static func draw(into target: URL, demos: URL) throws {
    defer {
      // A leftover temporary folder does not affect the pictures.
      try? FileManager.default.removeItem(at: demos)
    }
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for picture in pictures {
      try enterDemo(picture.format, below: demos.path)
      let file = target.appendingPathComponent("\(picture.name).svg")
      try svg(of: picture).write(to: file, atomically: true, encoding: .utf8)
      print(file.path)
    }
    // Draw the walk last, because it changes its demonstration.
    try enterDemo(.grdb, below: demos.path)
    let file = target.appendingPathComponent("walk.svg")
    try Walkthrough.svg().write(to: file, atomically: true, encoding: .utf8)
    print(file.path)
  }

  private static func svg(of picture: Picture) -> String {
    let database = DemoFiles.databaseName
    let session = ConsoleSession(
      MigrationSession(
        database: database, migrations: ProjectSource(databasePath: database), history: .none))
    let screens = ScriptedConsole(size: picture.size).press(picture.keys, in: session)
    return GridPicture.svg(
      screens.last ?? CellGrid(size: picture.size), title: SafeText("migtui: \(picture.name)"))
  }

  /// Writes the demonstration of a format if it does not exist, and makes it the current folder.
  private static func enterDemo(_ format: MigrationFormat, below folder: String) throws {
    let path = "\(folder)/\(format == .grdb ? "app" : format.rawValue)"
    if !FileManager.default.fileExists(atPath: path) {
      try DemoWriter(into: path, format: format).write()
    }
    guard FileManager.default.changeCurrentDirectoryPath(path) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
  }
}
