import MigratorCommands
import MigratorEngine
import MigratorPlatform
import MigratorSession
import MigratorTools
import MigratorWriter

extension NewCommand {
  /// Writes the migration that produces the wanted schema.
  func write(
    _ wantedPath: String, _ title: String, for tool: any MigrationTool, in folder: FolderTree,
    at path: String, isEmpty: Bool
  ) async throws -> ExitStatus {
    let configuration = try await options.session(of: wantedPath).configuration
    let ledgers = try MigrationDraft.ledgerTables(of: tool, in: isEmpty ? nil : folder)
    let wanted = try await self.wanted(wantedPath, configuration, ledgers)
    let present = try await schema.from.asyncMap { try await stored($0, ledgers) }
    var request = MigrationDraft.Request(
      title: title, tool: tool, folder: folder, path: path, isEmpty: isEmpty, present: present,
      wanted: wanted, answers: schema.answers.answers,
      keepsOrder: schema.answers.keepOrder)
    while true {
      switch try await draft(request, configuration) {
      case .same:
        report(nil, tool)
        return .success
      case .draft(let draft):
        try checkLosses(of: draft)
        try draft.files.write()
        report(draft, tool)
        return .success
      case .questions(let questions):
        let canAsk = FormatPrompt.canAsk && !output.json
        guard canAsk, WriterPrompt.ask(questions[0], &request.answers) else {
          report(questions, tool)
          return .found
        }
      }
    }
  }

  private func draft(
    _ request: MigrationDraft.Request, _ configuration: Configuration
  ) async throws -> MigrationDraft.Result {
    guard let from = schema.from else {
      return try MigrationDraft.make(request, configuration: configuration)
    }
    return try await options.session(of: from).inspect {
      try MigrationDraft.make(request, on: $0, configuration: configuration)
    }
  }

  /// Throws if the migration loses data of the database of `--from` without consent.
  private func checkLosses(of draft: MigrationDraft) throws {
    guard let rehearsal = draft.rehearsal, let phrase = rehearsal.phrase,
      schema.agree != phrase
    else { return }
    throw BatchFailure(
      acceptedBy: phrase,
      ["On a copy of \(rehearsal.name), the migration loses data. No file was written."]
        + rehearsal.lossLines)
  }

  // MARK: - Reading

  private static let scriptLimit = 64 << 20

  private func wanted(
    _ path: String, _ configuration: Configuration, _ ledgers: Set<SQLName>
  ) async throws -> WantedSchema {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try Files.bytes(of: path, limit: Self.scriptLimit)
    } catch {
      throw BatchFailure(.noInput, "Cannot read \(path): \(error).", "Check the path.")
    }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      return WantedSchema(try await stored(path, ledgers))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BatchFailure(
        .badMigrations, "\(path) is neither a database nor a script in UTF-8.",
        "Pass an SQL script or a database.")
    }
    return try WantedSchema(
      SQLScript(file: path, text: text), configuration, besides: ledgers)
  }

  private func stored(_ path: String, _ ledgers: Set<SQLName>) async throws -> StoredSchema {
    try await options.session(of: path).inspect { inspection in
      try inspection.read { try StoredSchema($0, besides: ledgers) }
    }
  }

  // MARK: - Reporting

  private func report(_ draft: MigrationDraft?, _ tool: any MigrationTool) {
    if output.json {
      return Printer.say(json(tool, draft?.files.map(\.path) ?? [], draft))
    }
    guard let draft else {
      Printer.say("The migrations already lead to this schema. No file was written.")
      return
    }
    // Scripts may pass the printed paths to an editor, so everything else is printed to standard
    // error.
    Printer.say(draft.files.map(\.path))
    Printer.printError(draft.plan.statements)
    draft.plan.notes.forEach { Printer.printError($0.text) }
    for loss in draft.plan.losses {
      Printer.printError("Dropped: \(loss.text). A comment in the file accepts this for `check`.")
    }
    Printer.printError(draft.verdict.summary)
    draft.verdict.warnings.forEach { Printer.printError($0) }
    draft.rehearsal?.lines.forEach { Printer.printError($0.plain) }
    tool.afterWriting.map(Printer.printError)
  }

  private func report(_ questions: [WriterQuestion], _ tool: any MigrationTool) {
    if output.json {
      Printer.say(json(tool, [], questions: questions))
    } else {
      Printer.printError(questions)
    }
  }

  func json(
    _ tool: any MigrationTool, _ paths: [String], _ draft: MigrationDraft? = nil,
    questions: [WriterQuestion] = []
  ) -> JSON {
    [
      "format": .string(tool.format.rawValue), "files": .array(paths.map { .string($0) }),
      "afterWriting": .optional(paths.isEmpty ? nil : tool.afterWriting),
      "statements": JSON(draft?.plan.statements ?? []),
      "notes": .array((draft?.plan.notes ?? []).map { .string($0.text) }),
      "drops": .array((draft?.plan.losses ?? []).map { .string($0.text) }),
      "comparedRows": draft.map { .integer(Int64($0.verdict.rowCount)) } ?? .null,
      "failures": .array((draft?.verdict.failures ?? []).map { .string($0) }),
      "downFailures": .array((draft?.verdict.downFailures ?? []).map { .string($0) }),
      "replayFailure": .optional(draft?.verdict.replayFailure),
      "rehearsal": draft?.rehearsal.map(JSON.init) ?? .null,
      "questions": JSON(questions),
    ]
  }
}

extension Optional {
  fileprivate func asyncMap<T>(_ body: (Wrapped) async throws -> T) async rethrows -> T? {
    if let self { return try await body(self) }
    return nil
  }
}
