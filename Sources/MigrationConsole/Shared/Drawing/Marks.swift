import TerminalUI

/// The signs of the console: what the states, groups and bars of its screens look like.
extension GlyphSet {
  private func either(_ unicode: SafeText, _ ascii: SafeText) -> SafeText {
    isASCII ? ascii : unicode
  }

  /// The mark of a migration that is applied.
  var applied: SafeText { either("✓", "v") }
  /// The mark of a migration that is pending.
  var pending: SafeText { either("○", "o") }
  /// The mark of a migration that is out of order.
  var outOfOrder: SafeText { "!" }
  /// The mark of a migration that is not registered.
  var unregistered: SafeText { "?" }
  /// The mark of a migration whose text has changed.
  var changed: SafeText { either("≠", "*") }
  /// The mark of a migration that its tool will never apply.
  var skipped: SafeText { either("⊘", "/") }
  /// The mark of a migration that is code.
  var code: SafeText { either("λ", "@") }
  /// The mark of a migration whose file cannot be used.
  var unusable: SafeText { either("⊗", "#") }
  /// The pointer at the next migration.
  var pointer: SafeText { either("▸", ">") }
  /// The head of an arrow to the right.
  var arrowRight: SafeText { either("▸", ">") }
  /// The head of an arrow to the left.
  var arrowLeft: SafeText { either("◂", "<") }
  /// The mark of what is lost, or is to be looked at.
  var warning: SafeText { either("▲", "^") }
  /// The mark of what failed.
  var failed: SafeText { either("✗", "X") }
  /// The sign of a group whose rows are hidden.
  var folded: SafeText { either("▸", "+") }
  /// The sign of a group whose rows are shown.
  var unfolded: SafeText { either("▾", "-") }
  /// A part of a progress bar that is done.
  var barFull: SafeText { either("█", "#") }
  /// A part of a progress bar that is not done.
  var barEmpty: SafeText { either("░", ".") }
}

/// What the roles of the terminal mean to the console.
extension Role {
  /// The badge of the real database.
  static let real = Role.alertBadge
  /// The badge of a copy.
  static let copy = Role.badge
  /// A migration that is applied; good outcomes.
  static let applied = Role.success
  /// A migration that is pending.
  static let pending = Role.info
  /// A migration that is out of order.
  static let outOfOrder = Role.caution
  /// An applied migration that is not registered.
  static let unregistered = Role.attention
  /// A migration or an object whose text has changed.
  static let changed = Role.modified
}
