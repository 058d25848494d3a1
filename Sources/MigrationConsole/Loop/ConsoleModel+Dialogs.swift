import TerminalUI

/// The dialog in front of the screen.
extension ConsoleModel {
  /// Puts a dialog before the screen; keys typed ahead were not meant for it.
  mutating func open(_ content: any ConsoleDialog) -> [Effect] {
    dialog = OpenDialog(content)
    return [.flushTypeAhead]
  }

  mutating func take(_ outcome: DialogOutcome, of open: OpenDialog) -> [Effect] {
    dialog = nil
    switch outcome {
    case .stay: dialog = open
    case .close(let notice): scene.notice = notice ?? scene.notice
    case .replace(let content): return self.open(content)
    case .begin(let kind, let effect): return [.flushTypeAhead] + scene.begin(kind, effect)
    case .export(let text, let fileName): return [.export(text: text, fileName: fileName)]
    case .outside(let command):
      dialog = open
      return perform(command)
    case .run(let command): return run(command)
    case .ask(let effect): return [effect]
    case .work(let kind, let effect):
      guard scene.busyReason == nil else {
        scene.say(scene.busyReason ?? "", .warning)
        return []
      }
      return scene.begin(kind, effect)
    case .leave: return leave()
    }
    return []
  }

  /// Presses a key of the dialog in front; a change of the file is agreed to by key alone.
  mutating func pressInDialog(_ key: Key) -> [Effect] {
    guard var open = dialog else { return [] }
    let command = open.content.bindings.first { $0.keys.contains(key) }?.command
    guard command?.isAgreement != true else {
      open.remark = "A press of the mouse agrees to nothing: \(key.label) does."
      dialog = open
      return []
    }
    let outcome = open.take(key, in: scene)
    return take(outcome, of: open)
  }

  /// Chooses something in the dialog in front, and does it when it was pressed twice.
  mutating func choose(_ index: Int, isDouble: Bool) -> [Effect] {
    guard var open = dialog else { return [] }
    open.content.choose(index)
    dialog = open
    let key = open.content.bindings.first { $0.command == .activate }?.keys.first
    return isDouble ? key.map { pressInDialog($0) } ?? [] : []
  }

  /// Scrolls the dialog in front, or goes from choice to choice.
  mutating func turnWheelInDialog(up: Bool, lines: Int) {
    guard var open = dialog else { return }
    for _ in 0..<lines {
      let place = DialogLayout(of: open, in: scene)
      if let scroll = place.scroll(after: up ? .up : .down) {
        open.scroll = scroll
      } else if place.hasChoiceAmongLines {
        _ = open.content.perform(up ? .previousField : .nextField)
      }
    }
    dialog = open
  }
}
