import Foundation

/// The program `migtui` that was built along with the tests.
public enum BuiltProgram {
  /// The path of the program: it stands beside the test bundle.
  public static var path: String {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("migtui").path
      var isFolder = ObjCBool(false)
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return "migtui"
  }

  /// Runs the program to its end, without a terminal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - folder: The current folder of the program, or `nil` for this one's.
  ///   - environment: Variables to add to those of this process.
  /// - Returns: How it ended.
  /// - Throws: ``Limit/Exceeded`` when it runs on; an error when it cannot be started.
  public static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    // setsid takes the controlling terminal away, so that none is found where tests run by hand.
    try Program.run(["setsid", "--wait", path] + arguments, in: folder, environment: environment)
  }
}
