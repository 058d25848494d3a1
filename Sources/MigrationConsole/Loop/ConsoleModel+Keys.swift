import TerminalUI

extension ConsoleModel {
  /// Lists what can be done as the console is now.
  func keysDialog(_ kind: KeysDialog.Kind) -> KeysDialog {
    let keys = scene.context.keys
    let useful = usefulBindings + possible(Binding.footerEnd)
    let isUseful = Set(useful.map(\.command))
    func entry(_ binding: Binding, _ heading: String) -> KeysDialog.Entry {
      KeysDialog.Entry(
        heading: heading, group: binding.group.rawValue, label: SafeText(binding.label()),
        text: binding.long,
        command: binding.command, refusal: disabledReason(of: binding.command))
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
