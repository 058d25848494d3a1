/// The meaning of a part of the screen; the theme determines its appearance.
public enum Role: UInt8, Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case normal
  /// Less important text.
  case dim
  /// Important text.
  case strong
  /// Titles of panes and dialogs.
  case title
  /// A badge for something that needs care, such as the real file.
  case alertBadge
  /// A badge for something safe, such as a copy.
  case badge
  /// Elements that react to keys.
  case accent
  /// Completed or successful items.
  case success
  /// Pending items.
  case info
  /// Irregular items, such as out-of-order migrations.
  case caution
  /// Unexpected items.
  case attention
  /// A changed line or item.
  case modified
  /// A warning.
  case warning
  /// A failure or a loss of data.
  case danger
  /// An added line.
  case added
  /// A removed line.
  case removed
  /// The heading of a group of changed lines.
  case hunk
  /// A keyword in code.
  case keyword
  /// A string in code.
  case string
  /// A number in code.
  case number
  /// A comment in code.
  case comment
  /// A visible mark that replaces a character.
  case mark
  /// The selected row of the focused pane.
  case selection
  /// The selected row of a pane without focus.
  case selectionInactive
  /// The border of a pane.
  case border
  /// The border of the focused pane.
  case borderFocused
  /// The name of a key in a hint.
  case key
  /// A disabled element.
  case disabled
  /// A search match.
  case match
}

/// A role with emphasis.
public struct Style: Sendable, Hashable {
  /// The role of the styled text.
  public var role: Role

  /// True for bold text, regardless of the theme.
  public var bold: Bool

  /// True for underlined text, regardless of the theme.
  public var underline: Bool

  /// True if foreground and background are swapped.
  public var reverse: Bool

  /// Creates a style with the given property values.
  public init(
    _ role: Role = .normal, bold: Bool = false, underline: Bool = false, reverse: Bool = false
  ) {
    self.role = role
    self.bold = bold
    self.underline = underline
    self.reverse = reverse
  }

  /// Ordinary text.
  public static let normal = Style()
}
