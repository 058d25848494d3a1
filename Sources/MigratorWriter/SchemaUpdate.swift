public import MigratorEngine
public import MigratorSQLite
internal import SQLSyntax

/// The statements that turn the schema of a database into a wanted one.
///
/// They keep all rows, rowids, triggers, sequences and the rows of other tables, with foreign keys on
/// or off. An app can print them or run them:
///
/// ```swift
/// migrator.registerMigration("slogans") { db in
///   let answers = SchemaUpdate.Answers(renames: ["club.motto=slogan"])
///   let update = try SchemaUpdate(of: db, to: wanted, answers: answers)
///   try update.run(in: db)
/// }
/// ```
///
/// `migtui new --to` plans in the same way, and also tries the statements on generated rows.
public struct SchemaUpdate: Sendable, Hashable {
  /// A statement.
  public struct Step: Sendable, Hashable {
    /// The SQL, without a semicolon.
    public let sql: String
    /// Why the statement is needed, as a sentence.
    public let reason: String
  }

  /// The decisions of the caller, which cannot be derived from the two schemas.
  public struct Answers: Sendable, Hashable {
    /// Renamed tables and columns, such as `club=team` or `club.motto=slogan`.
    public var renames: [String]
    /// Values for columns that become NOT NULL, as SQL expressions, such as `club.city='?'`.
    public var fills: [String]
    /// True if all other missing tables and columns are dropped.
    public var dropsOthers: Bool

    /// Creates answers from their properties.
    public init(renames: [String] = [], fills: [String] = [], dropsOthers: Bool = false) {
      (self.renames, self.fills, self.dropsOthers) = (renames, fills, dropsOthers)
    }
  }

  /// The statements, in order; empty if the schemas are the same.
  public let steps: [Step]
  /// Facts about the rows, as sentences, such as why a table is rebuilt.
  public let notes: [String]
  /// The tables and columns that are dropped.
  public let drops: [String]

  private let before: StoredSchema
  private let ignored: Set<SQLName>

  /// Plans the statements on scratch databases.
  ///
  /// - Parameters:
  ///   - db: The connection to the database, which is only read.
  ///   - wanted: A script that creates the wanted schema. Statements that change rows are ignored.
  ///   - answers: The renames and values.
  ///   - keepsOrder: True to keep the exact column order of the wanted schema, even if that
  ///     requires a rebuild.
  ///   - ignored: Tables that are not compared, such as a ledger.
  ///   - configuration: The functions, collations and extensions that the schemas need.
  /// - Throws: ``SchemaUpdateFailure``; an `ExplainedError` if SQLite rejects the script, or if no
  ///   statements keep the rows; `DatabaseError`.
  /// - Complexity: O(*n*) statements on a scratch database for *n* differences.
  public init(
    of db: Database, to wanted: SQLScript, answers: Answers = Answers(), keepsOrder: Bool = false,
    ignoring ignored: Set<String> = ["grdb_migrations"],
    configuration: Configuration = Configuration()
  ) throws {
    self.ignored = Set(ignored.map(SQLName.init(_:)))
    before = try StoredSchema(db, besides: self.ignored)
    var options = SchemaPlanner.Options()
    options.answers = try WriterAnswers(answers)
    options.keepsOrder = keepsOrder
    options.ledgers = self.ignored
    let wanted = try WantedSchema(wanted, configuration, besides: self.ignored)
    let result = try MigrationWriter(configuration, options).plan(
      from: before, to: wanted, writesDown: false)
    guard let plan = result.plan else { throw SchemaUpdateFailure(asking: result.questions) }
    steps = plan.statements.map { Step(sql: $0.sql, reason: $0.reason.text) }
    notes = plan.notes.map(\.text)
    drops = plan.losses.map(\.text)
  }

  /// Runs the statements in one transaction.
  ///
  /// - Parameter db: The connection. If it is in a transaction, the statements become part of it;
  ///   roll it back if this method throws.
  /// - Throws: ``SchemaUpdateFailure/outdated`` if the schema has changed since the statements were
  ///   planned; `DatabaseError` if a statement fails, for example because rows break a new
  ///   constraint.
  public func run(in db: Database) throws {
    if db.isInsideTransaction { return try runInTransaction(db) }
    try db.inTransaction(.immediate) {
      try runInTransaction(db)
      return .commit
    }
  }

  private func runInTransaction(_ db: Database) throws {
    guard try StoredSchema(db, besides: ignored) == before else {
      throw SchemaUpdateFailure.outdated
    }
    for step in steps { try db.execute(sql: step.sql) }
  }
}

/// Why an update of a schema is not planned or run.
public enum SchemaUpdateFailure: ExplainedError, Sendable, Hashable {
  /// A decision that only the caller can make.
  public struct Question: Sendable, Hashable {
    /// The question, as a sentence.
    public let text: String
    /// The answers, as the options of `migtui new`.
    public let options: [String]
  }

  /// The answers are not complete.
  case questions([Question])
  /// A rename or value is not written as documented.
  case answer(String)
  /// The schema has changed since the statements were planned.
  case outdated

  init(asking questions: [WriterQuestion]) {
    self = .questions(questions.map { Question(text: $0.text, options: $0.options) })
  }

  /// The reason and the next step.
  public var explanation: Explanation {
    switch self {
    case .questions(let questions):
      Explanation(
        .usage, lines: questions.map(\.text), "Answer each question, and plan the update again.")
    case .answer(let text):
      Explanation(
        .usage, "\(text) is neither a rename nor a value.",
        "Write `club=team`, `club.motto=slogan` or `club.city='?'`.")
    case .outdated:
      Explanation(
        .busy, "The schema has changed since the update was planned. No changes were made.",
        "Plan the update again.")
    }
  }
}

extension WriterAnswers {
  fileprivate init(_ answers: SchemaUpdate.Answers) throws(SchemaUpdateFailure) {
    self.init(hasNoOtherRenames: answers.dropsOthers)
    for text in answers.renames {
      guard let rename = Rename(text) else { throw .answer(text) }
      renames.append(rename)
    }
    for text in answers.fills {
      guard let fill = Fill(text) else { throw .answer(text) }
      fills.append(fill)
    }
  }
}
