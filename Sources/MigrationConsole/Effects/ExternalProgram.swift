import MigratorPlatform
import TerminalUI

/// An external program that temporarily uses the terminal: an editor or a pager.
///
/// It is started without a shell, so file names are not interpreted.
enum ExternalProgram: Sendable, Hashable {
  /// `$VISUAL`, `$EDITOR` or `vi`, on the first path that exists.
  case editor(paths: [String], line: Int?)
  /// The same editor, on a temporary file with these contents.
  case textEditor(text: String)
  /// `$PAGER` or `less`, with text to show.
  case pager(text: String)

  struct Ending: Sendable, Hashable {
    var notice: Notice?
    var mayHaveChanged: Bool
    /// The new text of the temporary file, or `nil` if it was not changed.
    var edited: String?
  }

  func run(
    on terminal: any TerminalDriver,
    variable: (String) -> String? = { Environment.variable($0) }
  ) -> Ending {
    switch self {
    case .editor(let paths, let line):
      guard let path = paths.first(where: { Files.kind(of: $0) == .file }) else {
        return Ending(
          notice: Notice(level: .warning, text: "No file to open."), mayHaveChanged: false)
      }
      let command = variable("VISUAL") ?? variable("EDITOR") ?? "vi"
      let arguments = Self.editor(command, path: path, line: line)
      return Ending(
        notice: Self.notice(arguments, terminal.run(arguments), variable: "EDITOR"),
        mayHaveChanged: true)
    case .textEditor(let text):
      return Self.withFile(text, suffix: "sql") { path in
        let command = variable("VISUAL") ?? variable("EDITOR") ?? "vi"
        let end = terminal.run(Self.editor(command, path: path, line: nil))
        let notice = Self.notice([command], end, variable: "EDITOR")
        do throws(SystemFailure) {
          let edited = String(decoding: try Files.bytes(of: path, limit: 64 << 20), as: UTF8.self)
          return Ending(
            notice: notice ?? (edited == text ? .unedited : nil), mayHaveChanged: false,
            edited: notice == nil && edited != text ? edited : nil)
        } catch {
          let words = "Cannot read \(path): \(error)."
          return Ending(notice: Notice(level: .error, text: words), mayHaveChanged: false)
        }
      }
    case .pager(let text):
      return Self.withFile(text, suffix: "txt") { path in
        let arguments = Self.words(of: variable("PAGER") ?? "less") + [path]
        return Ending(
          notice: Self.notice(arguments, terminal.run(arguments), variable: "PAGER"),
          mayHaveChanged: false)
      }
    }
  }

  /// Calls a closure with a temporary file.
  private static func withFile(
    _ text: String, suffix: String, _ body: (String) -> Ending
  ) -> Ending {
    let path = Paths.join(
      Environment.temporaryFolder, "migtui-\(Encodings.randomUUID()).\(suffix)")
    do throws(SystemFailure) {
      try Files.create(path, text.utf8, for: .owner)
    } catch {
      let words = "Cannot write \(path): \(error)."
      return Ending(notice: Notice(level: .error, text: words), mayHaveChanged: false)
    }
    defer { Files.remove(path) }
    return body(path)
  }

  /// The arguments with which `$EDITOR`, which may include options, opens a file at a line, counted
  /// from 1.
  static func editor(_ command: String, path: String, line: Int?) -> [String] {
    let words = words(of: command)
    // The path must not be read as an option.
    let path = path.hasPrefix("-") || path.hasPrefix("+") ? "./\(path)" : path
    guard let line, let program = words.first else { return words + [path] }
    switch Paths.name(of: program) {
    case "code", "codium", "code-insiders", "cursor":
      return words + (words.contains("--wait") ? [] : ["--wait"]) + ["--goto", "\(path):\(line)"]
    case "hx", "helix", "zed", "subl": return words + ["\(path):\(line)"]
    default: return words + ["+\(line)", path]
    }
  }

  private static func words(of command: String) -> [String] {
    command.split(separator: " ").map(String.init)
  }

  private static func notice(
    _ arguments: [String], _ end: ProgramEnd, variable: String
  ) -> Notice? {
    let name = arguments.first ?? ""
    switch end {
    case .status(0): return nil
    case .status(let status):
      return Notice(level: .warning, text: "\(name) exited with status \(status).")
    case .notStarted(let number):
      return Notice(
        level: .error,
        text:
          "Cannot start \(name): \(SystemFailure(code: number)). Set \(variable) to another program."
      )
    }
  }
}
