package import MigratorPlatform
import MigratorSession
import TerminalUI

/// Prints lines; every string is sanitized, including the program's own.
///
/// A line break within a line is part of a name or value, and is printed as a visible mark. A name
/// therefore cannot start a new line. Only ``script(_:)`` prints line breaks.
package enum Printer {
  package static func say(_ line: String) { write([SafeText(line)], to: .output) }

  /// Prints lines to standard output with a single write.
  package static func say(_ lines: [String]) { write(lines.map { SafeText($0) }, to: .output) }

  /// Prints text of several lines: SQL, a diagram, a page.
  package static func script(_ text: String, to stream: StandardStream = .output) {
    write(SafeText.lines(text), to: stream)
  }

  package static func printError(_ line: String) { write([SafeText(line)], to: .errors) }

  package static func tell(_ failure: BatchFailure) {
    let lines = ["\(ProgramName.text): \(failure.lines[0])"] + failure.lines.dropFirst()
    write((lines + [failure.remedy.sentence]).map { SafeText($0) }, to: .errors)
  }

  /// Prints notes about the migrations to standard error, such as files that were left out.
  static func printNotes(of origin: MigrationOrigin) {
    origin.notes.forEach { printError("note: \(line($0))") }
  }

  /// Prints a warning to standard error.
  ///
  /// JSON that is printed later also contains it.
  static func warn(_ sentence: String) {
    printError("\(ProgramName.text): warning: \(sentence)")
    addNotice(sentence)
  }

  /// Adds a sentence to the notices of JSON that is printed later.
  static func addNotice(_ sentence: String) { run.withLock { $0.notices.append(sentence) } }

  static func begin(_ command: String?, on database: String? = nil) {
    run.withLock { $0 = (command, database, []) }
  }

  static var database: String? { run.withLock { $0.database } }

  /// The command that runs, or `nil` if none was recognized.
  static var command: String? { run.withLock { $0.command } }
  static var notices: [String] { run.withLock { $0.notices } }
  private static let run = Mutex<(command: String?, database: String?, notices: [String])>(
    (nil, nil, []))

  /// Replaces line breaks in a name with visible marks.
  package static func line(_ name: String) -> String { SafeText(name).plain }

  static func isUnchanged(_ line: String) -> Bool { LogLine.safe(SafeText(line).plain) == line }

  /// Prints the JSON of a command, with the members that all commands have.
  ///
  /// JSON output escapes characters that a terminal would interpret.
  package static func say(_ json: JSON) {
    guard case .object(let members) = json else { return writeRaw(json.text() + "\n") }
    writeRaw(JSON.object(JSON.head + members + JSON.tail).text() + "\n")
  }

  /// Shows a line on the terminal until something else is printed, or another status replaces it.
  static func showStatus(_ line: String) {
    // Without wrapping, the terminal cuts off the end of a long line.
    let text = "\r\u{1B}[?7l\(LogLine.safe(SafeText(line).plain))\u{1B}[K\u{1B}[?7h"
    hasStatus.withLock { $0 = true }
    StandardStream.errors.write(Array(text.utf8))
  }

  /// Removes the line of ``showStatus(_:)``.
  static func clearStatus() {
    guard
      hasStatus.withLock({ shown in
        defer { shown = false }; return shown
      })
    else { return }
    StandardStream.errors.write(Array("\r\u{1B}[K".utf8))
  }

  private static let hasStatus = Mutex(false)

  /// Prints text that is already safe for a terminal.
  static func writeRaw(_ text: String, to stream: StandardStream = .output) {
    writeRaw(Array(text.utf8), to: stream)
  }

  /// Prints UTF-8 that is already safe for a terminal.
  static func writeRaw(_ bytes: [UInt8], to stream: StandardStream = .output) {
    clearStatus()
    guard let failure = stream.write(bytes), stream == .output else { return }
    firstFailure.withLock { $0 = $0 ?? failure }
  }

  static var failure: SystemFailure? { firstFailure.withLock { $0 } }
  private static let firstFailure = Mutex<SystemFailure?>(nil)

  private static func write(_ lines: [SafeText], to stream: StandardStream) {
    if lines.isEmpty { return }
    writeRaw(lines.map { LogLine.safe($0.plain) + "\n" }.joined(), to: stream)
  }
}
