import MigratorEngine
import MigratorSession
import TerminalUI

struct CommandAvailability {
  let scene: SharedState
  let stack: ScreenStack

  private var front: any ConsoleScreen { stack.front }

  /// Why a command cannot run now, as a sentence; `nil` if it can.
  func refusal(of command: Command) -> String? {
    let front = front
    if let reason = front.blockReason(of: command, in: scene) { return reason }
    if let owner = Screens.owner(of: command) {
      // A command of one screen applies only to the contents of that screen.
      if owner != stack.screen, Screens.all.contains(owner),
        scene.context.keys.binding(of: command)?.isLocal == true
      {
        let title = stack.screens[owner].title
        return "Available on the screen \(title): press \(scene.key(.show(owner)))."
      }
      return stack.screens[owner].refusal(of: command, in: scene)
    }
    switch command {
    case .nextTab, .previousTab: return front.tabs.names.isEmpty ? "This screen has no tabs." : nil
    case .readNotice: return scene.notice == nil ? "No message." : nil
    case .sort:
      return front.orders(in: scene).count < 2 ? "This list can be sorted in only one way." : nil
    case .findNext, .findPrevious:
      return front.panes.search.isEmpty
        ? "No search yet: press \(scene.key(.filter))." : nil
    default: return nil
    }
  }

  /// The commands of a screen that is too small to draw; its message shows the first one.
  var unseen: [Command] {
    [scene.busyReason == nil ? .quit : .cancelWork, .cancelWork, .suspend, .redraw]
  }

  func possible(_ commands: [Command]) -> [Binding] {
    let keys = scene.context.keys
    return commands.compactMap { command in
      // A key of the front screen is reserved for that screen, even if its command cannot run now.
      guard var binding = keys.binding(of: command),
        !binding.isLocal || Screens.owner(of: command) == stack.screen,
        let key = binding.keys.first(where: {
          keys.binding(for: $0, on: stack.screen)?.command == command
        }),
        refusal(of: command) == nil
      else { return nil }
      binding.keys = [key] + binding.keys.filter { $0 != key }
      return binding
    }
  }

  /// The commands that are useful here, most important first; the footer shows as many as fit, the
  /// help shows all.
  var useful: [Binding] {
    // After a failed read, reading again comes first.
    var order = Binding.footerOrder
    if case .failure? = scene.known.overview { order = [.reload] + order.filter { $0 != .reload } }
    // If no migration can be applied, a repair comes first, or the editor if a file is the cause.
    if let obstacle = scene.known.present?.status.obstacle {
      let first = obstacle.isOfFile ? Command.edit : .repair
      order = [first] + order.filter { $0 != first }
    }
    // After a step, and on the history screen, offer to restore the backup.
    if scene.known.lastStep != nil || stack.screen == .history, scene.known.hasBackup,
      let place = order.firstIndex(of: .stepAll)
    {
      order.removeAll { $0 == .restore }
      order.insert(.restore, at: place + 1)
    }
    // The commands of this screen come first.
    let all = possible(order)
    return all.filter(\.isLocal) + all.filter { !$0.isLocal }
  }

  func dialog(_ kind: KeysDialog.Kind) -> KeysDialog {
    let keys = scene.context.keys
    let useful = useful + possible(Binding.footerEnd)
    let isUseful = Set(useful.map(\.command))
    func entry(_ binding: Binding, _ heading: String) -> KeysDialog.Entry {
      KeysDialog.Entry(
        heading: heading, group: binding.group.rawValue, label: SafeText(binding.label()),
        text: binding.long, name: binding.short ?? binding.command.name,
        command: binding.command, refusal: refusal(of: binding.command))
    }
    let here = useful.map { entry($0, "On this screen: \(front.title)") }
    let rest = Binding.Group.allCases.flatMap { group in
      keys.table.filter { $0.group == group && !isUseful.contains($0.command) }
        .map { entry($0, group.rawValue) }
    }
    if kind == .palette {
      let all = (here + rest).filter { $0.command != .palette }
      return KeysDialog(
        kind, title: front.title,
        entries: all.filter { $0.refusal == nil } + all.filter { $0.refusal != nil })
    }
    let dialogs = Binding.question(agreeing: "confirm", canHold: true).map {
      KeysDialog.Entry(
        heading: $0.group.rawValue, group: $0.group.rawValue, label: SafeText($0.label()),
        text: $0.long)
    }
    let marks = Legend.marks(scene.glyphs).map {
      KeysDialog.Entry(heading: "Marks", group: "Marks", label: $0.mark, text: $0.meaning)
    }
    return KeysDialog(kind, title: front.title, entries: here + rest + dialogs + marks)
  }
}
