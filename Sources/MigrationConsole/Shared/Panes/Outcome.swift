/// The outcome of a command or a message, besides the changes to its screen and the shared state.
struct Outcome: Sendable {
  var effects: [Effect] = []
  var dialog: (any ConsoleDialog)?
  /// True to bring the screen to the front.
  var isShown = false
  /// True if the file changed and must be read again.
  var isFileChanged = false

  static var none: Outcome { Outcome() }
  static var fileChanged: Outcome { Outcome(isFileChanged: true) }

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
