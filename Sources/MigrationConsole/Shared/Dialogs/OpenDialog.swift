import TerminalUI

/// A dialog in front, how far it is scrolled, and what of it was on the screen.
struct OpenDialog: Sendable {
  /// The dialog.
  var content: any ConsoleDialog
  /// How many lines are scrolled away.
  var scroll = 0
  /// What was on the screen so far.
  var shown = ShownLines()
  /// An answer to the last key, in the place of the notice.
  var remark: String?

  /// Opens a dialog of which nothing was on the screen yet.
  init(_ content: any ConsoleDialog) {
    self.content = content
  }

  /// Takes note of what was drawn of it at this moment.
  mutating func noteShown(in scene: Scene) {
    shown.add(DialogLayout(of: self, in: scene), at: scene.now)
  }

  /// Takes a key.
  mutating func take(_ key: Key, in scene: Scene) -> DialogOutcome {
    remark = nil
    let place = DialogLayout(of: self, in: scene)
    let command = content.bindings.first { $0.keys.contains(key) }?.command
    if command == .back { return content.perform(.back) }
    if let outside = scene.context.keys.table.first(where: { $0.keys.contains(key) })?.command,
      [.suspend, .redraw].contains(outside)
    {
      return .outside(outside)
    }
    // Nothing acts unseen: what was not drawn yet, or cannot be, can only be left.
    let wait = scene.context.isTyped ? content.typeAheadGuard : 0
    guard place.isWhole, let since = shown.since, scene.now - since >= wait else { return .stay }
    if content.type(key) { return .stay }
    guard let command else {
      remark = "\(key.label) does nothing here."
      return .stay
    }
    if let scroll = place.scroll(after: command) {
      self.scroll = scroll
    } else if let reason = content.disabledReason(of: command) {
      remark = reason
    } else if command.isAgreement, !shown.isComplete {
      remark = "Read it all first: \(place.isAtEnd ? "Home, then PgDn." : "PgDn scrolls.")"
    } else {
      return content.perform(command)
    }
    return .stay
  }

  /// Takes a press of the mouse: on a key, or on something to choose, which is done when it was pressed
  /// twice.
  mutating func press(_ target: MouseTarget, isDouble: Bool, in scene: Scene) -> DialogOutcome {
    switch target {
    case .dialogKey(let key): return press(key, in: scene)
    case .choice(let index):
      content.choose(index)
      let key = content.bindings.first { $0.command == .activate }?.keys.first
      guard isDouble, let key else { return .stay }
      return press(key, in: scene)
    default: return .stay
    }
  }

  /// Takes a key that was pressed with the mouse, which agrees to nothing.
  private mutating func press(_ key: Key, in scene: Scene) -> DialogOutcome {
    let command = content.bindings.first { $0.keys.contains(key) }?.command
    guard command?.isAgreement != true else {
      remark = "A press of the mouse agrees to nothing: \(key.label) does."
      return .stay
    }
    return take(key, in: scene)
  }

  /// Scrolls, or goes from choice to choice.
  mutating func turnWheel(up: Bool, lines: Int, in scene: Scene) {
    for _ in 0..<lines {
      let place = DialogLayout(of: self, in: scene)
      if let scroll = place.scroll(after: up ? .up : .down) {
        self.scroll = scroll
      } else if place.hasChoiceAmongLines {
        _ = content.perform(up ? .previousField : .nextField)
      }
    }
  }

  /// Takes pasted text.
  mutating func paste(_ text: String, in scene: Scene) {
    guard DialogLayout(of: self, in: scene).isWhole else { return }
    remark = content.paste(text) ? nil : "Pasted text is ignored here."
  }
}

/// What of a dialog was on the screen.
///
/// Nothing acts unseen: what a person agrees to has been there to read, line by line.
struct ShownLines: Sendable {
  /// When the dialog was first on the screen, in seconds since the session began.
  private(set) var since: Double?
  /// Whether every line was there at some time.
  private(set) var isComplete = false
  private var lines: Set<StyledLine> = []

  /// Takes note of a screen that was drawn, so many seconds after the session began.
  mutating func add(_ layout: DialogLayout, at time: Double) {
    guard layout.isWhole else { return }
    since = since ?? time
    // By what they say, not by their place: another width breaks them otherwise. Lines that were cut
    // at the right edge were not read.
    lines.formUnion(layout.visible.filter { $0.width <= layout.columns })
    isComplete = isComplete || layout.lines.allSatisfy(lines.contains)
  }
}
