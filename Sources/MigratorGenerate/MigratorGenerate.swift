import MigratorGenerator
import MigratorPlatform

/// The program that the build plugin runs: `MigratorGenerate FOLDER OUTPUT GROUP`.
///
/// It is separate from `migtui` so that a build that only generates types does not compile the
/// terminal code.
@main
struct MigratorGenerate {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      print("usage: MigratorGenerate FOLDER OUTPUT GROUP")
      exit(64)
    }
    do throws(GeneratorFailure) {
      let report = try GeneratorFolder(arguments[1]).generate(
        into: arguments[2], only: arguments[3])
      for warning in report.warnings { print(warning) }
    } catch {
      print(error)
      exit(1)
    }
  }
}
