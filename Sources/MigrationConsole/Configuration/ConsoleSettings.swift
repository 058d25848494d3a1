public import MigratorSession
public import TerminalUI

/// The settings read from configuration files.
public struct ConsoleSettings: Sendable, Hashable {
  /// The theme.
  public internal(set) var theme: Theme.Name?
  /// The setting `mouse`, if set.
  public internal(set) var usesMouse: Bool?
  /// The setting `ascii`, if set.
  public internal(set) var usesASCII: Bool?
  /// The setting `reduced-motion`, if set.
  public internal(set) var reducesMotion: Bool?
  /// False for `rehearse = ask`, if the setting is given.
  public internal(set) var rehearses: Bool?
  /// The settings that are not about the console.
  public internal(set) var project = ProjectSettings()
  /// The custom appearance of some roles.
  public internal(set) var colors: [Role: Paint] = [:]
  var keys: [Command: ChosenKeys] = [:]

  /// Creates empty settings.
  public init() {}

  /// The standard keys with the custom keys applied.
  public var keyMap: KeyMap {
    KeyMap(
      Binding.table.map { binding in
        var binding = binding
        if let chosen = keys[binding.command] { binding.keys = chosen.keys }
        return binding
      })
  }
}

struct ChosenKeys: Sendable, Hashable {
  var keys: [Key]
  var file: String
  /// Its line, from 1.
  var line: Int
}
