/// The outcome of a command or a message, besides the changes to its screen and the scene.
struct Outcome: Sendable {
  /// The effects to run.
  var effects: [Effect] = []
  /// The dialog to open, or `nil`.
  var dialog: (any ConsoleDialog)?
  /// True to bring the screen to the front.
  var isShown = false
  /// True if the file changed and must be read again.
  var isFileChanged = false

  static var none: Outcome { Outcome() }
  static var fileChanged: Outcome { Outcome(isFileChanged: true) }

  /// Sends the contents of a screen to the clipboard, to the pager or into a file.
  static func exportContents(
    _ command: Command, of screen: any ConsoleScreen, in scene: inout SharedState
  ) -> Outcome {
    switch command {
    case .copy:
      if let text = screen.copyText(in: scene), !text.isEmpty {
        return Outcome(effects: [.copyToClipboard(text)])
      }
      scene.say("Nothing to copy here.", .warning)
    case .page:
      let lines = screen.plainText(in: scene)
      if !lines.isEmpty { return Outcome(effects: [.run(.pager(text: lines))]) }
      scene.say("No text for the pager here.", .warning)
    default:
      let (forms, name) = screen.reportForms(in: scene)
      if forms.count > 1 { return Outcome(dialog: ExportDialog(forms: forms, name: name)) }
      return Outcome(
        effects: forms.map { .export(text: $0.text, fileName: "\(name).\($0.suffix)") })
    }
    return .none
  }

  /// Opens a dialog that says why something was not done; a short notice says so, too.
  static func refused(_ title: String, because lines: [StyledLine], in scene: inout SharedState)
    -> Outcome
  {
    scene.say("\(title).", .error)
    return Outcome(
      dialog: MessageDialog(
        title: title,
        lines: lines + [StyledLine(), StyledLine("The real file was not changed.")]))
  }
}
