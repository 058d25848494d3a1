internal import MigratorPlatform
internal import SQLSyntax

/// A folder with SQL files and optional settings.
public struct GeneratorFolder: Sendable {
  /// The groups, sorted by name.
  public let groups: [FileGroup]
  /// The settings.
  public let settings: SettingsFile

  /// The maximum size of a file, in bytes.
  private static let sizeLimit = 64 << 20

  /// Reads a folder without its subfolders.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``GeneratorFailure`` if there are no SQL files, if a file cannot be read or is not
  ///   UTF-8, or if the settings are invalid.
  public init(_ path: String) throws(GeneratorFailure) {
    let names: [String]
    do throws(SystemFailure) {
      names = try Files.names(in: path).sorted()
    } catch {
      throw GeneratorFailure([GeneratorProblem(in: path, "the folder cannot be read: \(error)")])
    }
    var problems: [GeneratorProblem] = []
    var files: [String: [FileGroup.File]] = [:]
    for name in names.compactMap({ ScriptFileName($0) }) {
      do throws(GeneratorProblem) {
        let file = Paths.join(path, name.file)
        files[name.stem, default: []].append(
          FileGroup.File(name: name, script: SQLScript(file: file, text: try Self.text(of: file))))
      } catch {
        problems.append(error)
      }
    }
    var settings = SettingsFile()
    let file = Paths.join(path, GeneratorSettings.file)
    if Files.isTaken(file) {
      do throws(GeneratorProblem) {
        settings = try SettingsFile(Self.text(of: file), file: file)
      } catch {
        problems.append(error)
      }
    }
    if files.isEmpty, problems.isEmpty {
      problems.append(GeneratorProblem(in: path, "the folder has no SQL files"))
    }
    guard problems.isEmpty else { throw GeneratorFailure(problems) }
    self.settings = settings
    groups = files.sorted { $0.key < $1.key }.map { FileGroup(stem: $0.key, files: $0.value) }
  }

  private static func text(of path: String) throws(GeneratorProblem) -> String {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try Files.bytes(of: path, limit: sizeLimit)
    } catch {
      throw GeneratorProblem(in: path, "the file cannot be read: \(error)")
    }
    guard let text = Encodings.text(utf8: bytes) else {
      throw GeneratorProblem(in: path, "the file is not UTF-8")
    }
    return text
  }

  /// Generates the types of the folder and writes one file per group.
  ///
  /// A file with the same contents is not rewritten, so that its dependents are not rebuilt. Only
  /// generated files are overwritten.
  ///
  /// - Parameters:
  ///   - folder: The output folder; it is created if missing.
  ///   - group: The group to generate, or `nil` for all groups.
  /// - Returns: The files, whether each one changed, and the warnings.
  /// - Throws: ``GeneratorFailure`` with every problem found. No file is written, except if writing
  ///   itself fails.
  public func generate(
    into folder: String, only group: String? = nil
  ) throws(GeneratorFailure) -> GeneratorReport {
    let (outputs, warnings) = try Generator.outputs(of: groups, only: group, settings)
    let paths = outputs.map { Paths.join(folder, $0.file) }
    var old: [String: [UInt8]] = [:]
    for path in paths where Files.isTaken(path) {
      let bytes = try? Files.bytes(of: path, limit: Self.sizeLimit)
      guard let bytes, bytes.starts(with: DatabaseText.mark.utf8) else {
        throw GeneratorFailure(
          [GeneratorProblem(in: path, "the file is there already, and was not made by migtui")],
          cause: .output)
      }
      old[path] = bytes
    }
    var report = GeneratorReport(warnings: warnings)
    for (path, output) in zip(paths, outputs) {
      let bytes = Array(output.text.utf8)
      let isNew = old[path] != bytes
      report.files.append(GeneratorReport.File(path: path, isChanged: isNew))
      guard isNew else { continue }
      do throws(SystemFailure) {
        try Files.createFolders(folder)
        try Files.replace(path, bytes)
      } catch {
        throw GeneratorFailure(
          [GeneratorProblem(in: path, "the file cannot be written: \(error)")], cause: .output)
      }
    }
    return report
  }
}

/// The result of a generator run.
public struct GeneratorReport: Sendable, Hashable {
  /// A generated file.
  public struct File: Sendable, Hashable {
    /// The path of the file.
    public let path: String
    /// `true` if the file was written, because it was missing or had other contents.
    public let isChanged: Bool
  }

  /// The files.
  public var files: [File] = []
  /// The warnings.
  public let warnings: [GeneratorProblem]
}
