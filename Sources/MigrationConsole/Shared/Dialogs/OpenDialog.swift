import TerminalUI

struct OpenDialog: Sendable {
  var content: any ConsoleDialog
  var scroll = 0
  var shown = ShownLines()
  /// A response to the last key, shown instead of the notice.
  var remark: String?

  init(_ content: any ConsoleDialog) {
    self.content = content
  }

  mutating func noteShown(in scene: SharedState) {
    shown.add(DialogLayout(of: self, in: scene), at: scene.now)
    if shown.isComplete { content.noteRead() }
  }

  mutating func handle(_ key: Key, in scene: SharedState) -> DialogOutcome {
    remark = nil
    let place = DialogLayout(of: self, in: scene)
    let command = content.bindings.first { $0.keys.contains(key) }?.command
    if command == .back { return content.perform(.back) }
    if let outside = scene.context.keys.table.first(where: { $0.keys.contains(key) })?.command,
      [.suspend, .redraw].contains(outside)
    {
      return .outside(outside)
    }
    // A key has no effect on a dialog that was not drawn yet, or cannot be drawn, except to close
    // it.
    let wait = scene.context.isTyped ? content.typeAheadGuard : 0
    let isSeen = shown.since.map { scene.now - $0 >= wait } ?? false
    guard place.isWhole else { return .stay }
    guard isSeen || content.takesTypeAhead else {
      remark = "\(key.label) was ignored: it was pressed before the dialog was on the screen."
      return .stay
    }
    if content.type(key) { return .stay }
    // From a list that was not seen, only what was typed can be chosen.
    guard isSeen || content.hasText else { return .stay }
    guard let command else {
      remark = "\(key.label) does nothing here."
      return .stay
    }
    if let scroll = place.scroll(after: command) {
      self.scroll = scroll
    } else if let reason = content.disabledReason(of: command) {
      remark = reason
    } else if command.isConfirmation, !shown.isComplete {
      remark = "Read all of it first: press \(place.isAtEnd ? "Home, then PgDn." : "PgDn.")"
    } else {
      return content.perform(command)
    }
    return .stay
  }

  /// Handles a mouse press on a key or a choice; a double click activates the choice.
  mutating func press(_ target: MouseTarget, isDouble: Bool, in scene: SharedState) -> DialogOutcome
  {
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

  /// Handles a press on the hint of a key; the mouse cannot confirm a change.
  private mutating func press(_ key: Key, in scene: SharedState) -> DialogOutcome {
    let command = content.bindings.first { $0.keys.contains(key) }?.command
    guard command?.isConfirmation != true else {
      remark = "The mouse does not confirm: press \(key.label)."
      return .stay
    }
    return handle(key, in: scene)
  }

  mutating func turnWheel(up: Bool, lines: Int, in scene: SharedState) {
    for _ in 0..<lines {
      let place = DialogLayout(of: self, in: scene)
      if let scroll = place.scroll(after: up ? .up : .down) {
        self.scroll = scroll
      } else if place.hasChoiceAmongLines {
        _ = content.perform(up ? .previousField : .nextField)
      }
    }
  }

  mutating func paste(_ text: String, in scene: SharedState) {
    guard DialogLayout(of: self, in: scene).isWhole else { return }
    remark = content.paste(text) ? nil : "Pasted text is ignored here."
  }
}

/// The lines of a dialog that were visible.
///
/// A change can only be confirmed after every line was on the screen.
struct ShownLines: Sendable {
  /// When the dialog was first on the screen, in seconds since the session began.
  private(set) var since: Double?
  /// True if every line was visible at some time.
  private(set) var isComplete = false
  private var lines: Set<StyledLine> = []

  /// Records a drawn frame, at a time in seconds since the session began.
  mutating func add(_ layout: DialogLayout, at time: Double) {
    guard layout.isWhole else { return }
    since = since ?? time
    // Compare lines by their text, because another width wraps them differently. A line that was
    // truncated at the right edge was not read.
    lines.formUnion(layout.visible.filter { $0.width <= layout.columns })
    isComplete = isComplete || layout.lines.allSatisfy(lines.contains)
  }
}
