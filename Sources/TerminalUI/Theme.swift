/// How many colours a terminal shows.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// None: bold, underline and reverse only.
  case mono = 0
  /// The eight of ANSI.
  case ansi8 = 8
  /// The eight of ANSI and their bright forms.
  case ansi16 = 16
  /// The palette of xterm.
  case palette256 = 256

  /// Orders depths by their number of colours.
  ///
  /// - Parameters:
  ///   - left: One depth.
  ///   - right: Another.
  /// - Returns: Whether the first has fewer colours.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns the best depth that a number of colours allows.
  ///
  /// - Parameter colors: The number of colours the terminal reports.
  public init(colors: Int) {
    switch colors {
    case 256...: self = .palette256
    case 16...: self = .ansi16
    case 8...: self = .ansi8
    default: self = .mono
    }
  }
}

/// A style as a terminal draws it.
public struct Paint: Sendable, Hashable {
  /// The foreground as an index of the palette, or nil for the terminal's own.
  public var foreground: UInt8?

  /// Whether it is bold.
  public var bold = false

  /// Whether it is dim.
  public var dim = false

  /// Whether it is underlined.
  public var underline = false

  /// Whether foreground and background are exchanged.
  public var reverse = false

  /// Creates a paint.
  ///
  /// - Parameters:
  ///   - foreground: An index of the palette, or nil for the terminal's own foreground.
  ///   - bold: Whether it is bold.
  ///   - dim: Whether it is dim.
  ///   - underline: Whether it is underlined.
  ///   - reverse: Whether foreground and background are exchanged.
  public init(
    _ foreground: UInt8? = nil, bold: Bool = false, dim: Bool = false, underline: Bool = false,
    reverse: Bool = false
  ) {
    self.foreground = foreground
    self.bold = bold
    self.dim = dim
    self.underline = underline
    self.reverse = reverse
  }
}

/// How roles look at a colour depth.
///
/// Backgrounds are never painted, so the terminal's own, dark or light, stays; what must stand out is
/// reversed, which is readable on both. The 256 colours are chosen from the middle of the scale: each
/// has a contrast of at least 3.8:1 on black and on white (a test computes it).
public struct Theme: Sendable, Hashable {
  /// The number of colours it uses.
  public let depth: ColorDepth

  /// Creates the theme for a depth.
  ///
  /// - Parameter depth: The colours there are.
  public init(depth: ColorDepth) {
    self.depth = depth
  }

  /// Returns how a style is drawn.
  ///
  /// - Parameter style: The style.
  /// - Returns: Its colour and emphasis.
  public func paint(for style: Style) -> Paint {
    var paint: Paint =
      switch depth {
      case .mono: Self.mono(style.role)
      case .ansi8, .ansi16: Self.ansi(style.role, bright: depth == .ansi16)
      case .palette256: Self.palette(style.role)
      }
    paint.bold = paint.bold || style.bold
    paint.underline = paint.underline || style.underline
    paint.reverse = paint.reverse || style.reverse
    return paint
  }

  private static func palette(_ role: Role) -> Paint {
    switch role {
    case .normal: Paint()
    case .strong: Paint(bold: true)
    case .title: Paint(bold: true)
    case .dim, .disabled, .comment, .border: Paint(244)
    case .alertBadge: Paint(160, bold: true, reverse: true)
    case .badge: Paint(29, bold: true, reverse: true)
    case .accent, .hunk: Paint(31)
    case .borderFocused, .key: Paint(31, bold: true)
    case .success, .added: Paint(28)
    case .info, .keyword: Paint(32)
    case .caution, .warning: Paint(130, bold: true)
    case .attention, .modified: Paint(133, bold: true)
    case .danger: Paint(160, bold: true)
    case .removed: Paint(160)
    case .string: Paint(28)
    case .number: Paint(133)
    case .mark: Paint(130, reverse: true)
    case .match: Paint(31, reverse: true)
    case .selection: Paint(bold: true, reverse: true)
    case .selectionInactive: Paint(bold: true, underline: true)
    }
  }

  // Yellow is lost on white and blue on black, so neither is used.
  private static func ansi(_ role: Role, bright: Bool) -> Paint {
    switch role {
    case .normal: Paint()
    case .strong, .title: Paint(bold: true)
    case .dim, .disabled, .comment, .border: bright ? Paint(8) : Paint()
    case .alertBadge: Paint(1, bold: true, reverse: true)
    case .badge: Paint(2, bold: true, reverse: true)
    case .accent, .hunk, .info, .keyword: Paint(6)
    case .borderFocused, .key: Paint(6, bold: true)
    case .success, .added, .string: Paint(2)
    case .caution, .warning, .attention, .modified: Paint(5, bold: true)
    case .danger: Paint(1, bold: true)
    case .removed: Paint(1)
    case .number: Paint(5)
    case .mark: Paint(5, reverse: true)
    case .match: Paint(6, reverse: true)
    case .selection: Paint(bold: true, reverse: true)
    case .selectionInactive: Paint(bold: true, underline: true)
    }
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
