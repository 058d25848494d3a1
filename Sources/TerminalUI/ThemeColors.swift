struct ThemeColors: Sendable, Hashable {
  /// For less important text; nil for the default color.
  let quiet: UInt8?
  let accent: UInt8
  /// For good outcomes and additions.
  let good: UInt8
  /// For pending things and keywords.
  let coming: UInt8
  let caution: UInt8
  /// For unexpected things, changes and numbers.
  let odd: UInt8
  /// For failures, losses and removals.
  let bad: UInt8
  /// For the badge of a copy.
  let safe: UInt8

  func paint(for role: Role) -> Paint {
    switch role {
    case .normal: Paint()
    case .strong, .title: Paint(bold: true)
    case .dim, .disabled, .comment, .border: quiet.map { Paint($0) } ?? Paint()
    case .alertBadge: Paint(bad, bold: true, reverse: true)
    case .badge: Paint(safe, bold: true, reverse: true)
    case .accent, .hunk: Paint(accent)
    case .borderFocused, .key: Paint(accent, bold: true)
    case .success, .added, .string: Paint(good)
    case .info, .keyword: Paint(coming)
    case .caution, .warning: Paint(caution, bold: true)
    case .attention, .modified: Paint(odd, bold: true)
    case .danger: Paint(bad, bold: true)
    case .removed: Paint(bad)
    case .number: Paint(odd)
    case .mark: Paint(caution, reverse: true)
    case .match: Paint(accent, underline: true, reverse: true)
    case .selection: Paint(bold: true, reverse: true)
    case .selectionInactive: Paint(bold: true, underline: true)
    }
  }
}
