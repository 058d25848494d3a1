/// The few colours that a theme is made of.
struct Ink: Sendable, Hashable {
  /// Of what is less important; nil for the terminal's own.
  let quiet: UInt8?
  /// Of what can be acted on.
  let accent: UInt8
  /// Of what went well, and of what was added.
  let good: UInt8
  /// Of what is still to come, and of keywords.
  let coming: UInt8
  /// Of what is to be looked at.
  let caution: UInt8
  /// Of what is not as expected, and of what was changed.
  let odd: UInt8
  /// Of what failed or loses data, and of what was removed.
  let bad: UInt8
  /// Of the badge of a copy.
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
