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
  /// Any colour, by its parts of red, green and blue.
  case trueColor = 0x1000000

  /// Orders depths by their number of colours.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns the best depth that a number of colours allows.
  ///
  /// - Parameter colors: The number of colours the terminal reports.
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

/// A style as a terminal draws it.
public struct Paint: Sendable, Hashable {
  /// The colour of the text, or nil for the terminal's own.
  public var foreground: Color?

  /// Whether it is bold.
  public var bold = false

  /// Whether it is underlined.
  public var underline = false

  /// Whether foreground and background are exchanged.
  public var reverse = false

  /// Creates a paint; the parameters are the properties.
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
