import Testing

@testable import MigratorPlatform

@Suite(.timeLimit(.minutes(15)))
struct VisibilityTests {
  @Test func `of ASCII, what is seen is what Unicode says is seen`() {
    for value in UInt8.min..<0x80 {
      let scalar = Unicode.Scalar(value)
      let isSeen =
        scalar.properties.generalCategory != .control
        && !scalar.properties.isDefaultIgnorableCodePoint
      #expect(scalar.isVisible == isSeen, "\(value)")
    }
  }
}
