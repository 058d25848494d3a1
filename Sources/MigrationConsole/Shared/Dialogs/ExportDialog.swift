import TerminalUI

struct ReportForm: Sendable, Hashable {
  var title: String
  var suffix: String
  var text: String
}

struct ExportDialog: ConsoleDialog {
  /// The forms, the default first.
  var forms: [ReportForm]
  /// The name of the file without its extension.
  var name: String
  var index = 0

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "close", "Close the dialog."),
      .dialog(.activate, [.enter], "write", "Write the file."),
      .dialog(.nextField, [.down, .char("j"), .tab, .char("e")], "next", "Next format."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Previous format."),
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

  func text(in scene: SharedState, columns: Int) -> DialogText {
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
