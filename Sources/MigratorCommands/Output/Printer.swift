import MigratorPlatform
import MigratorSession
import TerminalUI

/// Prints lines; every text passes the sanitiser, whether it comes from us or from a file.
package enum Printer {
  /// Prints a text to standard output, a line for each of its lines.
  package static func say(_ text: String) { write([text], to: .output) }

  /// Prints texts to standard output, all of them at once.
  package static func say(_ texts: [String]) { write(texts, to: .output) }

  /// Prints a text to standard error.
  package static func complain(_ text: String) { write([text], to: .errors) }

  /// Prints what went wrong, and what to do about it, to standard error.
  package static func tell(_ failure: BatchFailure) {
    complain("\(ProgramName.text): \(failure.message)\n\(failure.remedy)")
  }

  /// Prints to standard error what there is to know of the migrations besides: what was left out, say.
  static func tellNotes(of origin: MigrationOrigin) {
    origin.notes.forEach { complain("note: \(line($0))") }
  }

  /// Prints a warning to standard error.
  static func warn(_ sentence: String) { complain("\(ProgramName.text): warning: \(sentence)") }

  /// Makes a name that came from outside stay on its line: a line end in it is shown as a mark.
  package static func line(_ name: String) -> String { SafeText(name).plain }

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

  private static func write(_ texts: [String], to stream: StandardStream) {
    let lines = texts.flatMap { $0.isEmpty ? [SafeText()] : SafeText.lines($0) }
    if lines.isEmpty { return }
    writeRaw(lines.map { $0.plain + "\n" }.joined(), to: stream)
  }
}
