import MigratorCommands
import MigratorPlatform
import MigratorTools

enum FormatPrompt {
  static var canAsk: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

  /// Asks which of several tools is meant; returns `nil` if none was chosen.
  static func ask(_ question: AmbiguousFormatError) -> MigrationFormat? {
    choice(
      "These migrations match several tools. Which one is it?",
      among: question.candidates.map(\.evidence), option: "--format NAME"
    ).map { question.candidates[$0].tool.format }
  }

  /// Asks which of several tables is the ledger; returns `nil` if none was chosen.
  static func ask(_ question: AmbiguousLedgerError) -> String? {
    choice(
      "Several tables look like a ledger of \(question.title). Which one is it?",
      among: question.tables, option: "--ledger TABLE"
    ).map { question.tables[$0] }
  }

  /// Asks until the answer is a valid number or empty.
  private static func choice(
    _ question: String, among answers: [String], option: String
  ) -> Int? {
    Printer.say(question)
    for (index, answer) in answers.enumerated() { Printer.say("  \(index + 1)  \(answer)") }
    while true {
      Printer.say("Type 1 to \(answers.count), or Enter to quit. (Or pass \(option).)")
      guard let line = readLine(), !line.isEmpty else { return nil }
      if let number = Int(line), answers.indices.contains(number - 1) { return number - 1 }
    }
  }
}
