import MigratorEngine
import MigratorSQLite
import MigratorSession
import MigratorTestSupport
import MigratorTools
import MigratorWriter
import SQLSyntax

/// A change in some surroundings, written for a tool and run as the tool does.
struct MatrixCell: Sendable, CustomStringConvertible {
  /// The result of a cell.
  enum Outcome: Equatable {
    /// The database is as expected.
    case kept
    /// The product wrote nothing and gave the reason.
    case refused(String)
    /// The product asked, although the change has only one meaning.
    case asked([String])
    /// The files lead to another database.
    case wrong(String)
  }

  let change: DesignChange
  let surroundings: DesignSurroundings
  let runner: PlainRunner

  var description: String { "\(change.title) · \(surroundings.title) · \(runner)" }

  /// The schemas before and after the change.
  var designs: (old: SchemaDesign, new: SchemaDesign) {
    var old = DesignSurroundings.base
    surroundings.add(&old)
    change.prepare(&old)
    var new = old
    change.apply(&new)
    return (old, new)
  }

  /// Writes the files, runs them, and compares the database.
  func outcome() throws -> Outcome {
    let (old, new) = designs
    return try WrittenMigration.outcome(change, old, new, runner)
  }
}

/// The product's part of a cell, and the run of its files.
enum WrittenMigration {
  /// Writes the files, runs them, and compares the database.
  static func outcome(
    _ change: DesignChange, _ old: SchemaDesign, _ new: SchemaDesign, _ runner: PlainRunner
  ) throws -> MatrixCell.Outcome {
    let result: MigrationDraft.Result
    do {
      result = try draft(change, from: old, to: new, for: runner)
    } catch let error as any ExplainedError where error.explanation.category == .blocked {
      return .refused(error.explanation.sentence)
    } catch {
      return .wrong("throws \(error)")
    }
    switch result {
    case .draft(let draft):
      guard let text = draft.files.first?.text, !change.isNothing || new.usesPositions else {
        return .wrong("writes \(draft.plan.statements.map(\.sql))")
      }
      return try compare(change, old, new, text, runner)
    case .questions(let questions): return .asked(questions.map(\.text))
    // The comparison fails if this is not true.
    case .same: return try compare(change, old, new, nil, runner)
    }
  }

  /// Calls the function that `migtui new --to` uses.
  static func draft(
    _ change: DesignChange, from old: SchemaDesign, to new: SchemaDesign, for runner: PlainRunner
  ) throws -> MigrationDraft.Result {
    let folder = try TemporaryFolder()
    for (path, text) in runner.start(old.statements) { try folder.write(path, text) }
    guard let tool = MigrationTools.tool(runner.format) else {
      throw PlainConnection.Failure(description: "no tool")
    }
    let tree = try FolderTree(path: folder.path)
    let configuration = Configuration()
    let wanted = try WantedSchema(
      SQLScript(file: "wanted.sql", text: new.script), configuration,
      besides: MigrationDraft.ledgerTables(of: tool, in: tree))
    return try MigrationDraft.make(
      MigrationDraft.Request(
        title: "change", tool: tool, folder: tree, path: folder.path, isEmpty: false,
        wanted: wanted, answers: answers(change, from: old, to: new),
        keepsOrder: change.keepsOrder),
      configuration: configuration)
  }

  /// The options that a user passes for a change.
  private static func answers(
    _ change: DesignChange, from old: SchemaDesign, to new: SchemaDesign
  ) -> WriterAnswers {
    var renames: [String] = []
    var fills: [String] = []
    func renamed(_ role: String) -> String? {
      old.name(role) == new.name(role) ? nil : "\(old.quoted(role))=\(new.quoted(role))"
    }
    for table in old.tables {
      guard let target = new.table(table.role) else { continue }
      renames += [renamed(table.role)].compactMap { $0 }
      renames += table.columns.filter { !$0.isGenerated && target.column($0.role) != nil }
        .compactMap { renamed($0.role).map { "\(old.quoted(table.role)).\($0)" } }
      fills += change.fills.filter { target.column($0.key) != nil }.map {
        "\(new.quoted(table.role)).\(new.quoted($0.key))=\($0.value)"
      }
    }
    for object in old.objects where object.kind == .ownContent {
      guard new.objects.contains(where: { $0.role == object.role }) else { continue }
      renames += ["words", "heading", "body", "author"].filter { object.sql.contains("{\($0)}") }
        .compactMap { renamed($0).map { "\(old.quoted(object.role)).\($0)" } }
    }
    return WriterAnswers(
      renames: renames.compactMap(WriterAnswers.Rename.init),
      hasNoOtherRenames: change.hasNoRenames, fills: fills.compactMap(WriterAnswers.Fill.init))
  }

  /// Runs a file and compares the database with the expected one.
  static func compare(
    _ change: DesignChange, _ old: SchemaDesign, _ new: SchemaDesign, _ text: String?,
    _ runner: PlainRunner
  ) throws -> MatrixCell.Outcome {
    let made = try ExpectedDatabase.former(old)
    let former = try ExpectedDatabase.former(old)
    do {
      if let text { try runner.run(text, on: made) }
    } catch {
      return .wrong("fails: \(error)")
    }
    guard made.isAutocommitting else { return .wrong("leaves a transaction open") }
    let enforces = try made.texts("PRAGMA foreign_keys") == ["1"]
    if text != nil, enforces != runner.enforcesForeignKeys {
      return .wrong("leaves foreign keys \(enforces ? "on" : "off")")
    }
    let order = try made.texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    let wanted = try ExpectedDatabase.wanted(change, from: old, former, to: new, order: order)
    let renumbered = new.tables.filter { table in
      table.hasHiddenRowID && old.table(table.role)?.hasReadableRowID == false
    }
    let comparison = DatabaseComparison(
      design: new, keepsOrder: change.keepsOrder, ignored: change.ignored,
      renumbered: Set(renumbered.map(\.role)))
    return try comparison.difference(made, wanted).map { .wrong($0) } ?? .kept
  }
}
