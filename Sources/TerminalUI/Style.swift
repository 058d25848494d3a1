/// What a piece of the screen means; the theme decides how it looks.
public enum Role: UInt8, Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case normal
  /// Less important text.
  case dim
  /// Important text.
  case strong
  /// Titles of panes and dialogs.
  case title
  /// A badge of what must not be touched by mistake.
  case alertBadge
  /// A badge of what is safe.
  case badge
  /// What can be acted on.
  case accent
  /// What is done or went well.
  case success
  /// What is still to come.
  case info
  /// What is not quite as it should be.
  case caution
  /// What is not as it was expected.
  case attention
  /// A line or a thing that was changed.
  case modified
  /// Something to look at before going on.
  case warning
  /// Something that loses data or has failed.
  case danger
  /// A line that was added.
  case added
  /// A line that was removed.
  case removed
  /// The heading of a group of changed lines.
  case hunk
  /// A keyword of code.
  case keyword
  /// A string of code.
  case string
  /// A number of code.
  case number
  /// A comment of code.
  case comment
  /// A visible mark in place of a character that cannot be shown.
  case mark
  /// The selected row of the focused pane.
  case selection
  /// The selected row of a pane without focus.
  case selectionInactive
  /// The border of a pane.
  case border
  /// The border of the focused pane.
  case borderFocused
  /// The name of a key in hints.
  case key
  /// What cannot be used now.
  case disabled
  /// Words that were searched for.
  case match
}

/// A role with emphasis.
public struct Style: Sendable, Hashable {
  /// What the text means.
  public var role: Role

  /// Whether it is bold, whatever the theme says.
  public var bold: Bool

  /// Whether it is underlined, whatever the theme says.
  public var underline: Bool

  /// Whether foreground and background are exchanged.
  public var reverse: Bool

  /// Creates a style; the parameters are the properties.
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
