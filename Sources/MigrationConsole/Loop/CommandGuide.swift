import MigratorEngine
import MigratorSession
import TerminalUI

/// What can be asked for as the console is now, and why the rest cannot.
struct CommandGuide {
  let scene: Scene
  let desk: Desk

  private var front: any ConsoleScreen { desk.front }

  /// Why a command cannot run now, in a sentence for the operator, or `nil` when it can.
  func refusal(of command: Command) -> String? {
    let front = front
    if let reason = front.veto(of: command, in: scene) { return reason }
    if let owner = Screens.owner(of: command) {
      // What only one screen has is for what is seen there.
      if owner != desk.screen, Screens.all.contains(owner),
        scene.context.keys.binding(of: command)?.isLocal == true
      {
        let title = desk.screens[owner].title
        return "\(scene.key(.show(owner))) shows \(title), where this can be done."
      }
      return desk.screens[owner].refusal(of: command, in: scene)
    }
    switch command {
    case .nextTab, .previousTab: return front.tabs.isEmpty ? "This screen has no tabs." : nil
    case .readNotice: return scene.notice == nil ? "There is no message." : nil
    case .sort:
      return front.orders(in: scene).count < 2 ? "This list has only one order." : nil
    case .findNext, .findPrevious:
      return front.panes.search.isEmpty
        ? "Nothing was searched for: \(scene.key(.filter)) begins." : nil
    default: return nil
    }
  }

  /// What can be asked for on a screen that is too small: what stands on it, the best first.
  var unseen: [Command] {
    [scene.busyReason == nil ? .quit : .cancelWork, .cancelWork, .suspend, .redraw]
  }

  /// The rows of commands that can run now.
  func possible(_ commands: [Command]) -> [Binding] {
    commands.compactMap { command in
      // A key of the screen in front is no other command's, also where its own cannot run now.
      guard let binding = scene.context.keys.binding(of: command), let key = binding.keys.first,
        !binding.isLocal || Screens.owner(of: command) == desk.screen,
        scene.context.keys.binding(for: key, on: desk.screen)?.command == command,
        refusal(of: command) == nil
      else { return nil }
      return binding
    }
  }

  /// What can be done here, the most needed first: the footer shows as many as fit, the help all.
  var useful: [Binding] {
    // After a failed reading, reading again is what there is to do.
    var order = Binding.footerOrder
    if case .failure? = scene.known.overview { order = [.reload] + order.filter { $0 != .reload } }
    // Where no step is possible, a repair may be; a file is mended in the editor.
    if let obstacle = scene.known.present?.status.obstacle {
      let first = obstacle.isOfFile ? Command.edit : .repair
      order = [first] + order.filter { $0 != first }
    }
    // After a step its undoing may be wanted, and the history is where one looks for it.
    if scene.known.lastStep != nil || desk.screen == .history, scene.known.hasBackup,
      let place = order.firstIndex(of: .stepAll)
    {
      order.removeAll { $0 == .restore }
      order.insert(.restore, at: place + 1)
    }
    // What only this screen can do comes first.
    let all = possible(order)
    return all.filter(\.isLocal) + all.filter { !$0.isLocal }
  }

  /// Lists what can be done.
  func dialog(_ kind: KeysDialog.Kind) -> KeysDialog {
    let keys = scene.context.keys
    let useful = useful + possible(Binding.footerEnd)
    let isUseful = Set(useful.map(\.command))
    func entry(_ binding: Binding, _ heading: String) -> KeysDialog.Entry {
      KeysDialog.Entry(
        heading: heading, group: binding.group.rawValue, label: SafeText(binding.label()),
        text: binding.long,
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
    let dialogs = Binding.question(agreeing: "agrees", canHold: true).map {
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
