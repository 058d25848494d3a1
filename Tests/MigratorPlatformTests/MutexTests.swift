import Dispatch
import MigratorPlatform
import MigratorTestSupport
import Testing

struct MutexTests {
  private final class Witness: Sendable {
    let gone: Mutex<Int>
    init(_ gone: Mutex<Int>) { self.gone = gone }
    deinit { gone.withLock { $0 += 1 } }
  }

  private struct Refusal: Error {}

  @Test func `concurrent changes are not lost`() {
    let numbers = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<2_000 { numbers.withLock { $0.append(thread * 2_000 + number) } }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<16_000))
  }

  @Test func `a thrown error unlocks the mutex and keeps its changes`() {
    let number = Mutex(0)
    #expect(throws: Refusal.self) {
      try number.withLock {
        $0 = 7
        throw Refusal()
      }
    }
    #expect(number.withLock { $0 } == 7)
  }

  @Test func `a mutex releases its value when the mutex is deallocated`() {
    let gone = Mutex(0)
    var witness: Mutex<Witness>? = Mutex(Witness(gone))
    #expect(witness != nil && gone.withLock { $0 } == 0)
    witness = nil
    #expect(gone.withLock { $0 } == 1)
  }

  @Test func `writes before a flag is set are visible to a thread that sees the flag`() throws {
    let (flag, number) = (AtomicFlag(), Mutex(0))
    #expect(!flag.isSet)
    DispatchQueue.global().async {
      number.withLock { $0 = 7 }
      flag.set()
    }
    try Limit.wait(for: "the flag") { flag.isSet }
    #expect(number.withLock { $0 } == 7)
  }
}

struct EncodingTests {
  @Test(arguments: ["", "a\u{0}b", "\u{FEFF}a", "e\u{301}", "\u{FFFD}", "日本\u{1F600}"])
  func `valid UTF-8 is decoded completely`(text: String) {
    #expect(Encodings.text(utf8: Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func `each byte becomes two hexadecimal digits`() {
    let digits = (0...255).map { Encodings.hexadecimal(UInt8($0), digits: 2) }.joined()
    #expect(Encodings.hexadecimal(0...255 as ClosedRange<UInt8>) == digits)
    #expect(
      Encodings.hexadecimal(0...255 as ClosedRange<UInt8>, uppercase: true) == digits.uppercased())
    #expect(Encodings.hexadecimal([]) == "")
  }

  @Test(arguments: [
    "", "plain", "-", "--", "a-b", "-a", "a-", "é-é", "日本-\u{1F600}-", "\u{1F600}", "!é!", "é!",
    "!!é",
  ])
  func `escaping a string gives the same result as escaping its scalars one by one`(text: String) {
    func escape(_ scalar: Unicode.Scalar, _ followsEscape: Bool) -> String? {
      scalar == "-"
        ? "<minus>" : scalar == "!" ? "<!>" : followsEscape && !scalar.isASCII ? "<?>" : nil
    }
    var expected = "x"
    var followsEscape = true
    for scalar in text.unicodeScalars {
      let replacement = escape(scalar, followsEscape)
      expected += replacement ?? String(scalar)
      followsEscape = replacement != nil
    }
    var written = "x"
    written.append(text, where: { $0 != 0x2D && $0 != 0x21 }, escaping: escape)
    #expect(Array(written.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0x80], [0xC0, 0x80], [0xE6, 0x97], [0xED, 0xA0, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xEF, 0xBF, 0xBD, 0xFF],
    ] as [[UInt8]])
  func `invalid UTF-8 is rejected`(bytes: [UInt8]) {
    #expect(Encodings.text(utf8: bytes) == nil)
  }
}
