import TerminalUI

extension ConsoleModel {
  /// How long a dialog that changes the file ignores keys, in seconds: they were meant for the
  /// screen below.
  static let deafness = 0.3

  /// A key while a dialog is in front.
  mutating func updateDialog(key: Key) -> [Effect] {
    switch dialog {
    case .help(let scroll): updateHelp(key: key, scroll: scroll)
    case .message(let message): updateMessage(key: key, message)
    case .quitWhileWorking: return updateQuit(key: key)
    case .confirm(let confirm): return updateConfirm(key: key, confirm)
    case .repairs(let repairs): return updateRepairs(key: key, repairs)
    case nil: break
    }
    return []
  }

  private mutating func updateHelp(key: Key, scroll: Int) {
    if let target = scrolled(scroll, key) {
      dialog = .help(scroll: target)
    } else {
      dialog = nil
    }
  }

  private mutating func updateMessage(key: Key, _ message: MessageDialog) {
    guard let target = scrolled(message.scroll, key) else {
      dialog = nil
      return
    }
    var message = message
    message.scroll = target
    dialog = .message(message)
  }

  /// Where a key scrolls a text, or `nil` when the key leaves it.
  private func scrolled(_ scroll: Int, _ key: Key) -> Int? {
    let limit = Canvas(model: self).dialogScrollLimit
    let target: Int? =
      switch Binding.binding(for: key)?.command {
      case .up: scroll - 1
      case .down: scroll + 1
      case .pageUp: scroll - 10
      case .pageDown: scroll + 10
      case .home: 0
      case .end: limit
      default: nil
      }
    return target.map { max(0, min($0, limit)) }
  }

  private mutating func updateQuit(key: Key) -> [Effect] {
    switch key {
    case .char("y"):
      isQuitting = true
      return cancelEverything() + [.quit]
    case .char("n"), .escape, .enter, .control("c"), .char("q"):
      dialog = nil
    default: break
    }
    return []
  }

  private mutating func updateConfirm(key: Key, _ confirm: ConfirmStep) -> [Effect] {
    var confirm = confirm
    if key == .escape || key == .control("c") {
      dialog = nil
      say("Nothing was changed.")
      return []
    }
    guard now - confirm.openedAt >= Self.deafness else { return [] }
    let order = confirm.focusOrder
    let place = order.firstIndex(of: confirm.focus) ?? 0
    switch key {
    case .tab, .down: confirm.focus = order[(place + 1) % order.count]
    case .backTab, .up: confirm.focus = order[(place + order.count - 1) % order.count]
    case .pageDown:
      confirm.scroll = min(confirm.scroll + 3, Canvas(model: self).dialogScrollLimit)
    case .pageUp: confirm.scroll = max(0, confirm.scroll - 3)
    case .enter where confirm.focus == .cancel, .char(" ") where confirm.focus == .cancel:
      dialog = nil
      say("Nothing was changed.")
      return []
    case .char(" ") where confirm.focus == .backup: confirm.makesBackup.toggle()
    case .char("y") where confirm.focus == .step && confirm.isArmed: return beginStep(confirm)
    case _ where confirm.focus == .phrase && key != .enter: confirm.typed.handle(key)
    default: break
    }
    dialog = .confirm(confirm)
    return []
  }
}

extension ConsoleModel {
  /// The columns of text in a dialog that explains something.
  var dialogWidth: Int { max(8, min(size.columns - 4, 96)) }
}
