/// A color as red, green and blue.
public struct RGB: Sendable, Hashable {
  /// The components, from 0 to 255.
  public let red, green, blue: UInt8

  /// Creates a color.
  ///
  /// - Parameter hex: The color as `0xRRGGBB`.
  public init(_ hex: UInt32) {
    red = UInt8(hex >> 16 & 0xFF)
    green = UInt8(hex >> 8 & 0xFF)
    blue = UInt8(hex & 0xFF)
  }

  /// The color as `0xRRGGBB`.
  public var value: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The color as `#rrggbb`.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined()
  }

  /// The color of a palette index from 16: xterm's color cube, then its grays.
  ///
  /// Returns `nil` for the first 16 colors, which every terminal defines differently.
  ///
  /// - Parameter index: The index.
  /// - Source: <https://invisible-island.net/xterm/xterm.faq.html>, 256colres.pl.
  public init?(palette index: UInt8) {
    guard index >= 16 else { return nil }
    if index >= 232 {
      let level = UInt32(8 + 10 * (Int(index) - 232))
      self.init(level << 16 | level << 8 | level)
      return
    }
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    let cube = Int(index) - 16
    self.init(levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6])
  }
}

/// A color in a theme.
public enum Color: Sendable, Hashable {
  /// A color of the terminal's palette: 16 that the terminal defines, then xterm's 240.
  case index(UInt8)
  /// An RGB color, which few terminals show exactly.
  case rgb(RGB)

  /// The nearest color that a terminal of a given depth can show.
  ///
  /// - Parameter depth: The color depth.
  /// - Returns: The nearest color; `nil` for a terminal without colors.
  public func nearest(_ depth: ColorDepth) -> Color? {
    switch (self, depth) {
    case (_, .mono): nil
    case (.index(let index), .trueColor): RGB(palette: index).map { .rgb($0) } ?? self
    case (.rgb, .trueColor), (.index, .palette256): self
    case (.rgb(let color), .palette256): .index(Self.index(nearest: color, in: 16...255))
    case (.index(let index), .ansi16) where index < 16: self
    case (.index(let index), .ansi8) where index < 16: .index(index % 8)
    case (.index(let index), _): Color.rgb(RGB(palette: index) ?? RGB(0)).nearest(depth)
    case (.rgb(let color), _):
      .index(Self.index(nearest: color, in: depth == .ansi16 ? 0...15 : 0...7))
    }
  }

  /// Typical values of the first 16 colors, only used to find the nearest one.
  private static let usual: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  private static func index(nearest color: RGB, in range: ClosedRange<UInt8>) -> UInt8 {
    func distance(_ index: UInt8) -> Int {
      let other = RGB(palette: index) ?? RGB(usual[Int(index)])
      let parts = [
        (color.red, other.red), (color.green, other.green), (color.blue, other.blue),
      ].map { Int($0.0) - Int($0.1) }
      // The eye distinguishes greens best and blues least.
      return 3 * parts[0] * parts[0] + 4 * parts[1] * parts[1] + 2 * parts[2] * parts[2]
    }
    return range.min { distance($0) < distance($1) } ?? range.lowerBound
  }
}
