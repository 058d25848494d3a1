import ArgumentParser
import MigratorCommands
import MigratorEngine
import MigratorPlatform
import MigratorSession
import MigratorTools
import MigratorWriter

/// The options of `new` that describe a wanted schema.
struct SchemaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the statements that lead to the schema of this SQL script or database.",
      discussion: "The ledger and tables that SQLite creates are "
        + "ignored.", valueName: "WANTED"), completion: .file())
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Start from the schema of this database.",
      discussion: "By default, it is the schema that all migrations produce.", valueName: "DB"),
    completion: .file())
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Accept losses in the database of --from that are not wanted drops.",
      discussion: "The message about such losses contains the phrase.", valueName: "PHRASE"))
  var agree: String?

  @OptionGroup var answers: AnswerOptions

  func validate() throws {
    if to == nil, from != nil || answers.isUsed {
      throw ValidationError("--from, --rename, --no-renames, --fill and --keep-order require --to.")
    }
    if from == nil, agree != nil { throw ValidationError("--agree requires --from.") }
  }
}

/// Asks on the terminal for decisions that only the user can make.
enum WriterPrompt {
  /// Adds the answer to a question; returns false if none was given.
  static func ask(_ question: WriterQuestion, _ answers: inout WriterAnswers) -> Bool {
    if case .value = question { return askForValue(question, &answers) }
    let words = question.choices.map { choice in
      switch choice {
      case .renamed(let name): name.text
      case .dropped: "none: it is dropped"
      }
    }
    guard let choice = FormatPrompt.choice(question.text, among: words, option: "--rename") else {
      return false
    }
    answers.add(question.choices[choice], to: question)
    return true
  }

  private static func askForValue(
    _ question: WriterQuestion, _ answers: inout WriterAnswers
  ) -> Bool {
    Printer.say(question.text)
    Printer.say("Type an SQL expression such as 0 or 'unknown', or Enter to quit.")
    while let line = readLine(), !line.isEmpty {
      if answers.add(expression: line, to: question) { return true }
      Printer.say("This is not a single SQL expression.")
    }
    return false
  }
}
