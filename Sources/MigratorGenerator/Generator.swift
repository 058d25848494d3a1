internal import SQLSyntax

/// Generates Swift types from groups of SQL files, without accessing the file system.
public enum Generator {
  /// A generated file.
  public struct Output: Sendable, Hashable {
    /// The group that it was generated from.
    public let stem: String
    /// Its name.
    public var file: String { stem + ".swift" }
    /// Its contents, which depend only on the input.
    public let text: String
  }

  /// Generates the types of groups.
  ///
  /// - Parameters:
  ///   - groups: The groups of a folder.
  ///   - wanted: The group to generate, or `nil` for all groups.
  ///   - settings: The settings of the folder.
  /// - Returns: A file for each group, and the warnings.
  /// - Throws: ``GeneratorFailure`` with every problem found.
  public static func outputs(
    of groups: [FileGroup], only wanted: String? = nil, _ settings: SettingsFile
  ) throws(GeneratorFailure) -> (files: [Output], warnings: [GeneratorProblem]) {
    var run = GeneratorPass(groups: groups, wanted: wanted, settings: settings)
    let files = run.outputs()
    guard !run.problems.contains(where: { $0.severity == .error }) else {
      throw GeneratorFailure(run.problems)
    }
    return (files, run.problems)
  }
}

private struct GeneratorPass {
  let groups: [FileGroup]
  let wanted: String?
  let settings: SettingsFile
  var problems: [GeneratorProblem] = []
  private var models: [String: DatabaseModel] = [:]

  init(groups: [FileGroup], wanted: String?, settings: SettingsFile) {
    self.groups = groups
    self.wanted = wanted
    self.settings = settings
  }

  mutating func outputs() -> [Generator.Output] {
    let made = groups.filter(isMade)
    for (stem, place) in settings.places.sorted(by: { $0.key < $1.key })
    where !groups.contains(where: { $0.stem == stem }) {
      problems.append(GeneratorProblem(at: place, "no file matches \(stem)*.sql"))
    }
    for group in made { read(group, isMade: true) }
    for group in made {
      for entry in settings[group.stem].convertsFrom { readOlder(entry, than: group) }
    }
    checkNames()
    return made.compactMap { group in
      guard var model = models[group.stem] else { return nil }
      for entry in settings[group.stem].convertsFrom {
        guard let old = models[entry.value] else { continue }
        model.conversions += ConversionBuilder.conversions(from: old, to: model)
      }
      return Generator.Output(stem: group.stem, text: DatabaseText.text(of: model))
    }
  }

  private mutating func readOlder(_ entry: GeneratorSettings.Entry, than group: FileGroup) {
    guard models[entry.value] == nil else { return }
    guard let older = groups.first(where: { $0.stem == entry.value }), entry.value != group.stem
    else {
      problems.append(
        GeneratorProblem(at: entry.location, "no other group is named \(entry.value)"))
      return
    }
    read(older, isMade: false)
  }

  private mutating func read(_ group: FileGroup, isMade: Bool) {
    let path = group.files.first?.script.file ?? group.stem
    do {
      guard group.stem.first?.isNumber != true else {
        throw GeneratorProblem(
          in: path, "the file name must begin with the name of the type, as in NAME-001.sql")
      }
      guard !ModelBuilder.typeName(ofGroup: group.stem).isEmpty else {
        throw GeneratorProblem(in: path, "\(group.stem) cannot be used as the name of a Swift type")
      }
      let schema = try GroupReader.read(group)
      models[group.stem] = try ModelBuilder.model(of: schema, settings[group.stem])
      if isMade { problems += schema.warnings }
    } catch let problem as GeneratorProblem {
      problems.append(problem)
    } catch {
      problems.append(GeneratorProblem(in: path, "\(error)"))
    }
  }

  /// Checks that no two groups declare a type of the same name in the module.
  ///
  /// This includes groups that a build generates in separate runs.
  private mutating func checkNames() {
    var owners: [String: FileGroup] = [:]
    for group in groups {
      for name in topLevelNames(of: group) {
        guard let owner = owners.updateValue(group, forKey: name) else { continue }
        guard let place = [group, owner].first(where: { isMade($0) }) else { continue }
        problems.append(
          GeneratorProblem(
            in: place.files.first?.script.file ?? place.stem,
            "\(owner.stem) and \(group.stem) both declare a type \(name); set "
              + "embedRecordTypesInDatabaseType for one of them, or rename one of the types"))
      }
    }
  }

  /// The top-level names that a group declares in the module.
  ///
  /// If a group is not generated in this run, its schema is read only if its records are not
  /// nested in its database type. The run that generates the group reports its problems.
  private func topLevelNames(of group: FileGroup) -> [String] {
    let type = ModelBuilder.typeName(ofGroup: group.stem)
    guard !type.isEmpty else { return [] }
    let settings = settings[group.stem]
    guard !settings.embedRecordTypesInDatabaseType else { return [type] }
    let model =
      models[group.stem]
      ?? (isMade(group) ? nil : try? ModelBuilder.model(of: GroupReader.read(group), settings))
    return [type] + (model?.records.map(\.typeName) ?? [])
  }

  private func isMade(_ group: FileGroup) -> Bool { wanted == nil || group.stem == wanted }
}
