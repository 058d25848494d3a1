import MigratorEngine
import MigratorPlatform

/// The way in which a tool splits a file into statements, if it differs from SQLite's.
enum StatementSplitting: Hashable {
  /// Like SQLite, as far as is known.
  case asSQLite
  /// The driver accepts only one statement between `--> statement-breakpoint` comments.
  case onePerPart(driver: String)
  /// wrangler splits the file for a local database, and D1's server for a remote one.
  case wrangler
  /// The Python package sqlparse splits the file.
  case sqlparse
}

/// The facts about each tool, with their sources.
extension StatementSplitting {
  /// Creates the value for a tool, which can depend on the project that contains the folder.
  init(of format: MigrationFormat, in folder: FolderTree?) {
    self =
      switch format {
      // drizzle-team/drizzle-orm #366, #433, #3636: the error of better-sqlite3. Other drivers are
      // not known to refuse such a part.
      case .drizzle, .drizzleBeta:
        JavaScriptDriver.refusesSeveralStatements(in: folder).map { .onePerPart(driver: $0) }
          ?? .asSQLite
      // cloudflare/workers-sdk `packages/wrangler/src/d1/splitter.ts`.
      case .d1: .wrangler
      // yoyo-migrations 9.0.0 `yoyo/migrations.py`: `sqlparse.split`.
      case .yoyo: .sqlparse
      // These pass a whole file to SQLite: golang-migrate, dbmate, maragudk/migrate, sqlx, diesel,
      // refinery, rusqlite_migration, Prisma. goose's own reader refuses a split file. Flyway and
      // Atlas are not known to split differently.
      default: .asSQLite
      }
  }

  /// Returns the problems of a script, at most one for each statement, in the order of the
  /// statements.
  func problems(of script: SQLScript) -> [FileProblem] {
    guard let statements = try? script.statements() else { return [] }
    switch self {
    case .asSQLite: return []
    case .onePerPart(let driver): return Self.joined(statements, of: script, driver)
    case .wrangler:
      let cuts = WranglerSplitter.cuts(in: script.text)
      return statements.indices.compactMap { index in
        TriggerBody(statements[index]).flatMap(Self.remoteProblem)
          ?? Self.localProblem(
            statements[index], isLast: index == statements.count - 1, cuts: cuts)
      }
    case .sqlparse: return statements.compactMap { TriggerBody($0).flatMap(Self.sqlparseProblem) }
    }
  }

  private static func joined(
    _ statements: ScriptStatements, of script: SQLScript, _ driver: String
  ) -> [FileProblem] {
    let breaks = script.source.utf8Offsets(of: DrizzleFile.breakpoint)
    func part(_ statement: ScriptStatement) -> Int {
      breaks.count { $0 < statement.location.offset }
    }
    let second = zip(statements, statements.dropFirst()).first { part($0) == part($1) }?.1
    return second.map {
      [
        problem(
          at: $0.location,
          "Drizzle passes this statement to \(driver) together with the previous one, and "
            + "\(driver) refuses it: \"The supplied SQL string contains more than one statement\" "
            + "(drizzle-orm #366).",
          "Write `\(DrizzleFile.breakpoint)` between all statements.")
      ]
    } ?? []
  }

  private static func remoteProblem(_ trigger: TriggerBody) -> FileProblem? {
    if trigger.begin.text != "BEGIN" {
      // wrangler 4.125.0 still sends the whole file: #10998, #15314.
      return problem(
        at: trigger.begin.location,
        "D1's server ends the trigger at its first semicolon, because `\(trigger.begin.text)` is "
          + "not in capitals (workers-sdk #15314; a local database accepts it).",
        "Write BEGIN in capitals.")
    }
    return trigger.bareCaseEnd.map {
      problem(
        at: $0,
        "D1's server mistakes this END of a CASE for the end of the trigger, because a semicolon "
          + "follows it (workers-sdk #15178; a local database accepts it).",
        "Put the expression in parentheses: (CASE … END);")
    }
  }

