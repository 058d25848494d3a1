public import SQLSyntax

/// The settings of a folder: defaults for all groups, and overrides for individual groups.
public struct SettingsFile: Sendable {
  private let common: GeneratorSettings
  private let groups: [String: GeneratorSettings]
  /// The groups that the file mentions, with their locations.
  public let places: [String: ScriptLocation]

  /// Creates the default settings, for a folder without a settings file.
  public init() { (common, groups, places) = (GeneratorSettings(), [:], [:]) }

  /// Parses a settings file.
  ///
  /// - Parameters:
  ///   - text: The file's contents.
  ///   - file: The file name for error messages.
  /// - Throws: ``GeneratorProblem`` for invalid JSON, an unknown key or an invalid value.
  public init(_ text: String, file: String) throws(GeneratorProblem) {
    let value: JSONValue
    do throws(JSONProblem) {
      value = try JSONReader.read(text, file: file)
    } catch {
      throw GeneratorProblem(at: error.location, error.message)
    }
    var common = GeneratorSettings()
    var databases: [JSONValue.Member] = []
    for member in try value.members() {
      if member.name == "databases" {
        databases = try member.value.members()
      } else {
        try common.set(member, more: ["databases"], ofOneGroup: false)
      }
    }
    var groups: [String: GeneratorSettings] = [:]
    var places: [String: ScriptLocation] = [:]
    for database in databases {
      var settings = common
      for member in try database.value.members() {
        try settings.set(member, more: [], ofOneGroup: true)
      }
      groups[database.name] = settings
      places[database.name] = database.location
    }
    (self.common, self.groups, self.places) = (common, groups, places)
  }

  /// The settings of a group.
  public subscript(group: String) -> GeneratorSettings { groups[group] ?? common }
}

extension GeneratorSettings {
  private static let common = [
    "access", "embedRecordTypesInDatabaseType", "singularRecordNames", "dates", "uuids", "imports",
  ]
  private static let ofOneGroup = ["convertsFrom", "types", "names"]

  fileprivate mutating func set(
    _ member: JSONValue.Member, more: [String], ofOneGroup: Bool
  ) throws(GeneratorProblem) {
    let known = Self.common + (ofOneGroup ? Self.ofOneGroup : []) + more
    guard known.contains(member.name) else {
      let isMisplaced = Self.ofOneGroup.contains(member.name)
      throw GeneratorProblem(
        at: member.location,
        isMisplaced
          ? "\"\(member.name)\" applies to one database: move it under \"databases\""
          : "unknown key \"\(member.name)\"; use \(known.joined(separator: ", "))")
    }
    let value = member.value
    switch member.name {
    case "access": access = try value.word()
    case "embedRecordTypesInDatabaseType": embedRecordTypesInDatabaseType = try value.flag()
    case "singularRecordNames": singularRecordNames = try value.flag()
    case "dates": dates = try value.word()
    case "uuids": uuids = try value.word()
    case "imports": imports = try value.names(SwiftNames.isModule).map(\.value)
    case "convertsFrom": convertsFrom = try value.names { !$0.isEmpty }
    case "types": types = try value.entries("a Swift type", SwiftNames.isType)
    case "names": names = try value.entries("a Swift name", SwiftNames.isName)
    default: break
    }
  }
}

extension JSONValue {
  fileprivate func members() throws(GeneratorProblem) -> [Member] {
    guard case .object(let members) = kind else {
      throw GeneratorProblem(at: location, "expected an object: { … }")
    }
    return members
  }

  fileprivate func flag() throws(GeneratorProblem) -> Bool {
    guard case .bool(let flag) = kind else {
      throw GeneratorProblem(at: location, "expected true or false")
    }
    return flag
  }

  fileprivate func word<Word: RawRepresentable<String> & CaseIterable>()
    throws(GeneratorProblem) -> Word
  {
    if case .text(let text) = kind, let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map { "\"\($0.rawValue)\"" }
    throw GeneratorProblem(at: location, "expected one of \(words.joined(separator: ", "))")
  }

  fileprivate func names(
    _ hasPassed: (String) -> Bool
  ) throws(GeneratorProblem) -> [GeneratorSettings.Entry] {
    guard case .list(let values) = kind else {
      throw GeneratorProblem(at: location, "expected a list of names: [ … ]")
    }
    var names: [GeneratorSettings.Entry] = []
    for value in values {
      guard case .text(let text) = value.kind, hasPassed(text) else {
        throw GeneratorProblem(at: value.location, "expected a name")
      }
      names.append(GeneratorSettings.Entry(value: text, location: value.location))
    }
    return names
  }

  fileprivate func entries(
    _ what: String, _ hasPassed: (String) -> Bool
  ) throws(GeneratorProblem) -> [String: GeneratorSettings.Entry] {
    var entries: [String: GeneratorSettings.Entry] = [:]
    for member in try members() {
      guard case .text(let text) = member.value.kind, hasPassed(text) else {
        throw GeneratorProblem(at: member.value.location, "expected \(what)")
      }
      entries[member.name] = GeneratorSettings.Entry(value: text, location: member.location)
    }
    return entries
  }
}
