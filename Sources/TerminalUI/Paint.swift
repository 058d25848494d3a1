/// The number of colors of a terminal.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// No colors: only bold, underline and reverse.
  case mono = 0
  /// The eight ANSI colors.
  case ansi8 = 8
  /// The eight ANSI colors and their bright variants.
  case ansi16 = 16
  /// The palette of xterm.
  case palette256 = 256
  /// Any RGB color.
  case trueColor = 0x1000000

  /// Orders depths by their number of colors.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns the best depth for a number of colors.
  ///
  /// - Parameter colors: The number of colors that the terminal reports.
  public init(colors: Int) {
    switch colors {
    case 0x1000000...: self = .trueColor
    case 256...: self = .palette256
    case 16...: self = .ansi16
    case 8...: self = .ansi8
    default: self = .mono
    }
  }
}

/// The colors and attributes with which a terminal draws a style.
public struct Paint: Sendable, Hashable {
  /// The foreground color; nil for the default.
  public var foreground: Color?

  /// True for bold text.
  public var bold = false

  /// True for underlined text.
  public var underline = false

  /// True if foreground and background are swapped.
  public var reverse = false

  /// Creates a paint with the given property values.
  public init(
    _ foreground: Color? = nil, bold: Bool = false, underline: Bool = false,
    reverse: Bool = false
  ) {
    self.foreground = foreground
    self.bold = bold
    self.underline = underline
    self.reverse = reverse
  }

  init(_ index: UInt8, bold: Bool = false, underline: Bool = false, reverse: Bool = false) {
    self.init(.index(index), bold: bold, underline: underline, reverse: reverse)
  }
}
