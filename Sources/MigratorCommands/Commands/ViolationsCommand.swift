package import ArgumentParser
import MigratorEngine
import MigratorSession

package struct ViolationsCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "violations",
      abstract: "List the rows that break a foreign key.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "violations app.sqlite": "List all violations, then a count for each foreign key.",
        "violations app.sqlite --fix": "Print SQL that would fix each row.",
        "violations app.sqlite --limit 10": "Stop after ten violations.",
        "violations app.sqlite --delete line_up.matchId": "Try a fix on a copy.",
        "violations app.sqlite --delete line_up.matchId --write": "Write it to a migration.",
      ],
      sections: [
        CommandHelp.Section(
          "Fixes",
          """
          A fix applies to all rows that break one foreign key. KEY is its name as printed, up to \
          the arrow. Repeat the options to fix several keys together. migtui runs the fixes on a \
          copy and prints the rows and the violations before and after.
          --write creates a migration that runs before the pending ones. If no number is free there, \
          apply the fixes at once with --yes. If they lose rows or values, pass the printed phrase \
          with --agree.
          """)
      ],
      statuses: [
        .success: "no violations, or the fixes were written or applied",
        .found: "violations found; nothing was changed",
        .migrationFailed: "a fix fails on a copy; nothing was changed",
        .blocked: "no file can run before the pending migrations; nothing was changed",
        .usage: "a fix is not possible, or no violated foreign key matches",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var limits: TimeLimit

  @Option(help: ArgumentHelp("Stop after N violations.", valueName: "N"))
  var limit: Int?

  @Flag(
    help: ArgumentHelp(
      "Print SQL that would fix each row.",
      discussion: "Nothing is run. Copy the statements that you choose to a migration."))
  var fix = false

  /// The former name of `--fix`.
  @Flag(help: ArgumentHelp("Same as --fix.", visibility: .hidden))
  var mend = false

  @Flag(help: "Print values in full, not only the first 1,000 bytes.")
  var full = false

  @OptionGroup(title: "Fixes") var fixes: ViolationFixOptions
  @OptionGroup(title: SharedOptions.migrations) var options: Options

  package func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if fixes.isGiven, limit != nil {
      throw ValidationError("A fix applies to all rows: omit --limit.")
    }
  }

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let session = try await options.session(of: database, backups: fixes.place.policy)
    if fixes.isGiven { return try fixAll(session) }
    var counts = KeyCounts()
    var total = 0
    var unchecked: Set<ForeignKeyInfo> = []
    var stream: JSONStream?
    var failure: BatchFailure?
    var isStopped = false
    do {
      try session.violations(
        valueLimit: full ? nil : ValueExcerpt.limit, cancellation: Interrupts.cancellation
      ) { detail in
        let group = counts.group(of: detail.foreignKey)
        if output.json {
          if stream == nil { stream = begin() }
          do {
            try stream?.add {
              try Self.write(
                detail, of: counts.groups[group].title, to: &$0,
                check: Interrupts.cancellation.check)
            }
          } catch {
            isStopped = true
            return false
          }
        } else {
          say(detail)
        }
        total += 1
        counts.add(to: group)
        if detail.problem.isUnchecked { unchecked.insert(detail.foreignKey) }
        return limit.map { total - unchecked.count < $0 } ?? true
      }
      if isStopped { try Interrupts.cancellation.check() }
    } catch {
      guard total > 0 || stream != nil else { throw error }
      // Part of the JSON object is already printed, so the error becomes one of its members.
      failure = BatchFailure(error)
    }
    // SQLite's search does not report an unusable foreign key if its table has no rows.
    let isComplete = failure == nil && !isStopped
    let unusable =
      try total == 0 && isComplete
      ? session.unusableForeignKeys(cancellation: Interrupts.cancellation) : []
    let violations = total - unchecked.count
    let isTruncated = limit.map { violations >= $0 } ?? false
    if output.json {
      var stream = stream ?? begin()
      stream.end(
        summary(
          counts.groups.map { ($0.key, $0.count) } + unusable.map { ($0.key, 0) },
          unchecked.union(unusable.map(\.key)), violations,
          isTruncated: isTruncated || failure != nil, failure))
    } else if total == 0 {
      for (key, parentExists) in unusable {
        Printer.say(key.unusableSentence(parentExists: parentExists))
      }
      Printer.say("No row breaks a foreign key.")
    } else {
      Printer.say("")
      for group in counts.groups {
        Printer.say(
          unchecked.contains(group.key)
            ? group.key.uncheckedSentence : "\(group.count)  \(group.title)")
      }
      Printer.say(
        Format.count(violations, "violation")
          + (unchecked.isEmpty
            ? "" : ", and \(Format.count(unchecked.count, "foreign key")) that SQLite cannot check")
          + (isTruncated || failure != nil ? ", possibly more" : ""))
      if let failure, failure.status != .interrupted {
        Printer.say("\(ViolationDetail.untrusted) Do not run statements based on it.")
      }
    }
    if let failure {
      Printer.tell(failure)
      return failure.status
    }
    return total == 0 && unusable.isEmpty ? .success : .found
  }

  private func begin() -> JSONStream {
    JSONStream([("database", .string(database))], list: "violations")
  }

  private func summary(
    _ counts: [(key: ForeignKeyInfo, count: Int)], _ unchecked: Set<ForeignKeyInfo>,
    _ violations: Int, isTruncated: Bool, _ failure: BatchFailure?
  ) -> [(String, JSON)] {
    let keys = counts.map { Self.json($0.key, $0.count, isChecked: !unchecked.contains($0.key)) }
    return [
      ("count", .integer(Int64(violations))), ("isCut", .bool(isTruncated)),
      ("foreignKeys", .array(keys)),
    ] + (failure.map { [("error", $0.error)] } ?? [])
  }

  static func json(_ key: ForeignKeyInfo, _ count: Int, isChecked: Bool) -> JSON {
    [
      "foreignKey": .string(key.title), "count": .integer(Int64(count)),
      "isChecked": .bool(isChecked),
    ]
  }

  private func say(_ detail: ViolationDetail) {
    Printer.say(detail.line)
    guard fix || mend else { return }
    for remedy in detail.remedies {
      let statement = "    \(remedy.sql)  -- \(remedy.note)"
      // A table or column name has characters that are replaced when printed, which changes the
      // SQL.
      Printer.say(
        Printer.isUnchanged(statement)
          ? statement
          : "    -- \(remedy.note): a name contains unprintable characters; use --json."
      )
    }
  }

  /// Writes a violation as JSON; the check is called before each value that may be long, and throws
  /// to stop.
  private static func write(
    _ detail: ViolationDetail, of title: String, to writer: inout JSONWriter,
    check: () throws -> Void
  ) throws {
    func write(
      _ key: StaticString, _ fields: [ViolationDetail.Field], to writer: inout JSONWriter
    ) throws {
      writer.key(key)
      try writer.object { writer in
        for field in fields {
          try check()
          let literal = field.value.sqlLiteral
          writer.name(field.column)
          guard let length = field.fullLength else {
            writer.string(literal)
            continue
          }
          writer.object {
            $0.member(key: "cut", literal)
            $0.key("bytes")
            $0.integer(Int64(length))
          }
        }
      }
    }
    try check()
    try writer.object { writer in
      writer.member(key: "description", detail.description)
      writer.member(key: "foreignKey", title)
      writer.member(key: "table", detail.violation.originTable)
      writer.key("rowid")
      if let rowID = detail.violation.originRowID {
        writer.integer(rowID)
      } else {
        writer.literal("null")
      }
      writer.member(key: "destination", detail.violation.destinationTable)
      try write("row", detail.row, to: &writer)
      try write("missingKey", detail.missingKey, to: &writer)
      writer.key("remedies")
      try writer.array { writer in
        for remedy in detail.remedies {
          try check()
          writer.element()
          writer.object {
            $0.member(key: "sql", remedy.sql)
            $0.member(key: "note", remedy.note)
          }
        }
      }
    }
  }
}

/// The number of violations of each foreign key, in the order in which the keys are found.
private struct KeyCounts {
  struct Group {
    let key: ForeignKeyInfo
    let title: String
    var count: Int
  }

  private(set) var groups: [Group] = []
  private var places: [ForeignKeyInfo: Int] = [:]
  private var last = 0

  mutating func add(to group: Int) { groups[group].count += 1 }

  /// Returns the index of the group of a key.
  mutating func group(of key: ForeignKeyInfo) -> Int {
    // Consecutive violations usually have the same key.
    if groups.isEmpty || groups[last].key != key { last = place(of: key) }
    return last
  }

  private mutating func place(of key: ForeignKeyInfo) -> Int {
    if let place = places[key] { return place }
    groups.append(Group(key: key, title: key.title, count: 0))
    places[key] = groups.count - 1
    return groups.count - 1
  }
}
