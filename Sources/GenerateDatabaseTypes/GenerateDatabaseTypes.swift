import Foundation
import PackagePlugin

/// Generates Swift types from a target's SQL files at build time, one file per group.
@main struct GenerateDatabaseTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "MigratorGenerate")
    return Folder.folders(with: target.sourceFiles.map(\.url)).flatMap { folder in
      folder.groups.keys.sorted().map { stem in
        .buildCommand(
          displayName: "Generating \(stem).swift from its SQL files", executable: tool.url,
          arguments: [folder.url.path, context.pluginWorkDirectoryURL.path, stem],
          inputFiles: folder.inputs(of: stem),
          outputFiles: [context.pluginWorkDirectoryURL.appending(path: "\(stem).swift")])
      }
    }
  }
}

/// A folder of the target that contains SQL files.
private struct Folder {
  let url: URL
  private(set) var groups: [String: [URL]] = [:]
  private var settings: URL?

  static func folders(with files: [URL]) -> [Folder] {
    var folders: [URL: Folder] = [:]
    for file in files {
      let url = file.deletingLastPathComponent()
      if let name = ScriptFileName(file.lastPathComponent) {
        folders[url, default: Folder(url: url)].groups[name.stem, default: []].append(file)
      } else if file.lastPathComponent == "DatabaseTypes.json" {
        folders[url, default: Folder(url: url)].settings = file
      }
    }
    return folders.values.sorted { $0.url.path < $1.url.path }
  }

  private init(url: URL) { self.url = url }

  /// The inputs of a group's types: its files, the settings, and the older groups that its records
  /// are converted from.
  func inputs(of stem: String) -> [URL] {
    let stems = [stem] + olderGroups(of: stem)
    return stems.flatMap { groups[$0] ?? [] } + (settings.map { [$0] } ?? [])
  }

  /// Returns no groups for unreadable settings; the tool reports their error with its location.
  private func olderGroups(of stem: String) -> [String] {
    guard let settings, let data = try? Data(contentsOf: settings),
      let all = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let databases = all["databases"] as? [String: Any],
      let database = databases[stem] as? [String: Any]
    else { return [] }
    return database["convertsFrom"] as? [String] ?? []
  }
}
