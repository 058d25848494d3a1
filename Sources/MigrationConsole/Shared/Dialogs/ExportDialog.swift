import TerminalUI

/// A form in which a screen can write what it is about.
struct ReportForm: Sendable, Hashable {
  /// What it is, in words.
  var title: String
  /// What the name of its file ends with.
  var suffix: String
  /// The text of the file.
  var text: String
}

/// The question in which form to write a report.
struct ExportDialog: ConsoleDialog {
  /// The forms, the usual one first.
  var forms: [ReportForm]
  /// The name of the file without its ending.
  var name: String
  /// The form in view.
  var index = 0

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "closes", "Leave the dialog."),
      .dialog(.activate, [.enter], "writes", "Write the file."),
      .dialog(.nextField, [.down, .char("j"), .tab, .char("e")], "next", "Go to the next form."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Go to the form before."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 56 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(nil)
    case .nextField: index = (index + 1) % forms.count
    case .previousField: index = (index + forms.count - 1) % forms.count
    case .activate:
      return .export(text: forms[index].text, fileName: "\(name).\(forms[index].suffix)")
    default: break
    }
    return .stay
  }

  func text(in scene: Scene, columns: Int) -> DialogText {
    DialogText(
      title: "Export as",
      lines: forms.enumerated().flatMap { index, form in
        let words = paragraph(
          form.title, width: columns - 2, index == self.index ? .selection : .normal)
        return words.enumerated().map { place, piece in
          var line = StyledLine(
            index == self.index && place == 0 ? "> " : "  ", .accent, bold: true)
          line.spans += piece.spans
          return line
        }
      } + [StyledLine(), StyledLine("A new file in the current folder.", .dim)])
  }
}
