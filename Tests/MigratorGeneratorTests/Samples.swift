import Foundation
import MigratorGenerator
import MigratorTestSupport
import Testing

/// The folders of SQL files whose generated types are compiled into the tests.
enum Samples {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static func path(_ name: String) -> String { folder.path + "/Samples/" + name }

  static let groups = [
    ("Seed", ["BodiesDB", "ContactsDB", "NewContactsDB", "OldContactsDB"]), ("Rules", ["RulesDB"]),
  ]

  static func made(_ files: [String: String], _ group: String? = nil) throws -> String {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    let read = try GeneratorFolder(folder.path)
    return try Generator.outputs(of: read.groups, only: group, read.settings).files.map(\.text)
      .joined(separator: "\n")
  }

  /// Returns the problems of files, one line each, without the folder.
  static func problems(_ files: [String: String], _ group: String? = nil) throws -> [String] {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    func lines(_ problems: [GeneratorProblem]) -> [String] {
      problems.map { $0.description.replacing(folder.path + "/", with: "") }
    }
    do throws(GeneratorFailure) {
      let read = try GeneratorFolder(folder.path)
      return lines(try Generator.outputs(of: read.groups, only: group, read.settings).warnings)
    } catch {
      return lines(error.problems)
    }
  }
}
