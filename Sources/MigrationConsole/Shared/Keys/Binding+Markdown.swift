import TerminalUI

extension Binding {
  /// The table as Markdown, a section for each group, for the README.
  public static var markdown: String {
    sections.map { group, bindings in
      let rows = bindings.map { binding in
        let keys = binding.keys.map { "`\($0.label)`" }.joined(separator: " ")
        return "| \(keys) | \(binding.long) |"
      }
      return (["| \(group.rawValue) | |", "|---|---|"] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
