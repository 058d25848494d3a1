package import ArgumentParser
import MigratorEngine
import MigratorSession

/// `migtui violations DB`: lists the rows that violate a foreign key.
package struct ViolationsCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "violations",
      abstract: "Lists the rows that break a foreign key.",
      discussion: """
        Each is printed as soon as it is found, then the number for each foreign key. Ends with 0 when \
        there is none, and with 1 when there is one.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Option(help: ArgumentHelp("Stop after so many.", valueName: "N"))
  var limit: Int?

  @Flag(help: "Print the SQL that would mend each row; it is never run here.")
  var mend = false

  @Flag(help: "Print long values whole; without it, the first 1,000 bytes of each.")
  var full = false

  @OptionGroup var options: Options

  package func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let session = try await options.session(of: database)
    var counts: [(key: ForeignKeyInfo, count: Int)] = []
    var total = 0
    var unchecked: Set<ForeignKeyInfo> = []
    var stream: JSONStream?
    var failure: BatchFailure?
    var isStopped = false
    do {
      try session.violations(
        valueLimit: full ? nil : ValueExcerpt.limit, cancellation: Interrupts.cancellation
      ) { detail in
        if output.json {
          stream = stream ?? begin()
          do {
            try stream?.add(Self.json(detail), check: Interrupts.cancellation.check)
          } catch {
            isStopped = true
            return false
          }
        } else {
          say(detail)
        }
        total += 1
        if detail.problem.isUnchecked { unchecked.insert(detail.foreignKey) }
        if let index = counts.firstIndex(where: { $0.key == detail.foreignKey }) {
          counts[index].count += 1
        } else {
          counts.append((detail.foreignKey, 1))
        }
        return limit.map { total - unchecked.count < $0 } ?? true
      }
      if isStopped { try Interrupts.cancellation.check() }
    } catch {
      guard total > 0 || stream != nil else { throw error }
      // Part of the JSON object is already printed, so the error becomes one of its members.
      failure = BatchFailure(error)
    }
    let violations = total - unchecked.count
    let isTruncated = limit.map { violations >= $0 } ?? false
    if output.json {
      (stream ?? begin()).end(
        summary(counts, unchecked, violations, isTruncated: isTruncated || failure != nil, failure))
    } else if total == 0 {
      Printer.say("No row breaks a foreign key.")
    } else {
      Printer.say("")
      for (key, count) in counts {
        Printer.say(unchecked.contains(key) ? key.uncheckedSentence : "\(count)  \(key.title)")
      }
      Printer.say(
        Format.count(violations, "violation")
          + (unchecked.isEmpty
            ? "" : ", and \(Format.count(unchecked.count, "foreign key")) that SQLite cannot check")
          + (isTruncated || failure != nil ? ", and perhaps more" : ""))
      if let failure, failure.status != .interrupted {
        Printer.say("\(ViolationDetail.untrusted) Run no statement for it.")
      }
    }
    if let failure {
      Printer.tell(failure)
      return failure.status
    }
    return total == 0 ? .success : .found
  }

  private func begin() -> JSONStream {
    JSONStream([("database", .string(database))], list: "violations")
  }

  private func summary(
    _ counts: [(key: ForeignKeyInfo, count: Int)], _ unchecked: Set<ForeignKeyInfo>,
    _ violations: Int, isTruncated: Bool, _ failure: BatchFailure?
  ) -> [(String, JSON)] {
    let keys = counts.map {
      JSON.object([
        ("foreignKey", .string($0.key.title)), ("count", .integer(Int64($0.count))),
        ("isChecked", .bool(!unchecked.contains($0.key))),
      ])
    }
    return [
      ("count", .integer(Int64(violations))), ("isCut", .bool(isTruncated)),
      ("foreignKeys", .array(keys)),
    ] + (failure.map { [("error", $0.error)] } ?? [])
  }

  private func say(_ detail: ViolationDetail) {
    Printer.say(detail.line)
    guard mend else { return }
    for remedy in detail.remedies {
      let statement = "    \(remedy.sql)  -- \(remedy.note)"
      // A table or column name has characters that are replaced when printed, which changes the
      // SQL.
      Printer.say(
        Printer.isUnchanged(statement)
          ? statement
          : "    -- \(remedy.note): a name has characters that are not printed. --json prints the statement."
      )
    }
  }

  private static func json(_ detail: ViolationDetail) -> JSON {
    let fields = { (fields: [ViolationDetail.Field]) -> JSON in
      .object(
        fields.map { field in
          let literal = JSON.string(field.value.sqlLiteral)
          return (
            field.column,
            field.fullLength.map { ["cut": literal, "bytes": .integer(Int64($0))] } ?? literal
          )
        })
    }
    return [
      "description": .string(detail.description),
      "foreignKey": .string(detail.foreignKey.title),
      "table": .string(detail.violation.originTable),
      "rowid": detail.violation.originRowID.map { .integer($0) } ?? .null,
      "destination": .string(detail.violation.destinationTable),
      "row": fields(detail.row),
      "missingKey": fields(detail.missingKey),
      "remedies": .array(
        detail.remedies.map { ["sql": .string($0.sql), "note": .string($0.note)] }),
    ]
  }
}
