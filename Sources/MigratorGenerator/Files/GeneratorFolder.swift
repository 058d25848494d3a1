internal import MigratorPlatform
internal import SQLSyntax

/// A folder with SQL files, and perhaps settings.
public struct GeneratorFolder: Sendable {
  /// The groups, by their names.
  public let groups: [FileGroup]
  /// The settings.
  public let settings: SettingsFile

  /// No file is larger than this.
  private static let sizeLimit = 64 << 20

  /// Reads a folder; folders in it are left out.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``GeneratorFailure`` for files that cannot be read, are no UTF-8, or settings that are
  ///   wrong.
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

  /// Makes the types of the folder and writes them, a file for each group.
  ///
  /// A file that holds the same already is not touched, so that what is built from it is not built
  /// again. Only files that were made are replaced.
  ///
  /// - Parameters:
  ///   - folder: Where to; it is made where it is missing.
  ///   - group: The group whose types are made, or `nil` for all of them.
  /// - Returns: The files, whether each of them changed, and what there is to warn of.
  /// - Throws: ``GeneratorFailure`` with every problem found; nothing is written then, unless writing
  ///   is what failed.
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

/// What a run of the generator wrote.
public struct GeneratorReport: Sendable, Hashable {
  /// A file.
  public struct File: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// Whether it was written, because it was missing or held something else.
    public let isChanged: Bool
  }

  /// The files.
  public var files: [File] = []
  /// What there is to warn of.
  public let warnings: [GeneratorProblem]
}
