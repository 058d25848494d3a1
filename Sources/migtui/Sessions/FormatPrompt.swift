import MigratorPlatform
import MigratorTools

/// Asks a person on the terminal whose migrations these are, where two tools fit equally well.
enum FormatPrompt {
  /// Whether there is somebody to ask.
  static var canAsk: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

  /// Asks until the answer is one of the numbers, or nothing.
  ///
  /// - Parameter question: The tools that fit.
  /// - Returns: The chosen format, or `nil` when nothing was chosen.
  static func ask(_ question: FormatQuestion) -> MigrationFormat? {
    Printer.say("Several tools fit, and nothing tells which. Whose migrations are these?")
    for (index, candidate) in question.candidates.enumerated() {
      Printer.say("  \(index + 1)  \(candidate.evidence)")
    }
    while true {
      Printer.say(
        "1 to \(question.candidates.count), or Enter to leave. (--format NAME answers it.)")
      guard let line = readLine(), !line.isEmpty else { return nil }
      if let number = Int(line), question.candidates.indices.contains(number - 1) {
        return question.candidates[number - 1].tool.format
      }
    }
  }
}
