import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

extension SchemaScreen {
  static let bindings = [
    Binding(
      command: .writeSchema, keys: [.char("w")], short: "write migration",
      long: "Write a migration that removes the drift, or one that makes it part of the schema.",
      group: .find, isLocal: true),
    Binding(
      command: .editSchema, keys: [.char("e")], short: "edit",
      long: "Edit the schema in $VISUAL, $EDITOR or vi, and write the change as a migration.",
      group: .find, isLocal: true),
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    guard let overview = scene.known.present else { return scene.unreadReason }
    guard overview.origin.isThere else {
      return "No migrations yet: `migtui new NAME --to SCRIPT` writes the first one."
    }
    if overview.status.count(of: .pending) > 0 {
      return "Apply the pending migrations first: a new one comes after them."
    }
    if let reason = scene.busyReason { return reason }
    let hasDrift = drift(in: scene)?.changes.contains { !$0.isTextOnly }
    if command == .writeSchema {
      return hasDrift == true
        ? nil : "There is no drift. Press \(scene.key(.editSchema)) to edit the schema."
    }
    return hasDrift == true
      ? "The schema has drift. Press \(scene.key(.writeSchema)) to write a migration for it first."
      : nil
  }

  private func drift(in scene: SharedState) -> SchemaDiff? {
    guard case .success(.diff(let diff))? = scene.known.drift else { return nil }
    return diff
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    if command == .writeSchema { return Outcome(dialog: MigrationGoalDialog()) }
    // If an edited text could not be used, continue editing it.
    if let unwritten, unwritten.before == scene.known.present?.schema {
      return Outcome(effects: [.run(.textEditor(text: unwritten.text))])
    }
    let objects = scene.known.present?.schema.filtered(.userObjects).objects ?? []
    let statements = objects.compactMap { $0.sql.map { "\(SQLLayout.pretty($0));\n" } }
    return Outcome(effects: [.run(.textEditor(text: statements.joined(separator: "\n")))])
  }

  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
    switch message {
    case .overview(.success(let read)) where !hasBegun:
      hasBegun = true
      // Without migrations there is nothing to compare, so show the objects.
      if !read.origin.isThere { tab = .live }
    case .drift(let result, let generation):
      guard scene.end(generation) else { return .none }
      scene.known.drift = result
    case .ran(let ending):
      guard let text = ending.edited else { break }
      unwritten = (text, scene.known.present?.schema)
      let wish = MigrationWish(goal: .migrationsToScript(text))
      return Outcome(effects: scene.begin(.drafting, wish.effect))
    case .drafted(let wish, let result, let generation):
      guard scene.end(generation) else { return .none }
      return handle(result, of: wish, in: &scene)
    default: break
    }
    // Keep the same object selected, even if new rows precede it.
    if let position = shown.flatMap({ position(of: $0.subject, in: scene) }) {
      panes.list.selection = position
    }
    return .none
  }

  private mutating func handle(
    _ result: Result<MigrationDraft.Result, WorkFailure>, of wish: MigrationWish,
    in scene: inout SharedState
  ) -> Outcome {
    switch result {
    case .success(.draft(let draft)):
      return Outcome(dialog: MigrationDraftDialog(draft: draft, goal: wish.goal))
    case .success(.questions(let questions)):
      return Outcome(dialog: questions.first.map { WriterQuestionDialog(question: $0, wish: wish) })
    case .success(.same):
      unwritten = nil
      scene.say("The schemas are the same. No migration was written.")
    case .failure(let failure) where failure.isCancellation:
      scene.say("Stopped. No migration was written.", .warning)
    case .failure(let failure):
      var lines = failure.lines(width: scene.dialogWidth)
      if case .migrationsToScript = wish.goal {
        lines.append(StyledLine("Press \(scene.key(.editSchema)) to continue editing."))
      }
      return Outcome(dialog: MessageDialog(title: "No migration was written", lines: lines))
    }
    return .none
  }

  /// Starts the replay that determines drift.
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] {
    guard tab == .drift, scene.known.drift == nil, !scene.known.isReading, scene.work == nil,
      scene.known.origin.isThere
    else { return [] }
    return scene.begin(.drift) { .computeDrift(generation: $0) }
  }
}

extension Command {
  /// Write a migration for the drift.
  public static var writeSchema: Command { Command() }
  /// Edit the schema, and write the change as a migration.
  public static var editSchema: Command { Command() }
}
