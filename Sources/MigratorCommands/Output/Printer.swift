package import MigratorPlatform
import MigratorSession
import TerminalUI

/// Prints lines; every text passes the sanitizer, whether it is the program's or comes from a file.
///
/// A line end within a line is part of a name or a value, and is printed as a mark: a name cannot begin a line
/// of its own. Only ``script(_:)`` prints text with line ends.
package enum Printer {
  /// Prints a line to standard output.
  package static func say(_ line: String) { write([SafeText(line)], to: .output) }

  /// Prints lines to standard output, all of them at once.
  package static func say(_ lines: [String]) { write(lines.map { SafeText($0) }, to: .output) }

  /// Prints a text of several lines: SQL, a diagram, a page.
  package static func script(_ text: String, to stream: StandardStream = .output) {
    write(SafeText.lines(text), to: stream)
  }

  /// Prints a line to standard error.
  package static func complain(_ line: String) { write([SafeText(line)], to: .errors) }

  /// Prints what went wrong, and what to do about it, to standard error.
  package static func tell(_ failure: BatchFailure) {
    let lines = ["\(ProgramName.text): \(failure.lines[0])"] + failure.lines.dropFirst()
    write((lines + [failure.remedy.sentence]).map { SafeText($0) }, to: .errors)
  }

  /// Prints to standard error what there is to know of the migrations besides: what was left out, say.
  static func tellNotes(of origin: MigrationOrigin) {
    origin.notes.forEach { complain("note: \(line($0))") }
  }

  /// Prints a warning to standard error.
  static func warn(_ sentence: String) { complain("\(ProgramName.text): warning: \(sentence)") }

  /// Makes a name that came from outside stay on its line: a line end in it is shown as a mark.
  package static func line(_ name: String) -> String { SafeText(name).plain }

  /// Whether a line is printed with all its characters, none replaced by a mark.
  static func isUnchanged(_ line: String) -> Bool { LogLine.safe(SafeText(line).plain) == line }

  /// Prints the JSON of a command, which escapes what a terminal would act upon by itself, with the
  /// version of its form.
  package static func say(_ json: JSON) {
    guard case .object(let members) = json else { return writeRaw(json.text() + "\n") }
    writeRaw(JSON.object([JSON.version] + members).text() + "\n")
  }

  /// Prints text that is safe for a terminal as it is.
  static func writeRaw(_ text: String, to stream: StandardStream = .output) {
    guard let failure = stream.write(text.utf8), stream == .output else { return }
    firstFailure.withLock { $0 = $0 ?? failure }
  }

  /// Why something could not be printed to standard output, or `nil`.
  static var failure: SystemFailure? { firstFailure.withLock { $0 } }
  private static let firstFailure = Mutex<SystemFailure?>(nil)

  private static func write(_ lines: [SafeText], to stream: StandardStream) {
    if lines.isEmpty { return }
    writeRaw(lines.map { LogLine.safe($0.plain) + "\n" }.joined(), to: stream)
  }
}
