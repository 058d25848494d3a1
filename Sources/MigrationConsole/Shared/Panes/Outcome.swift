/// What a command or a message leads to, beside what it changes in its screen and in the scene.
struct Outcome: Sendable {
  /// The work that is asked for.
  var effects: [Effect] = []
  /// The dialog that opens, or `nil`.
  var dialog: (any ConsoleDialog)?
  /// Whether the screen comes to the front.
  var isShown = false
  /// Whether the file is another one now, and has to be read again.
  var isFileChanged = false

  /// Nothing more.
  static var none: Outcome { Outcome() }
  /// The file has to be read again.
  static var fileChanged: Outcome { Outcome(isFileChanged: true) }

  /// What a screen hands out: to the clipboard, to the pager, or into a file.
  static func handOut(
    _ command: Command, of screen: any ConsoleScreen, in scene: inout Scene
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
      scene.say("There is nothing to read here.", .warning)
    default:
      let (forms, name) = screen.reportForms(in: scene)
      if forms.count > 1 { return Outcome(dialog: ExportDialog(forms: forms, name: name)) }
      return Outcome(
        effects: forms.map { .export(text: $0.text, fileName: "\(name).\($0.suffix)") })
    }
    return .none
  }

  /// A dialog that says why something was not done, which the line of notices says in a few words,
  /// too.
  static func refused(_ title: String, because lines: [StyledLine], in scene: inout Scene)
    -> Outcome
  {
    scene.say("\(title).", .error)
    return Outcome(
      dialog: MessageDialog(
        title: title,
        lines: lines + [StyledLine(), StyledLine("The real file was not touched.")]))
  }
}
