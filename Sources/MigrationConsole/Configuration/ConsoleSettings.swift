public import MigratorSession
public import TerminalUI

/// How a person wants the console: what the files of the configuration say.
public struct ConsoleSettings: Sendable, Hashable {
  /// The theme.
  public internal(set) var theme: Theme.Name?
  /// Whether the mouse is used.
  public internal(set) var usesMouse: Bool?
  /// Whether only ASCII characters are drawn.
  public internal(set) var usesASCII: Bool?
  /// Whether what moves by itself is drawn rarely.
  public internal(set) var reducesMotion: Bool?
  /// The first line that refuses all changes of the database; later lines and files do not lift it.
  public internal(set) var readOnly: ReadOnlyReason?
  /// What some roles look like.
  public internal(set) var colors: [Role: Paint] = [:]
  /// The keys of some commands, and where that was said.
  var keys: [Command: ChosenKeys] = [:]

  /// Creates settings that say nothing.
  public init() {}

  /// The keys as they hold then.
  public var keyMap: KeyMap {
    KeyMap(
      Binding.table.map { binding in
        var binding = binding
        if let chosen = keys[binding.command] { binding.keys = chosen.keys }
        return binding
      })
  }
}

/// The keys that somebody chose for a command.
struct ChosenKeys: Sendable, Hashable {
  /// The keys.
  var keys: [Key]
  /// The file that says so.
  var file: String
  /// Its line, from 1.
  var line: Int
}

/// What is wrong in a file of the configuration.
public struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// Its line, from 1.
  public let line: Int
  /// What is wrong, in a sentence.
  public let message: String

  /// The place and what is wrong there.
  public var description: String { "\(file):\(line): \(message)" }
}
