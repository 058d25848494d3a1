import ConsolePictures
import TerminalUI
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct ThemeTests {
  // WCAG's relative luminance.
  static func luminance(_ color: RGB) -> Double {
    let parts = [color.red, color.green, color.blue].map { part -> Double in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test(arguments: Role.allCases)
  func `each of the 256 colours in use can be read on black and on white`(_ role: Role) {
    guard let index = Theme(depth: .palette256).paint(for: Style(role)).foreground else { return }
    let light = Self.luminance(Palette.dark[index])
    #expect(index >= 16)
    #expect((light + 0.05) / 0.05 >= 3.8, "on black")
    #expect(1.05 / (light + 0.05) >= 3.8, "on white")
  }

  @Test(arguments: Role.allCases)
  func `eight colours leave out those that are lost on white or on black`(_ role: Role) {
    let color = Theme(depth: .ansi8).paint(for: Style(role)).foreground
    #expect(color == nil || [1, 2, 5, 6].contains(color))
  }

  @Test(arguments: Role.allCases) func `without colours there are none`(_ role: Role) {
    #expect(Theme(depth: .mono).paint(for: Style(role)).foreground == nil)
  }

  @Test(arguments: ColorDepth.allCases)
  func `what must not be missed stands out at every depth`(_ depth: ColorDepth) {
    let theme = Theme(depth: depth)
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

  @Test(arguments: [(2, 0), (8, 8), (15, 8), (16, 16), (88, 16), (256, 256), (1 << 24, 256)])
  func `a terminal gets the depth its colours allow`(colors: Int, depth: Int) {
    #expect(ColorDepth(colors: colors).rawValue == depth)
  }
}
