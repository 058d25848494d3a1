import ArgumentParser
package import MigratorWriter

/// The options for facts that two schemas alone do not show.
package struct AnswerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "State that a table or column is renamed; repeatable.",
      discussion:
        "`club=team` or `club.motto=slogan`. In an SQL script, the comment `-- was: motto` "
        + "after the column does the same.", valueName: "OLD=NEW"))
  var rename: [String] = []

  @Flag(help: "Drop all other tables and columns that the wanted schema lacks.")
  var noRenames = false

  @Option(
    help: ArgumentHelp(
      "Set a column to an SQL expression where it would be NULL; repeatable.",
      discussion: "VALUE is an SQL expression over the columns of the row: `club.city=\"'?'\"`.",
      valueName: "TABLE.COLUMN=VALUE"))
  var fill: [String] = []

  @Flag(help: "Put new columns in their wanted positions, not at the end.")
  package var keepOrder = false

  /// Creates options without answers.
  package init() {}

  /// Rejects malformed options.
  package func validate() throws {
    for text in rename where WriterAnswers.Rename(text) == nil {
      throw ValidationError("--rename \(text) is not OLD=NEW or TABLE.OLD=NEW.")
    }
    for text in fill where WriterAnswers.Fill(text) == nil {
      throw ValidationError("--fill \(text) is not TABLE.COLUMN=VALUE with one SQL expression.")
    }
  }

  /// True if an option is given.
  package var isUsed: Bool { !rename.isEmpty || noRenames || !fill.isEmpty || keepOrder }

  /// The answers.
  package var answers: WriterAnswers {
    WriterAnswers(
      renames: rename.compactMap(WriterAnswers.Rename.init(_:)), hasNoOtherRenames: noRenames,
      fills: fill.compactMap(WriterAnswers.Fill.init(_:)))
  }
}
