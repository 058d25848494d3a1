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
