import MigratorEngine
import MigratorSession
import TerminalUI

/// The line above the keys: the situation, and the next safe action, which Enter performs.
struct NextLine {
  private let situation: Situation
  /// True if Enter performs the action now.
  private let canFollow: Bool
  /// True if the screen already shows what would be lost, so the next action is the step.
  private let hasReviewed: Bool
  /// The words of the screen of violations, which replace those about the migrations.
  private let own: (words: String, hint: String?)?

  init?(_ model: ConsoleModel) {
    guard let situation = model.situation else { return nil }
    self.situation = situation
    canFollow = model.followsNext
    hasReviewed = model.hasReviewed(situation.next)
    own =
      model.stack.screen == .violations
      ? model.stack.screens.violations.nextWords(in: situation, model.stack.focus) : nil
  }

  /// The situation, with its mark.
  func words(_ glyphs: GlyphSet) -> StyledLine {
    let (mark, role) = mark(glyphs)
    var line = StyledLine(" ")
    line.add(mark, role, bold: true)
    line.add(" \(own?.words ?? situation.words)", role)
    return line
  }

  /// The effect of Enter, as words after the key; `nil` if Enter does not perform the action.
  var hint: String? { own?.hint ?? (canFollow ? situation.next.map(words) : nil) }

  private func words(_ next: NextAction) -> String {
    let name = next.subject.map(Self.shortName) ?? "it"
    return switch next.kind {
    case .nameMigrations: "show where"
    case .edit: "edit \(name)"
    case .repair: "show repairs"
    case .listUnknown: "list them"
    case .dryRun:
      if case .untried(_, 2..., true) = situation { "dry-run all" } else { "dry-run \(name)" }
    case .fixViolations: "show them"
    case .reviewLosses: hasReviewed ? "apply \(name)" : "show them"
    case .step: "apply \(name)"
    }
  }

  /// The number of a migration, or its name without one; another one may be selected.
  static func shortName(_ identifier: String) -> String {
    let number = MigrationName.number(of: identifier)
    return number.isEmpty ? String(identifier.prefix(20)) : String(number)
  }

  private func mark(_ glyphs: GlyphSet) -> (SafeText, Role) {
    if own != nil { return (glyphs.warning, .warning) }
    return switch situation {
    case .complete, .tried: (glyphs.applied, .applied)
    case .untried: (glyphs.pending, .pending)
    case .noMigrations, .superseded: (glyphs.unregistered, .unregistered)
    case .violated, .losing: (glyphs.warning, .warning)
    case .unusable, .blocked, .failing, .hindered: (glyphs.failed, .danger)
    }
  }
}

extension ConsoleModel {
  /// The situation, or `nil` before the first read and after a failed one.
  var situation: Situation? {
    scene.known.present.map {
      Situation(
        $0, after: scene.known.dryRun?.value,
        violations: stack.screens.violations.isStale ? 0 : stack.screens.violations.count)
    }
  }

  /// True if Enter performs the next action, which must be visible.
  var followsNext: Bool {
    let isVisible = !scene.isLow || scene.notice == nil
    // On the screen of violations, Enter opens groups.
    return Screens.all.contains(stack.screen) && stack.screen != .violations
      && stack.focus == .list && scene.work == nil && isVisible && situation?.next != nil
  }

  /// True if the losses of the next migration are on the screen.
  func hasReviewed(_ next: NextAction?) -> Bool {
    next?.kind == .reviewLosses && stack.screen == .migrations
      && stack.screens.migrations.tab == .data
      && scene.selected?.identifier == next?.subject
  }

  /// Performs the next safe action; a step first opens its confirmation.
  mutating func follow(_ next: NextAction) -> [Effect] {
    let hasReviewed = hasReviewed(next)
    if let subject = next.subject {
      stack.screens.migrations.reveal(subject, in: scene)
      // The result appears on the first screen.
      stack.show(.migrations)
      stack.refresh(in: &scene)
    }
    switch next.kind {
    case .nameMigrations:
      return open(MessageDialog(title: "No migrations", lines: scene.searchedPlaces))
    case .edit:
      if availability.refusal(of: .edit) == nil { return run(.edit) }
      stack.screens.migrations.tab = .log
      return []
    case .repair: return run(.repair)
    case .listUnknown: return []
    case .dryRun:
      let isForAll = if case .untried(_, 2..., true)? = situation { true } else { false }
      return scene.beginDryRun(of: isForAll ? .all : .next)
    case .fixViolations: return run(.show(.violations))
    case .reviewLosses:
      if hasReviewed { return run(.step) }
      stack.screens.migrations.tab = .data
      return []
    case .step: return run(.step)
    }
  }
}

extension SharedState {
  /// How to specify the migrations, and the places that were searched.
  fileprivate var searchedPlaces: [StyledLine] {
    let advice = known.present.flatMap { Situation($0).advice } ?? ""
    return [
      StyledLine("No migrations were found. \(advice)"), StyledLine(), StyledLine("Searched:"),
    ]
      + known.origin.searchedPlaces.map { StyledLine("  " + $0.words) }
  }
}
