import Foundation
import ConsolePictures
import TerminalUI
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct ThemeTests {
  private static let black = RGB(0x000000)
  private static let white = RGB(0xFFFFFF)

  /// The backgrounds on which each theme's colors must be readable, with the minimum contrast.
  private static let promises: [(Theme.Name, [RGB], Double)] = [
    (.auto, [black, white], 3.8), (.colorBlind, [black, white], 3.8),
    // The dark grays and the paper color that many terminals use for black and white.
    (.dark, [black, RGB(0x1E1E1E), RGB(0x282C34)], 4.5),
    (.light, [white, RGB(0xFDF6E3)], 4.5),
    (.highContrast, [black, RGB(0x1E1E1E)], 7), (.highContrastLight, [white], 7),
  ]

  @Test(arguments: Role.allCases)
  func `each color of a theme is readable on its backgrounds`(_ role: Role) throws {
    for (name, backgrounds, least) in Self.promises {
      let paint = Theme(depth: .palette256, name: name).paint(for: Style(role))
      guard case .index(let index)? = paint.foreground else { continue }
      // The first sixteen colors are the terminal's own and have an unknown contrast.
      let color = try #require(RGB(palette: index))
      for background in backgrounds {
        #expect(color.contrast(to: background) >= least, "\(name) \(role) on \(background.hex)")
      }
    }
  }

  @Test func `contrast is computed as WCAG defines it`() {
    #expect(abs(Self.black.contrast(to: Self.white) - 21) < 0.001)
    #expect(abs(RGB(0x777777).contrast(to: Self.white) - 4.478) < 0.001)
    #expect(abs(RGB(0xFF0000).contrast(to: Self.white) - 3.998) < 0.001)
  }

  @Test
  func `success and danger can be distinguished in both kinds of red-green blindness`() throws {
    // Brettel's simulation of dichromacy for linear RGB, with the matrices of Viénot, 1999.
    let protan = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
    let deutan = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
    func seen(_ color: RGB, _ eye: [[Double]]) -> [Double] {
      let parts = [color.red, color.green, color.blue].map { pow(Double($0) / 255, 2.2) }
      return eye.map { row in
        pow(max(0, row[0] * parts[0] + row[1] * parts[1] + row[2] * parts[2]), 1 / 2.2) * 255
      }
    }
    func distance(_ name: Theme.Name, _ one: Role, _ two: Role, _ eye: [[Double]]) throws -> Double
    {
      let theme = Theme(depth: .trueColor, name: name)
      var colors: [RGB] = []
      for role in [one, two] {
        guard case .rgb(let color)? = theme.paint(for: Style(role)).foreground else { continue }
        colors.append(color)
      }
      try #require(colors.count == 2)
      let parts = zip(seen(colors[0], eye), seen(colors[1], eye)).map { ($0 - $1) * ($0 - $1) }
      return parts.reduce(0, +).squareRoot()
    }
    for eye in [protan, deutan] {
      #expect(try distance(.colorBlind, .success, .danger, eye) > 120)
      #expect(try distance(.colorBlind, .added, .removed, eye) > 120)
    }
    // The default theme fails this test, so the color-blind theme is needed.
    #expect(try distance(.auto, .success, .caution, deutan) < 120)
  }

  @Test func `a color is replaced by the nearest color that the terminal supports`() {
    let color = Color.rgb(RGB(0xFF5F5E))
    #expect(color.nearest(.trueColor) == color)
    #expect(color.nearest(.palette256) == .index(203))
    #expect(color.nearest(.ansi16) == .index(9))
    #expect(color.nearest(.mono) == nil)
    #expect(Color.index(31).nearest(.trueColor) == .rgb(RGB(0x0087AF)))
    #expect(Color.index(9).nearest(.ansi8) == .index(1))
  }

  @Test func `a custom color overrides that of the theme and can be combined with emphasis`() {
    let theme = Theme(
      depth: .palette256, name: .dark, changes: [.danger: Paint(.rgb(RGB(0xFF0000)), bold: true)])
    #expect(theme.paint(for: Style(.danger)).foreground == .index(196))
    #expect(theme.paint(for: Style(.danger, underline: true)).underline)
  }

  @Test(arguments: Role.allCases)
  func `with eight colors, a theme uses none that is unreadable on white or black`(_ role: Role) {
    let color = Theme(depth: .ansi8).paint(for: Style(role)).foreground
    #expect(color == nil || [1, 2, 5, 6].map { Color.index($0) }.contains(color))
  }

  @Test(arguments: Role.allCases) func `no colors are used on a monochrome terminal`(_ role: Role) {
    #expect(Theme(depth: .mono).paint(for: Style(role)).foreground == nil)
  }

  @Test(arguments: ColorDepth.allCases, Theme.Name.allCases)
  func `important roles are emphasized in every theme at every color depth`(
    _ depth: ColorDepth, _ name: Theme.Name
  ) {
    let theme = Theme(depth: depth, name: name)
    let normal = theme.paint(for: .normal)
    for role in [
      Role.alertBadge, .danger, .warning, .mark, .selection, .selectionInactive, .badge,
    ] {
      #expect(theme.paint(for: Style(role)) != normal, "\(role)")
    }
    #expect(theme.paint(for: Style(.selection)).reverse)
    #expect(theme.paint(for: Style(.alertBadge)) != theme.paint(for: Style(.badge)))
    #expect(theme.paint(for: Style(.selection)) != theme.paint(for: Style(.selectionInactive)))
  }

  @Test func `emphasis of a style is added to that of its role`() {
    let paint = Theme(depth: .palette256).paint(
      for: Style(.success, bold: true, underline: true, reverse: true))
    #expect(paint.bold && paint.underline && paint.reverse)
  }

  @Test(arguments: [(2, 0), (8, 8), (15, 8), (16, 16), (88, 16), (256, 256), (1 << 24, 1 << 24)])
  func `the color depth is the largest that the number of colors allows`(colors: Int, depth: Int) {
    #expect(ColorDepth(colors: colors).rawValue == depth)
  }
}

extension RGB {
  /// Returns the contrast between two colors, from 1 (none) to 21 (black on white).
  ///
  /// Source: WCAG 2.2, contrast ratio and relative luminance.
  func contrast(to other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
