import MigratorEngine
import MigratorSchema
import TerminalUI

extension ConsoleModel {
  /// Copies what is selected: a migration's SQL, an object's SQL, a violation's description.
  mutating func copySelection() -> [Effect] {
    let text: String? =
      switch screen {
      case .migrations:
        detailTab == .sql ? selectedMigration?.script?.text : detail.plainText
      case .schema: selectedSchemaRow?.object.sql
      case .violations, .history: detail.plainText
      }
    guard let text, !text.isEmpty else {
      say("Nothing to copy here.", .warning)
      return []
    }
    return [.copyToClipboard(text)]
  }

  /// Writes what the screen is about as Markdown.
  mutating func exportScreen() -> [Effect] {
    let report = MarkdownReport(model: self)
    return [.export(text: report.text, fileName: report.fileName)]
  }
}

extension DetailContent {
  /// The lines as text.
  fileprivate var plainText: String { lines.map(\.plain).joined(separator: "\n") }
}

/// What a screen is about, as Markdown; all text in it is sanitised.
struct MarkdownReport {
  /// The name of the file to write.
  let fileName: String
  /// The text.
  let text: String

  /// Makes the report of the screen in front.
  ///
  /// - Parameter model: The model.
  init(model: ConsoleModel) {
    fileName = "migtui-\(model.screen.title.lowercased()).md"
    var lines = ["# \(model.screen.title) of \(SafeText(model.context.databasePath).plain)", ""]
    switch model.screen {
    case .migrations: lines += Self.migrations(model)
    case .schema: lines += Self.schema(model)
    case .violations: lines += Self.violations(model)
    case .history: lines += Self.history(model)
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func safe(_ raw: String) -> String {
    SafeText(raw).plain.replacing("|", with: "\\|").replacing("`", with: "'")
  }

  private static func code(_ content: DetailContent) -> [String] {
    [
      "```", content.lines.map(\.plain).joined(separator: "\n").replacing("```", with: "'''"),
      "```",
    ]
  }

  private static func migrations(_ model: ConsoleModel) -> [String] {
    var lines = ["| migration | state | remark |", "|---|---|---|"]
    for migration in model.listedMigrations {
      let report = model.report(of: migration.identifier)
      let remark = report.map { ($0.isCopy ? "dry run: " : "stepped: ") + $0.report.headline } ?? ""
      lines.append("| \(safe(migration.identifier)) | \(migration.state.word) | \(safe(remark)) |")
    }
    for migration in model.listedMigrations {
      guard let report = model.report(of: migration.identifier)?.report else { continue }
      lines += ["", "## \(safe(migration.identifier))", ""]
      lines += report.changes.summaryLines.map { "- \(safe($0))" }
      for row in report.rows {
        let before = row.before.map(Format.number) ?? "-"
        let after = row.after.map(Format.number) ?? "-"
        lines.append("- \(safe(row.table)): rows \(before) to \(after)")
      }
      if let failure = report.failure {
        let text = failure.explanation(on: "The database", width: 200).map(\.plain)
        lines += ["", "```"] + text + ["```"]
      }
    }
    return lines
  }

  private static func schema(_ model: ConsoleModel) -> [String] {
    var lines = [model.schemaView.title, ""]
    for row in model.listedChanges {
      lines.append("## \(row.sign) \(row.object.kind.rawValue) \(safe(row.object.name))")
      switch row {
      case .object(let object):
        let sql = SafeText.lines(object.sql ?? "").map(\.plain).joined(separator: "\n")
        lines += ["```sql", sql, "```", ""]
      case .change(let change):
        lines += ["```diff"] + ChangeText.lines(of: change).map(\.plain) + ["```", ""]
      }
    }
    if model.listedChanges.isEmpty { lines.append(safe(model.emptySchemaText)) }
    return lines
  }

  private static func violations(_ model: ConsoleModel) -> [String] {
    var lines = ["\(model.violations.count) found.", ""]
    for group in model.violations.groups {
      lines += ["## \(safe(group.key.title)): \(Format.count(group.count, "row"))", ""]
      lines += group.violations.map { "- \(safe($0.description))" }
      if group.unlisted > 0 {
        lines.append("- and \(Format.number(Int64(group.unlisted))) more, not listed")
      }
      lines.append("")
    }
    return lines
  }

  private static func history(_ model: ConsoleModel) -> [String] {
    model.listedHistory.map {
      "- \(Format.clock($0.endedAt)) \($0.kind.rawValue) \(safe($0.subject)): \(safe($0.outcome))"
    }
  }
}
