import MigratorSession
import TerminalUI

extension ConsoleModel {
  /// Writes what the screen is about as Markdown, or asks in which form.
  mutating func exportScreen() -> [Effect] {
    let front = screens[screen]
    let heading = "# \(front.title) of \(SafeText(scene.context.databasePath).plain)"
    let lines = [heading, ""] + front.report(in: scene)
    let name = "migtui-\(front.title.lowercased())"
    let text = lines.joined(separator: "\n") + "\n"
    let others = front.otherForms(in: scene)
    if others.isEmpty { return [.export(text: text, fileName: "\(name).md")] }
    let markdown = ReportForm(title: "Markdown, a table for each table", suffix: "md", text: text)
    return open(ExportDialog(forms: [markdown] + others, name: name))
  }
}
