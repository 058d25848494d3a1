internal import MigratorEngine
internal import MigratorRows

extension CheckFinding {
  /// The time in seconds below which nothing is reported.
  private static let negligible = 0.1

  /// The time in seconds from which a statement with quadratic growth causes a warning.
  private static let noticeable = 1.0

  /// Returns the findings about estimated times: statements with quadratic growth, and the other
  /// migrations that take noticeable time.
  ///
  /// A migration that blocks other writers for longer than `limit` seconds causes a warning.
  static func growth(
    _ all: [MigrationGrowth], limit: Double, files: [String: String]
  ) -> [CheckFinding] {
    func finding(
      _ growth: MigrationGrowth, _ statement: MigrationGrowth.Statement?, isNote: Bool
    ) -> CheckFinding {
      var finding = CheckFinding(
        .growth(growth, statement), migration: growth.migration, file: files[growth.migration])
      if isNote { finding.severity = .note }
      return finding
    }
    // After the first migration that could not be timed, no later one could be timed either.
    let unmeasured = all.first { $0.problem == .noTime }
    return all.flatMap { growth -> [CheckFinding] in
      switch growth.problem {
      case .noTime: return growth == unmeasured ? [finding(growth, nil, isNote: true)] : []
      case .fails: return [finding(growth, nil, isNote: true)]
      case .takesLonger: return [finding(growth, nil, isNote: false)]
      case nil: break
      }
      let steep = growth.statements.filter { $0.growth >= .quadratic }
      if !steep.isEmpty {
        return steep.map { statement in
          let isSlow = statement.seconds >= Self.noticeable || growth.seconds > limit
          return finding(growth, statement, isNote: !isSlow)
        }
      }
      guard growth.seconds >= Self.negligible else { return [] }
      return [finding(growth, nil, isNote: growth.seconds <= limit)]
    }
  }
}

extension MigrationGrowth {
  /// The place of a statement, or of the slowest one.
  func location(of statement: Statement?) -> ScriptLocation? {
    let slowest = statement ?? statements.max { $0.seconds < $1.seconds }
    return slowest?.statement?.location
  }

  /// The estimate for the migration or one of its statements, as a sentence.
  func message(about statement: Statement?) -> String {
    let size = "\(Format.count(rows, "row")) per table"
    switch problem {
    case .fails(let message):
      return
        "How long the migration takes with \(size) was not estimated, because it fails on "
        + "generated rows: \(message)."
    case .takesLonger(let seconds, let rows):
      return
        "How long the migration takes with \(size) was not estimated: with "
        + "\(Format.count(rows, "row")) per table, it takes more than \(Format.about(seconds))."
    case .noTime:
      return "How long this and later migrations take with \(size) was not estimated, because "
        + "measuring the earlier ones took too long."
    case nil: break
    }
    let basis = "estimated from runs with \(Self.list(measured)) rows"
    guard let statement else {
      return
        "With \(size), the migration would block other writers for about \(Format.about(seconds)) "
        + "(\(basis))."
    }
    return "This statement takes \(statement.growth.rawValue) time: with \(size), about "
      + "\(Format.about(statement.seconds)) (\(basis))."
  }

  private static func list(_ numbers: [Int]) -> String {
    let words = numbers.map { Format.number(Int64($0)) }
    return words.count < 2
      ? words.joined()
      : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }

  /// The suggested change, or `nil`.
  func remedy(for statement: Statement?) -> String? {
    statement == nil
      ? nil : "Before the statement, create an index on the columns that it compares."
  }
}

extension LoadedMigrations {
  /// Estimates the times of some migrations; `nil` if another program runs them.
  func growth(
    _ options: GrowthCheck.Options, enforcesForeignKeys: Bool?, of migrations: [String],
    _ configuration: Configuration, _ cancellation: Cancellation?
  ) throws -> [MigrationGrowth]? {
    guard let migrator = runner as? DatabaseMigrator else { return nil }
    return try GrowthCheck(
      migrator, configuration: configuration, options: options,
      enforcesForeignKeys: enforcesForeignKeys
    ).run(measuring: Set(migrations), cancellation: cancellation)
  }
}
