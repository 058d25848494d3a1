import MigratorTestSupport
import Testing

@testable import SQLSyntax

struct SQLScannerTests {
  @Test func `random bytes do not crash the scanner or the splitter, and tokens cover all bytes`() {
    var numbers = SeededGenerator(seed: 7)
    let alphabet =
      Array("'\"`[];-/*\n\r $:@#(),CREATE TEMP TRIGGER END xéBEGIN".utf8) + [0xFF, 0xEF]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...60, using: &numbers)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &numbers) ?? 0 }
      var position = 0
      // One expectation for all tokens, because an expectation costs far more than a token.
      let found = bytes.withUnsafeBufferPointer { bytes in
        for token in SQLScanner(bytes) {
          guard token.range.lowerBound == position, !token.range.isEmpty else { break }
          position = token.range.upperBound
        }
        return (try? ScriptSplitter.places(in: bytes, file: "")) ?? []
      }
      #expect(position == bytes.count, "\(bytes)")
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.start < $1.start })
    }
  }
}
