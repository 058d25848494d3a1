import Testing

@testable import MigratorPlatform

struct VisibilityTests {
  @Test func `isVisible agrees with the Unicode properties of every scalar`() {
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
