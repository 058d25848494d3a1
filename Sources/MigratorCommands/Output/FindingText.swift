import MigratorEngine
import MigratorRows
import MigratorPlatform
import MigratorSession

enum FindingForm: String, ReportForm {
  /// Static Analysis Results Interchange Format 2.1.0.
  case sarif
  case github
  /// A page for human readers.
  case html
}

struct FindingText {
  let report: CheckReport
  /// True if the migrations ran on a copy of a database, false if on an empty database.
  let isOfCopy: Bool

  /// The findings in compiler format: `003_x.sql:5:1: error: no such column: nam [failed]`.
  var lines: [String] {
    report.findings.flatMap { finding -> [String] in
      let place = [finding.place, finding.severity.rawValue].compactMap { $0 }.joined(
        separator: ": ")
      let message = Printer.line("\(place): \(finding.message) [\(finding.rule.rawValue)]")
      let rows = finding.rejectedRows?.printedLines ?? finding.exampleLines.map(Printer.line)
      let more =
        rows
        + [
          finding.consent.map {
            Printer.line("accepted in \($0.file):\($0.line): \($0.reason)")
          } ?? finding.remedy.map(Printer.line)
        ].compactMap(\.self)
      return [message] + more.map { "    " + $0 }
    } + [Printer.line(summary)]
  }

  private var summary: String {
    let tried = Format.count(report.tried.count, "migration")
    let shown: [CheckFinding.Severity] =
      [.error, .warning] + (report.count(of: .note) > 0 ? [.note] : [])
    let found = shown.map { Format.count(report.count(of: $0), $0.rawValue) }
    let place = isOfCopy && !report.isFromEmpty ? "on a copy" : "on an empty database"
    let untried = report.untried.isEmpty ? "" : " Not tried: \(Format.names(report.untried))."
    let rest =
      (isOfCopy || report.generated != nil
        ? "" : " Row changes were not checked: the database was empty. Pass DB to check them.")
      + (report.generated.map { " \($0.words)" } ?? "") + untried
    return "\(tried) tried \(place): \(found.joined(separator: ", ")).\(leftOut)\(rest)"
  }

  private var leftOut: String {
    guard let base = report.base, report.leftOut > 0 else { return "" }
    let files = report.leftOut == 1 ? "an unchanged file" : "unchanged files"
    return " \(Format.count(report.leftOut, "finding")) in \(files) left out (--base \(base))."
  }

  /// The text of a report, with a final newline; `database` is the path that was copied.
  func report(as form: FindingForm, of database: String?) -> String {
    switch form {
    case .sarif: sarif.text() + "\n"
    case .github: annotations.map { $0 + "\n" }.joined()
    case .html: ReportPage(report, of: database).html()
    }
  }

  var json: JSON {
    [
      "base": .optional(report.base), "leftOut": .integer(Int64(report.leftOut)),
      "generated": report.generated?.json ?? .null,
      "unusedAgree": AgreementText.json(report.unusedAgreements),
      "tried": .strings(report.tried), "notTried": .strings(report.untried),
      "errors": .integer(Int64(report.count(of: .error))),
      "warnings": .integer(Int64(report.count(of: .warning))),
      "notes": .integer(Int64(report.count(of: .note))),
      "findings": .array(
        report.findings.map { finding in
          [
            "rule": .string(finding.rule.rawValue),
            "severity": .string(finding.severity.rawValue),
            "migration": .optional(finding.migration),
            "file": .optional(finding.file),
            "line": finding.line.map { .integer(Int64($0)) } ?? .null,
            "column": finding.column.map { .integer(Int64($0)) } ?? .null,
            "message": .string(finding.message),
            "remedy": .optional(finding.remedy),
            "consent": finding.consent.map {
              [
                "file": .string($0.file), "line": .integer(Int64($0.line)),
                "reason": .string($0.reason),
              ]
            } ?? .null,
            "rejectedRows": finding.rejectedRows?.json ?? .null,
            "example": finding.example, "estimate": finding.estimate,
          ]
        }),
    ]
  }

  /// Source: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
  var sarif: JSON {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": .string(ProgramName.text),
              "version": .string(Version.text),
              "rules": .array(
                CheckFinding.Rule.allCases.map {
                  [
                    "id": .string($0.rawValue),
                    "shortDescription": ["text": .string($0.meaning)],
                    "defaultConfiguration": ["level": .string($0.severity.sarif)],
                  ]
                }),
            ]
          ],
          "results": .array(report.findings.map { $0.sarif(in: report.origin.place) }),
        ]
      ],
    ]
  }

  /// Source: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
  var annotations: [String] {
    report.findings.map { finding in
      let place = [
        finding.file.map { "file=\(Self.escaped($0, isProperty: true))" },
        finding.file == nil ? nil : "line=\(finding.line ?? 1)",
        finding.column.map { "col=\($0)" }, "title=\(finding.rule.rawValue)",
      ].compactMap { $0 }.joined(separator: ",")
      return "::\(finding.severity.command) \(place)::\(Self.escaped(finding.words))"
    }
  }

  /// Escapes characters that would end the line or its property.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    var marks: [Unicode.Scalar: String] = ["%": "%25"]
    if isProperty { marks.merge([":": "%3A", ",": "%2C"]) { $1 } }
    // Other line breaks are printed as visible marks.
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Printer.line(String($0)).escaping(marks) }
      .joined(separator: "%0A")
  }
}

