import CSQLite3
import MigratorTools
import SQLSyntax

/// Applies files as the program of a tool does, without reading them with this package's code.
enum PlainRunner: String, CaseIterable, Sendable {
  case own, goose, sqlx, d1, drizzle, prisma, dbmate, golangMigrate

  /// The format as the product names it.
  var format: MigrationFormat {
    switch self {
    case .own: .grdb
    case .goose: .goose
    case .sqlx: .sqlx
    case .d1: .d1
    case .drizzle: .drizzle
    case .prisma: .prisma
    case .dbmate: .dbmate
    case .golangMigrate: .golangMigrate
    }
  }

  /// True if foreign keys are enforced on the connection.
  var enforcesForeignKeys: Bool {
    switch self {
    case .own, .dbmate, .golangMigrate: false
    case .goose, .sqlx, .d1, .drizzle, .prisma: true
    }
  }

  /// The files of the first migration, by their paths.
  func start(_ statements: [String]) -> [String: String] {
    let text = statements.map { "\($0);\n" }.joined()
    switch self {
    case .own: return ["001_start.sql": text]
    case .goose:
      let blocks = statements.map { "-- +goose StatementBegin\n\($0);\n-- +goose StatementEnd\n" }
      return [
        "20260101000000_start.sql": "-- +goose Up\n\(blocks.joined())-- +goose Down\nSELECT 1;\n"
      ]
    case .sqlx: return ["20260101000000_start.sql": text]
    case .d1: return ["0001_start.sql": text]
    case .drizzle:
      let entry =
        #"{"idx": 0, "version": "6", "when": 1, "tag": "0000_start", "breakpoints": true}"#
      return [
        "0000_start.sql": statements.joined(separator: ";\n--> statement-breakpoint\n") + ";",
        "meta/_journal.json":
          #"{"version": "7", "dialect": "sqlite", "entries": [\#(entry)]}"#,
      ]
    case .prisma:
      return [
        "20260101000000_start/migration.sql": text,
        "migration_lock.toml": "provider = \"sqlite\"\n",
      ]
    case .dbmate:
      return ["20260101000000_start.sql": "-- migrate:up\n\(text)\n-- migrate:down\n"]
    case .golangMigrate: return ["000001_start.up.sql": text]
    }
  }

  /// Runs a file, and leaves the connection with foreign keys on or off as the tool has them.
  func run(_ text: String, on db: PlainConnection) throws {
    try db.run("PRAGMA foreign_keys = \(enforcesForeignKeys ? "ON" : "OFF")")
    if self == .drizzle {
      // better-sqlite3 is compiled with SQLITE_DQS=0.
      db.set(SQLITE_DBCONFIG_DQS_DDL, false)
      db.set(SQLITE_DBCONFIG_DQS_DML, false)
    }
    if self == .d1 {
      db.refuseTemporaryObjects()
      db.set(SQLITE_DBCONFIG_DEFENSIVE, true)
    }
    defer { if self == .d1 { db.allowAll() } }
    if self == .prisma { return try db.run(text) }
    try db.run("BEGIN")
    for statement in statements(of: text) {
      if self == .goose || self == .drizzle {
        try db.runOne(statement)
      } else {
        try db.run(statement)
      }
    }
    try db.run("COMMIT")
  }

  private func statements(of text: String) -> [String] {
    switch self {
    case .own, .sqlx, .prisma, .golangMigrate: return [text]
    case .dbmate:
      return [section(of: text, from: "-- migrate:up", to: "-- migrate:down")]
    case .drizzle: return text.components(before: "--> statement-breakpoint")
    case .goose:
      return gooseStatements(section(of: text, from: "-- +goose Up", to: "-- +goose Down"))
    case .d1: return D1Splitting.statements(of: text)
    }
  }

  private func section(of text: String, from first: String, to last: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0 == first }.map { $0 + 1 } ?? lines.startIndex
    let end = lines.firstIndex { $0 == last } ?? lines.endIndex
    return lines[start..<end].joined(separator: "\n")
  }

  /// A line that ends with a semicolon ends a statement, unless it is between two marks.
  private func gooseStatements(_ text: String) -> [String] {
    var (found, lines, isBlock): ([String], [Substring], Bool) = ([], [], false)
    func end() {
      found.append(lines.joined(separator: "\n"))
      lines = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "-- +goose StatementBegin" {
        isBlock = true
      } else if line == "-- +goose StatementEnd" {
        isBlock = false
        end()
      } else {
        if lines.isEmpty, line.hasPrefix("--") { continue }
        lines.append(line)
        let code = line.components(before: " --")[0]
        if !isBlock, code.last == ";" { end() }
      }
    }
    return found
  }
}

extension StringProtocol {
  /// The parts between the occurrences of a string.
  func components(before mark: String) -> [String] {
    var parts: [String] = []
    var rest = String(self)
    while let range = rest.firstRange(of: mark) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = String(rest[range.upperBound...])
    }
    return parts + [rest]
  }
}

/// Splits a script at semicolons outside quotes, comments and blocks of triggers.
///
/// D1's server begins a block only at a `BEGIN` or `CASE` in capitals.
private enum D1Splitting {
  static func statements(of text: String) -> [String] {
    var (found, current, word, depth): ([String], String, String, Int) = ([], "", "", 0)
    var rest = text[...]
    while let character = rest.first {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        if word == "BEGIN" || word == "CASE" { depth += 1 }
        if word == "END" { depth -= 1 }
        word = ""
      }
      var end = rest.index(after: rest.startIndex)
      if "'\"`".contains(character) {
        end = rest[end...].firstIndex(of: character).map { rest.index(after: $0) } ?? rest.endIndex
      } else if rest.hasPrefix("--") {
        end = rest.firstIndex(of: "\n") ?? rest.endIndex
      } else if rest.hasPrefix("/*") {
        end = rest.firstRange(of: "*/")?.upperBound ?? rest.endIndex
      }
      current += rest[..<end]
      rest = rest[end...]
      if character == ";", depth == 0 {
        found.append(current)
        current = ""
      }
    }
    return found + [current]
  }
}
