/// The appearance of roles.
///
/// Themes set no background color, so the terminal's own is kept; emphasized elements are
/// reversed. Everything with a color also has a word or a sign.
public struct Theme: Sendable, Hashable {
  /// The available themes.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// Readable on dark and light terminals: colors of medium brightness.
    case auto
    /// For dark terminals.
    case dark
    /// For light terminals.
    case light
    /// For dark terminals; all colors have a contrast of at least 7:1.
    case highContrast = "high-contrast"
    /// For light terminals; all colors have a contrast of at least 7:1.
    case highContrastLight = "high-contrast-light"
    /// For red-green color blindness: blue and orange, on dark and light terminals.
    case colorBlind = "colour-blind"
    /// No colors: only bold, underline and reverse.
    case mono

    /// A short description.
    public var summary: String {
      switch self {
      case .auto: "for dark and light terminals"
      case .dark: "for dark terminals"
      case .light: "for light terminals"
      case .highContrast: "for dark terminals, contrast 7:1 or more"
      case .highContrastLight: "for light terminals, contrast 7:1 or more"
      case .colorBlind: "blue and orange instead of green and red"
      case .mono: "bold, underline and reverse only"
      }
    }
  }

  /// The number of colors that the theme uses.
  public let depth: ColorDepth
  /// The name of the theme.
  public let name: Name
  /// The custom appearance of some roles.
  public let changes: [Role: Paint]

  /// Creates a theme with the given property values.
  public init(depth: ColorDepth, name: Name = .auto, changes: [Role: Paint] = [:]) {
    self.depth = depth
    self.name = name
    self.changes = changes
  }

  /// Returns the appearance of a style.
  ///
  /// - Parameter style: The style.
  /// - Returns: The color, limited to the depth of the terminal, and the emphasis.
  public func paint(for style: Style) -> Paint {
    var paint = changes[style.role] ?? own(style.role)
    paint.foreground = paint.foreground?.nearest(depth)
    paint.bold = paint.bold || style.bold
    paint.underline = paint.underline || style.underline
    paint.reverse = paint.reverse || style.reverse
    return paint
  }

  private func own(_ role: Role) -> Paint {
    if name == .mono || depth == .mono { return Self.mono(role) }
    if depth < .palette256 { return Self.ansi(role, bright: depth == .ansi16, name: name) }
    return Self.inks[name].map { $0.paint(for: role) } ?? Self.mono(role)
  }

  private static let inks: [Name: ThemeColors] = [
    // Each color has a contrast of at least 3.8:1 on black and on white.
    .auto: ThemeColors(
      quiet: 244, accent: 31, good: 28, coming: 32, caution: 130, odd: 133, bad: 160, safe: 29),
    .dark: ThemeColors(
      quiet: 246, accent: 80, good: 114, coming: 117, caution: 221, odd: 177, bad: 210, safe: 114),
    .light: ThemeColors(
      quiet: 241, accent: 24, good: 22, coming: 25, caution: 94, odd: 90, bad: 124, safe: 22),
    .highContrast: ThemeColors(
      quiet: nil, accent: 123, good: 120, coming: 153, caution: 227, odd: 219, bad: 217, safe: 120),
    .highContrastLight: ThemeColors(
      quiet: nil, accent: 18, good: 22, coming: 18, caution: 52, odd: 53, bad: 88, safe: 22),
    .colorBlind: ThemeColors(
      quiet: 244, accent: 31, good: 32, coming: 31, caution: 130, odd: 133, bad: 166, safe: 32),
  ]

  // Yellow is unreadable on white and blue on black, so neither is used if the background is
  // unknown.
  private static func ansi(_ role: Role, bright: Bool, name: Name) -> Paint {
    let isDark = name == .dark || name == .highContrast
    let shift: UInt8 = bright && isDark ? 8 : 0
    let good: UInt8 = name == .colorBlind ? 6 : 2 + shift
    let isHigh = name == .highContrast || name == .highContrastLight
    return ThemeColors(
      quiet: bright && !isHigh ? (isDark ? 7 : 8) : nil, accent: 6 + shift, good: good,
      coming: 6 + shift, caution: isDark ? 3 + shift : 5, odd: 5 + shift, bad: 1 + shift, safe: good
    ).paint(for: role)
  }

  private static func mono(_ role: Role) -> Paint {
    switch role {
    case .normal, .dim, .disabled, .comment, .border, .string, .number, .accent, .success, .info,
      .added, .removed:
      Paint()
    case .strong, .title, .keyword, .hunk, .key, .borderFocused, .caution, .attention,
      .modified, .badge:
      Paint(bold: true)
    case .warning: Paint(bold: true, underline: true)
    case .danger, .alertBadge: Paint(bold: true, reverse: true)
    case .mark: Paint(underline: true)
    case .match: Paint(underline: true, reverse: true)
    case .selection: Paint(reverse: true)
    case .selectionInactive: Paint(bold: true, underline: true)
    }
  }
}

struct ThemeColors: Sendable, Hashable {
  /// For less important text; nil for the default color.
  let quiet: UInt8?
  let accent: UInt8
  /// For good outcomes and additions.
  let good: UInt8
  /// For pending items and keywords.
  let coming: UInt8
  let caution: UInt8
  /// For unexpected items, changes and numbers.
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
