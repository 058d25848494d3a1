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
      "Write the statements that lead to this schema.",
      discussion: "An SQL script or a database. The ledger and tables that SQLite creates are "
        + "ignored.", valueName: "WANTED"), completion: .file())
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Start from the schema of this database.",
      discussion: "By default, it is the schema that all migrations produce.", valueName: "DB"),
    completion: .file())
  var from: String?

  @OptionGroup var answers: AnswerOptions

  func validate() throws {
    if to == nil, from != nil || answers.isUsed {
      throw ValidationError("--from, --rename, --no-renames, --fill and --keep-order need --to.")
    }
  }
}

/// Asks on the terminal what only the user can decide.
enum WriterPrompt {
  /// Adds the answer to a question; returns false if none was given.
  static func ask(_ question: WriterQuestion, _ answers: inout WriterAnswers) -> Bool {
    switch question {
    case .table(let name, let candidates):
      guard
        let choice = FormatPrompt.choice(
          question.text, among: candidates.map(\.text) + [none], option: "--rename")
      else {
        return false
      }
      if choice == candidates.count {
        answers.dropped.insert(WriterAnswers.Dropped(table: nil, name: name))
      } else {
        answers.renames.append(
          WriterAnswers.Rename(
            old: name, new: candidates[choice], text: "\(name)=\(candidates[choice])"))
      }
    case .column(let name, let candidates):
      guard
        let choice = FormatPrompt.choice(
          question.text, among: candidates.map(\.text) + [none], option: "--rename")
      else {
        return false
      }
      if choice == candidates.count {
        answers.dropped.insert(WriterAnswers.Dropped(table: name.table, name: name.column))
      } else {
        answers.renames.append(
          WriterAnswers.Rename(
            table: name.table, old: name.column, new: candidates[choice],
            text: "\(name)=\(candidates[choice])"))
      }
    case .value(let name, _):
      Printer.say(question.text)
      Printer.say("Type an SQL expression such as 0 or 'unknown', or Enter to quit.")
      guard let line = readLine(), !line.isEmpty else { return false }
      guard let fill = WriterAnswers.Fill("\(name.plain)=\(line)") else {
        Printer.say("This is not one SQL expression.")
        return ask(question, &answers)
      }
      answers.fills.append(fill)
    }
    return true
  }

  private static let none = "none: it is dropped"
}