extension CheckFinding {
  fileprivate var words: String {
    [message, consent.map { "Accepted: \($0.reason)" } ?? remedy].compactMap { $0 }
      .joined(separator: " ")
  }

  /// The rows for which a constraint stopped the migration, if they are known.
  fileprivate var rejectedRows: RejectedRows? {
    if case .failure(let failure) = evidence { failure.rejectedRows } else { nil }
  }

  fileprivate var exampleLines: [String] {
    if case .generated(let finding) = evidence { finding.exampleLines } else { [] }
  }

  /// Generated rows that lead to the finding.
  fileprivate var example: JSON {
    guard case .generated(let finding) = evidence, !finding.before.isEmpty else { return .null }
    return [
      "class": .string(finding.rowClass.rawValue),
      "statement": .optional(finding.statement?.sql),
      "before": .strings(finding.before.map(\.insertStatement)),
      "after": .optional(finding.after?.insertStatement),
      "repeatable": finding.isRepeatable.map { .bool($0) } ?? .null,
    ]
  }

  /// The estimated time, and the time of each statement that the finding is about.
  fileprivate var estimate: JSON {
    guard case .growth(let growth, let statement) = evidence else { return .null }
    let statements = statement.map { [$0] } ?? growth.statements.filter { $0.statement != nil }
    let seconds = statement?.seconds ?? growth.seconds
    return [
      "rows": .integer(Int64(growth.rows)),
      "measuredRows": .array(growth.measured.map { .integer(Int64($0)) }),
      "seconds": growth.problem == nil ? .number(seconds) : .null,
      "statements": .array(
        statements.map { statement in
          let place = statement.statement?.location
          return [
            "line": place.map { .integer(Int64($0.line)) } ?? .null,
            "column": place.map { .integer(Int64($0.column)) } ?? .null,
            "growth": .string(statement.growth.rawValue), "seconds": .number(statement.seconds),
          ]
        }),
    ]
  }

  /// The location in compiler format, or else the migration, or `nil`.
  fileprivate var place: String? {
    guard let file else { return migration }
    return [file, line.map(String.init), column.map(String.init)].compactMap { $0 }
      .joined(separator: ":")
  }

  /// The result; without a file, its location is the folder of the migrations.
  fileprivate func sarif(in folder: String?) -> JSON {
    let region: JSON = .object([
      ("startLine", .integer(Int64(line ?? 1))),
      ("startColumn", .integer(Int64(column ?? 1))),
    ])
    let places: [JSON] =
      (file ?? folder).map {
        [["physicalLocation": ["artifactLocation": ["uri": .string($0.uri)], "region": region]]]
      } ?? []
    var members: [(String, JSON)] = [
      ("ruleId", .string(rule.rawValue)),
      ("level", .string(severity.sarif)),
      ("message", ["text": .string(words)]),
      ("locations", .array(places)),
    ]
    if let consent {
      members.append(
        (
          "suppressions",
          [
            [
              "kind": consent.isInFile ? "inSource" : "external",
              "justification": .string(consent.reason),
            ]
          ]
        ))
    }
    return .object(members)
  }
}

extension GeneratedRun {
  fileprivate var words: String {
    "\(Format.count(rowCount, "row")) generated (seed \(options.seed), foreign keys "
      + "\(enforcesForeignKeys ? "on" : "off"))."
  }

  fileprivate var json: JSON {
    [
      "class": .string(options.rowClass.rawValue), "seed": .string(String(options.seed)),
      "rowsPerTable": .integer(Int64(options.rowsPerTable)), "rows": .integer(Int64(rowCount)),
      "foreignKeys": .bool(enforcesForeignKeys),
    ]
  }
}

extension CheckFinding.Severity {
  /// The level of a SARIF result.
  fileprivate var sarif: String { self == .off ? "none" : rawValue }

  /// The name of a GitHub workflow command.
  fileprivate var command: String { self == .note ? "notice" : rawValue }
}

extension String {
  /// The path as a relative reference (RFC 3986), percent-encoded.
  ///
  /// A colon is encoded too, because it would end a scheme.
  fileprivate var uri: String {
    utf8.reduce(into: "") { uri, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        || "-._~/!$&'()*+,;=@".unicodeScalars.contains(scalar)
      uri += isPlain ? String(scalar) : "%" + Encodings.hexadecimal([byte], uppercase: true)
    }
  }
}
