import MigratorSession
import TerminalUI

/// Reads configuration files in order; a later file overrides an earlier one.
///
/// Restrictions accumulate, because the file next to a database may come from anyone. Its
/// `read-only = off` does not lift the user's `on`.
///
/// ```
/// theme = dark
/// mouse = off
///
/// [colours]
/// danger = #ff5f5f bold
///
/// [keys]
/// dry-run-next = d F6
/// ```
public struct SettingsReader: Sendable {
  /// The settings read so far.
  public private(set) var settings = ConsoleSettings()
  /// The errors found so far.
  public private(set) var problems: [SettingsProblem] = []

  private enum Section: String, CaseIterable {
    case general = ""
    case colours
    case keys
  }

  /// Creates a reader with empty settings.
  public init() {}

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: The name of the file in error messages.
  public mutating func read(_ text: String, of file: String) {
    var section: Section? = .general
    var lines: [String: Int] = [:]
    // Windows editors may add a byte order mark and end lines with a carriage return.
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    let text = String(text.unicodeScalars.dropFirst(hasMark ? 1 : 0))
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, raw) in rows.enumerated() {
      let line = raw.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      func printError(_ message: String) {
        problems.append(SettingsProblem(file: file, line: index + 1, message: message))
      }
      if line.hasPrefix("["), line.hasSuffix("]") {
        let name = String(line.dropFirst().dropLast())
        section = Section(rawValue: name).flatMap { $0 == .general ? nil : $0 }
        if section == nil {
          printError("Unknown section [\(name)]; the sections are [colours] and [keys].")
        }
        continue
      }
      // The unknown section was already reported.
      guard let section else { continue }
      guard let equals = line.firstIndex(of: "=") else {
        printError("Write a setting as NAME = VALUE.")
        continue
      }
      let written = line[..<equals].trimmed
      let name = section == .keys ? Self.renamedCommands[written] ?? written : written
      let value = Self.withoutComment(line[line.index(after: equals)...]).trimmed
      let first = lines.updateValue(index + 1, forKey: "\(section.rawValue) \(name)")
      let problem: String? =
        switch section {
        case .general: setGeneral(name, value, file: file, line: index + 1)
        case .colours: setColor(name, value)
        case .keys: setKeys(name, value, file: file, line: index + 1)
        }
      if let problem {
        printError(problem)
      } else if let first {
        printError("\(name) is already set on line \(first). Remove one of the two lines.")
      }
    }
  }

  /// Checks for keys that two commands share; call it after the last file.
  public mutating func finish() {
    let table = settings.keyMap.table
    for (command, chosen) in settings.keys.sorted(by: { $0.value.line < $1.value.line }) {
      guard let own = table.first(where: { $0.command == command }) else { continue }
      for key in chosen.keys {
        let others = table.filter {
          $0.command != command && $0.keys.contains(key) && $0.meets(own)
        }
        guard let other = others.first else { continue }
        problems.append(
          SettingsProblem(
            file: chosen.file, line: chosen.line,
            message: "\(key.label) is already the key of \(other.command.name). Choose another key."
          )
        )
      }
    }
  }

  /// The current names of renamed commands; settings may use the former ones.
  private static let renamedCommands = ["mend": "fix"]

  /// Removes a comment at the end of a line, which starts with `#` and a space.
  private static func withoutComment(_ text: Substring) -> Substring {
    let end = text.indices.first { place in
      let next = text.index(after: place)
      return text[place] == "#" && next < text.endIndex && text[next].isWhitespace
    }
    return text[..<(end ?? text.endIndex)]
  }

  // MARK: Settings

  private mutating func setGeneral(
    _ name: String, _ value: String, file: String, line: Int
  ) -> String? {
    switch name {
    case "theme":
      guard let theme = Theme.Name(rawValue: value) else {
        return Self.unknown("theme", value, of: Theme.Name.allCases.map(\.rawValue))
      }
      settings.theme = theme
    case "mouse": return setSwitch(\.usesMouse, value)
    case "ascii": return setSwitch(\.usesASCII, value)
    case "reduced-motion": return setSwitch(\.reducesMotion, value)
    case "read-only":
      guard let isOn = Self.isOn(value) else { return Self.notABoolean(value) }
      if isOn { settings.readOnly = settings.readOnly ?? .settings(file: file, line: line) }
    default:
      return Self.unknown(
        "setting", name, of: ["theme", "mouse", "ascii", "reduced-motion", "read-only"])
    }
    return nil
  }

  private mutating func setSwitch(
    _ path: WritableKeyPath<ConsoleSettings, Bool?>, _ value: String
  ) -> String? {
    guard let isOn = Self.isOn(value) else { return Self.notABoolean(value) }
    settings[keyPath: path] = isOn
    return nil
  }

  private static func isOn(_ value: String) -> Bool? { ["on": true, "off": false][value] }

  private static func notABoolean(_ value: String) -> String {
    "Write on or off, not \"\(value)\"."
  }

  private mutating func setColor(_ name: String, _ value: String) -> String? {
    guard let role = Role.allCases.first(where: { $0.name == name }) else {
      return Self.unknown("role", name, of: Role.allCases.map(\.name))
    }
    var paint = Paint()
    for word in value.split(separator: " ").map(String.init) {
      switch word {
      case "bold": paint.bold = true
      case "underline": paint.underline = true
      case "reverse": paint.reverse = true
      case "own": paint.foreground = nil
      default:
        guard let color = Color(word: word) else {
          return
            "\"\(word)\" is not a colour. Use #rrggbb, a number from 0 to 255 or own, then bold, "
            + "underline or reverse."
        }
        paint.foreground = color
      }
    }
    // Badges and the selection must differ from the surrounding text.
    if [.selection, .alertBadge, .badge].contains(role), !paint.reverse {
      return "\(name) must differ from plain text. Add reverse."
    }
    settings.colors[role] = paint
    return nil
  }

  private mutating func setKeys(
    _ name: String, _ value: String, file: String, line: Int
  ) -> String? {
    guard let binding = Binding.table.first(where: { $0.command.name == name }) else {
      return Self.unknown("command", name, of: Binding.table.map(\.command.name))
    }
    if [.back, .cancelWork, .activate].contains(binding.command) {
      return "\(binding.label()) is a fixed key and cannot be changed."
    }
    var keys: [Key] = []
    for word in value.split(separator: " ").map(String.init) {
      guard let key = Key(label: word) else {
        return
          "\"\(word)\" is not a key. Use a character or a name such as Ctrl-X, F5, PgUp, Space, Tab or Up."
      }
      if [.escape, .enter, .control("c")].contains(key) {
        return "\(key.label) is a fixed key and cannot be assigned to \(name)."
      }
      keys.append(key)
    }
    if keys.isEmpty, [.help, .quit].contains(binding.command) {
      return "\(name) requires a key."
    }
    settings.keys[binding.command] = ChosenKeys(keys: keys, file: file, line: line)
    return nil
  }

  private static func unknown(_ what: String, _ name: String, of known: [String]) -> String {
    let near = known.filter { $0.hasPrefix(name.prefix(3)) || $0.contains(name) }
    let shown = near.isEmpty || name.isEmpty ? known : near
    return "Unknown \(what) \"\(name)\". Use \(shown.joined(separator: ", "))."
  }
}

extension Binding {
  /// True if both bindings can be pressed on the same screen.
  fileprivate func meets(_ other: Binding) -> Bool {
    // Bindings of one screen shadow those of all screens, in the standard keys as well.
    guard isLocal == other.isLocal else { return false }
    return !isLocal || Binding.owner(of: command) == Binding.owner(of: other.command)
  }
}

extension Color {
  /// Parses `#rrggbb` or a palette index.
  fileprivate init?(word: String) {
    if word.hasPrefix("#") {
      guard word.count == 7, let value = UInt32(word.dropFirst(), radix: 16) else { return nil }
      self = .rgb(RGB(value))
    } else if let index = UInt8(word) {
      self = .index(index)
    } else {
      return nil
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
