import Foundation
import Testing

/// Programs built along with the tests: `migtui` and the tools of sample apps.
public enum BuiltProgram {
  /// The path of `migtui`.
  public static var path: String { path(of: "migtui") }

  /// Returns the path of a program built next to the test bundle.
  ///
  /// If the program was not built, returns `name`, which is then looked up in `PATH`.
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

  /// Runs a program to its end, without a controlling terminal.
  ///
  /// The program inherits this process's environment, with `environment` merged into it.
  ///
  /// - Throws: ``Limit/Exceeded`` if the program does not end in time; an error if it cannot be
  ///   started.
  public static func run(
    _ arguments: [String], of name: String = "migtui", in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    // setsid detaches the controlling terminal that exists when a developer runs the tests.
    let outcome = try Program.run(
      ["setsid", "--wait", path(of: name)] + arguments, in: folder, environment: environment)
    // The JSON of each run of each test must match the published schema.
    if arguments.contains("--json"), !arguments.contains("--"), !outcome.output.isEmpty {
      let flaws = JSONSchema.shared.flaws(ofOutput: outcome.output)
      if !flaws.isEmpty { Issue.record("\(arguments): \(flaws.prefix(5))") }
    }
    return outcome
  }
}
