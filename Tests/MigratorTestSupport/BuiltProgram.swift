import Foundation

/// The programs that were built along with the tests: `migtui`, and tools of apps.
public enum BuiltProgram {
  /// The path of `migtui`.
  public static var path: String { path(of: "migtui") }

  /// The path of a program, which stands beside the test bundle; the name alone where it was not
  /// built.
  public static func path(of name: String) -> String {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent(name).path
      var isFolder = ObjCBool(false)
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return name
  }

  /// Runs a program to its end, without a terminal, in the current folder or another, with some
  /// variables added to those of this process.
  ///
  /// - Throws: ``Limit/Exceeded`` when it runs on; an error when it cannot be started.
  public static func run(
    _ arguments: [String], of name: String = "migtui", in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    // setsid takes the controlling terminal away, so that none is found where tests run by hand.
    try Program.run(
      ["setsid", "--wait", path(of: name)] + arguments, in: folder, environment: environment)
  }
}
