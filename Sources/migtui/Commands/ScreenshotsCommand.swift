import ArgumentParser
import Foundation
import MigrationConsole
import MigratorSession
import MigratorTools
import MigtuiDemo
import TerminalUI

/// `migtui screenshots`: draws the README's pictures, from the real renderer on the demonstration
/// database.
struct ScreenshotsCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshots", abstract: "Draws the README's pictures.", shouldDisplay: false)

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "DIR"))
  var into = "screenshots"

  @OptionGroup var output: OutputOptions

  /// A picture: its name, its size, and the keys that lead to it.
  private struct Picture {
    let name: String
    let size: Size
    let keys: [Key]
    /// Whose demonstration it shows.
    var format = MigrationFormat.grdb
  }

  private static let usual = Size(columns: 100, rows: 30)

  private static let pictures = [
    Picture(name: "migrations", size: usual, keys: []),
    Picture(name: "dry-run", size: usual, keys: [.char("D"), .up, .up, .char("["), .char("[")]),
    Picture(
      name: "violations", size: usual, keys: [.char("3"), .down, .down, .enter, .end]),
    Picture(name: "confirm", size: usual, keys: [.char("a")]),
    Picture(name: "schema", size: usual, keys: [.char("2")]),
    Picture(
      name: "drizzle", size: usual, keys: [.home] + Array(repeating: .down, count: 9),
      format: .drizzle),
    Picture(
      name: "repair", size: usual, keys: [.end, .char("R")], format: .golangMigrate),
    Picture(
      name: "small", size: Size(columns: 40, rows: 12),
      keys: [.char("D"), .up, .up, .char("["), .char("[")]),
  ]

  func perform() throws -> ExitStatus {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migtui-screenshots-\(ProcessInfo.processInfo.processIdentifier)")
    defer {
      // The pictures are made; a temporary folder that stays behind spoils nothing.
      try? FileManager.default.removeItem(at: folder)
    }
    // The pictures show the program as it is used: in the folder of the database.
    let target = URL(fileURLWithPath: into)
    for picture in Self.pictures {
      try enterDemo(picture.format, below: folder.path)
      let database = DemoFiles.databaseName
      let session = ConsoleSession(
        MigrationSession(database: database, migrations: ProjectSource(databasePath: database)))
      let robot = ConsoleRobot(size: picture.size)
      guard let grid = robot.press(picture.keys, in: session).last else { continue }
      let file = target.appendingPathComponent("\(picture.name).svg")
      let svg = GridExport.svg(grid, title: SafeText("migtui: \(picture.name)"))
      try svg.write(to: file, atomically: true, encoding: .utf8)
      Printer.say(file.path)
    }
    return .success
  }

  /// Makes the demonstration of a format the current folder, and writes it unless it is there.
  private func enterDemo(_ format: MigrationFormat, below folder: String) throws {
    let path = "\(folder)/\(format.rawValue)"
    if !FileManager.default.fileExists(atPath: path) {
      try DemoWriter(into: path, format: format).write()
    }
    guard FileManager.default.changeCurrentDirectoryPath(path) else {
      throw BatchFailure(.cannotCreate, "\(path) cannot be entered.", "Set TMPDIR.")
    }
  }
}
