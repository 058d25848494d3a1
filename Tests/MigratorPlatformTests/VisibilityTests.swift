import Testing

@testable import MigratorPlatform

struct VisibilityTests {
  @Test func `a scalar is visible exactly if its Unicode properties say so`() {
    let unseen: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate,
    ]
    let wrong = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter { scalar in
      let isSeen =
        !unseen.contains(scalar.properties.generalCategory)
        && !scalar.properties.isDefaultIgnorableCodePoint
      return scalar.isVisible != isSeen
    }
    #expect(wrong == [])
  }
}