  private static func localProblem(
    _ statement: ScriptStatement, isLast: Bool, cuts: Set<Int>
  ) -> FileProblem? {
    let start = statement.location.offset
    let end = start + statement.sql.utf8.count
    let remedy =
      "Put whitespace before and after BEGIN and END, write CASE as (CASE … END), and quote names "
      + "with \"…\" instead of […]."
    if let cut = cuts.filter({ start < $0 && $0 < end }).min() {
      let line = statement.location(at: cut - start).line
      return problem(
        at: statement.location,
        "wrangler 4.125.0 ends this statement at the semicolon on line \(line), but SQLite does "
          + "not (workers-sdk #15228).", remedy)
    }
    guard !isLast, !cuts.contains(end) else { return nil }
    return problem(
      at: statement.location,
      "wrangler 4.125.0 does not end this statement at its semicolon, and sends the next one with "
        + "it (workers-sdk #15162).", remedy)
  }

  private static func sqlparseProblem(_ trigger: TriggerBody) -> FileProblem? {
    let remedy = "Require a newer sqlparse, or move the CASE into a view."
    // Tested with sqlparse 0.4.4 to 0.5.4.
    if let place = trigger.caseInCondition {
      return problem(
        at: place,
        "yoyo splits with sqlparse, which before 0.5.4 cuts a trigger with a CASE in its WHEN "
          + "clause.", remedy)
    }
    return trigger.secondCase.map {
      problem(
        at: $0,
        "yoyo splits with sqlparse, which before 0.5.1 cuts a trigger if two of its statements "
          + "have a CASE (sqlparse #784).", remedy)
    }
  }

  private static func problem(
    at place: ScriptLocation, _ message: String, _ remedy: String
  ) -> FileProblem {
    FileProblem(file: place.file, location: place, message: message, remedy: remedy)
  }
}

/// The keywords of a trigger that other splitters misread.
struct TriggerBody {
  /// The keyword that begins the body.
  let begin: (text: String, location: ScriptLocation)
  /// The first CASE before the body.
  private(set) var caseInCondition: ScriptLocation?
  /// The first END of a CASE expression that is directly followed by a semicolon.
  private(set) var bareCaseEnd: ScriptLocation?
  /// The first CASE after a statement of the body that also contains a CASE.
  private(set) var secondCase: ScriptLocation?

  /// Reads a statement; `nil` if it does not create a trigger.
  init?(_ statement: ScriptStatement) {
    var words: [(text: String, upper: String, offset: Int)] = []
    var offset = 0
    for token in SQLTokenizer.tokens(of: statement.sql) {
      defer { offset += token.text.utf8.count }
      guard !token.isTrivia else { continue }
      // A quoted name is not equal to a keyword.
      words.append((token.text, token.text.uppercased(), offset))
    }
    let head = words.prefix(3).map(\.upper)
    guard head.first == "CREATE", head.dropFirst().contains("TRIGGER"),
      let start = words.firstIndex(where: { $0.upper == "BEGIN" })
    else { return nil }
    func place(_ index: Int) -> ScriptLocation { statement.location(at: words[index].offset) }
    begin = (words[start].text, place(start))
    caseInCondition = words[..<start].firstIndex { $0.upper == "CASE" }.map(place)
    var (depth, statements, first) = (0, 0, Int?.none)
    for index in words.indices.dropFirst(start + 1) {
      switch words[index].upper {
      case ";" where depth == 0: statements += 1
      case "CASE":
        depth += 1
        if let first, first != statements, secondCase == nil { secondCase = place(index) }
        first = first ?? statements
      case "END" where depth > 0:
        depth -= 1
        let next = words.indices.contains(index + 1) ? words[index + 1].text : ""
        if next == ";", bareCaseEnd == nil { bareCaseEnd = place(index) }
      default: break
      }
    }
  }
}

extension String {
  /// The byte offsets at which a text occurs, without overlaps.
  fileprivate func utf8Offsets(of text: String) -> [Int] {
    ranges(of: text).map { utf8.distance(from: utf8.startIndex, to: $0.lowerBound) }
  }
}
