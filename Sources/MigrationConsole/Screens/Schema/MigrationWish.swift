import MigratorSession
import MigratorWriter
import TerminalUI

/// A migration to write, with the answers so far.
struct MigrationWish: Sendable, Hashable {
  var goal: MigrationDraft.Goal
  var answers = WriterAnswers()

  /// The effect that plans the migration and tries it.
  @Sendable func effect(generation: Int) -> Effect {
    .draftMigration(goal, answering: answers, generation: generation)
  }
}

/// Asks whether a new migration should add the drift to the schema or remove it from the database.
struct MigrationGoalDialog: ConsoleDialog {
  private static let goals: [(goal: MigrationDraft.Goal, title: String, text: String)] = [
    (
      .migrationsToDatabase, "Make the drift part of the schema",
      "The migration makes the same changes in every other database. This one already has them: "
        + "mark the migration as applied here."
    ),
    (
      .databaseToMigrations, "Remove the drift from this database",
      "The migration turns this schema into the one that the other migrations produce. It "
        + "changes nothing in a database without the drift."
    ),
  ]
  private(set) var index = 0

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "close", "Close the dialog."),
      .dialog(.activate, [.enter], "try", "Plan the migration, and try it on generated rows."),
      .dialog(.nextField, [.down, .char("j"), .tab], "next", "Select the next option."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Select the previous option."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 72 }

  mutating func choose(_ index: Int) { self.index = index }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(nil)
    case .nextField: index = (index + 1) % Self.goals.count
    case .previousField: index = (index + Self.goals.count - 1) % Self.goals.count
    case .activate: return .work(.drafting, MigrationWish(goal: Self.goals[index].goal).effect)
    default: break
    }
    return .stay
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var text = DialogText(title: "Write a migration", lines: [])
    for (place, choice) in Self.goals.enumerated() {
      text.add(choice.title, choice.text, place: place, isChosen: place == index, columns: columns)
    }
    text.lines += paragraph(
      "Nothing is written yet: the migration is tried first, and then shown.", width: columns, .dim)
    return text
  }
}

extension DialogText {
  /// Adds a choice with an explanation below it.
  mutating func add(
    _ title: String, _ explanation: String = "", place: Int, isChosen: Bool, columns: Int
  ) {
    let first = lines.count
    let words = paragraph(title, width: columns - 2, isChosen ? .selection : .strong)
    for (index, piece) in words.enumerated() {
      var line = StyledLine(isChosen && index == 0 ? "> " : "  ", .accent, bold: true)
      line.spans += piece.spans
      lines.append(line)
    }
    if !explanation.isEmpty {
      lines += paragraph(explanation, width: columns - 4).map { $0.indented(by: 4) }
      lines.append(StyledLine())
    }
    for line in first..<lines.count { places[line] = place }
    if isChosen { chosen = first..<lines.count }
  }
}
