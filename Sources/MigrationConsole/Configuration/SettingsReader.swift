public import MigratorSession
import TerminalUI

/// Reads configuration files in order; a later file overrides an earlier one.
///
/// Restrictions accumulate, because the file next to a database may come from anyone. There,
/// `read-only = off` does not override the user's `on`.
///
/// ```
/// theme = dark
/// mouse = off
///
/// [colours]
/// danger = #ff5f5f bold
///
/// [keys]
/// dry-run = d F6
/// ```
public struct SettingsReader: Sendable {
  /// The settings read so far.
  public private(set) var settings = ConsoleSettings()
  /// The errors found so far.
  public private(set) var problems: [SettingsProblem] = []

  /// Creates a reader with empty settings.
  public init() {}

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: The name of the file in error messages.
  public mutating func read(_ text: String, of file: String) {
    let sections = ["colours", "keys"] + ProjectSettings.sections
    problems += SettingsLine.read(text, of: file, sections: sections) { line in
      switch line.section {
      case "": return setGeneral(&line)
      case "colours": return setColor(line)
      case "keys":
        line.name = Self.renamedCommands[line.name] ?? line.name
        return setKeys(line)
      default: return settings.project.set(&line)
      }
    }
  }

  /// Checks whether two commands share a key; call this after the last file.
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
  private static let renamedCommands = ["mend": "fix", "dry-run-next": "dry-run"]

  // MARK: Settings

  private mutating func setGeneral(_ line: inout SettingsLine) -> String? {
    switch line.name {
    case "theme":
      guard let theme = Theme.Name(rawValue: line.value) else {
        return SettingsLine.unknown("theme", line.value, of: Theme.Name.allCases.map(\.rawValue))
      }
      settings.theme = theme
    case "mouse": return setSwitch(\.usesMouse, line)
    case "ascii": return setSwitch(\.usesASCII, line)
    case "reduced-motion": return setSwitch(\.reducesMotion, line)
    case "rehearse": return setRehearsal(line)
    case "read-only": return settings.project.set(&line)
    default:
      return SettingsLine.unknown(
        "setting", line.name,
        of: ["theme", "mouse", "ascii", "reduced-motion", "rehearse", "read-only"])
    }
    return nil
  }

  /// A file next to a database may forbid automatic dry runs, but not allow them again.
  private mutating func setRehearsal(_ line: SettingsLine) -> String? {
    let values = ["auto", "ask"]
    guard values.contains(line.value) else {
      return SettingsLine.unknown("value", line.value, of: values)
    }
    settings.rehearses = settings.rehearses != false && line.value == "auto"
    return nil
  }

  private mutating func setSwitch(
    _ path: WritableKeyPath<ConsoleSettings, Bool?>, _ line: SettingsLine
  ) -> String? {
    guard let isOn = line.isOn else { return line.notABoolean }
    settings[keyPath: path] = isOn
    return nil
  }

  private mutating func setColor(_ line: SettingsLine) -> String? {
    let name = line.name
    guard let role = Role.allCases.first(where: { $0.name == name }) else {
      return SettingsLine.unknown("role", name, of: Role.allCases.map(\.name))
    }
    var paint = Paint()
    for word in line.value.split(separator: " ").map(String.init) {
      switch word {
      case "bold": paint.bold = true
      case "underline": paint.underline = true
      case "reverse": paint.reverse = true
      case "own": paint.foreground = nil
      default:
        guard let color = Color(word: word) else {
          return
            "\"\(word)\" is not a color or style. Use #rrggbb, a number from 0 to 255 or own, "
            + "and bold, underline or reverse."
        }
        paint.foreground = color
      }
    }
    // Badges and the selection must differ from the surrounding text.
    if [.selection, .alertBadge, .badge].contains(role), !paint.reverse {
      return "\(name) must look different from normal text. Add the style `reverse`."
    }
    settings.colors[role] = paint
    return nil
  }

  private mutating func setKeys(_ line: SettingsLine) -> String? {
    let name = line.name
    guard let binding = Binding.table.first(where: { $0.command.name == name }) else {
      return SettingsLine.unknown("command", name, of: Binding.table.map(\.command.name))
    }
    if [.back, .cancelWork, .activate].contains(binding.command) {
      return "\(binding.label()) is a fixed key and cannot be changed."
    }
    var keys: [Key] = []
    for word in line.value.split(separator: " ").map(String.init) {
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
    settings.keys[binding.command] = ChosenKeys(
      keys: keys, file: line.file, line: line.number)
    return nil
  }
}

extension Binding {
  /// True if both bindings can be pressed on the same screen.
  fileprivate func meets(_ other: Binding) -> Bool {
    // Bindings of one screen override those of all screens, as in the standard keys.
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
