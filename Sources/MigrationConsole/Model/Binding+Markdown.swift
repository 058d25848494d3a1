import TerminalUI

extension Binding {
  /// The table as Markdown, a section for each group, for the README.
  public static var markdown: String {
    Group.allCases.map { group in
      let rows = table.filter { $0.group == group }.map { binding in
        let keys = binding.keys.map { "`\($0.label)`" }.joined(separator: " ")
        return "| \(keys) | \(binding.long) |"
      }
      return (["| \(group.rawValue) | |", "|---|---|"] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
