public import TerminalUI

/// The colors of a terminal's palette, for pictures of the screen.
public struct Palette: Sendable, Hashable {
  /// The default background and foreground of the terminal.
  public let background, foreground: RGB

  private let basic: [RGB]

  /// A terminal with a dark background.
  public static let dark = Palette(
    background: RGB(0x16191D), foreground: RGB(0xD7DAE0),
    basic: [
      0x16191D, 0xE06C6C, 0x7CC47C, 0xD7B562, 0x6FA8F0, 0xD08BD8, 0x5BC0C8, 0xC5C8CE,
      0x7D838C, 0xF08A8A, 0x98DB98, 0xE8CB83, 0x8FBEF8, 0xE0A6E6, 0x80D6DC, 0xFFFFFF,
    ])

  /// A terminal with a light background.
  public static let light = Palette(
    background: RGB(0xFDFDFB), foreground: RGB(0x24292E),
    basic: [
      0x24292E, 0xB3261E, 0x22702A, 0x8A6100, 0x1F5FBF, 0x8E3A9D, 0x0B6E78, 0x8A9099,
      0x6B727B, 0xC9372C, 0x2E8537, 0x9E7000, 0x2F6FCF, 0x9F4BAE, 0x137F8A, 0x000000,
    ])

  private init(background: RGB, foreground: RGB, basic: [UInt32]) {
    self.background = background
    self.foreground = foreground
    self.basic = basic.map { RGB($0) }
  }

  /// Returns the color of a palette index: 16 colors of this palette, then xterm's cube and grays.
  ///
  /// - Parameter index: The index.
  public subscript(index: UInt8) -> RGB {
    RGB(palette: index) ?? basic[Int(index)]
  }

  /// Returns a color as the terminal shows it.
  ///
  /// - Parameter color: The color.
  public subscript(color: Color) -> RGB {
    switch color {
    case .index(let index): self[index]
    case .rgb(let color): color
    }
  }
}
