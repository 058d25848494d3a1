import Testing
import TerminalUI

@testable import TerminalCurses

#if canImport(Glibc)
  import Glibc

  struct SystemWidthTests {
    // The table was generated from a C library with Unicode 14, not 15.
    static let isVersionOfTable =
      setlocale(LC_CTYPE, "C.UTF-8") != nil && SystemWidth.columns(of: "\u{1FAE0}") == 2
      && SystemWidth.columns(of: "\u{1FAE8}") == nil

    @Test(.enabled(if: isVersionOfTable))
    func `the width table equals that of the C library for every code point`() throws {
      try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
      for value in UInt32(0)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value) else { continue }
        // wcwidth returns 0 for NUL, which counts as a control character here.
        let expected = value == 0 ? nil : SystemWidth.columns(of: scalar)
        if TextWidth.columns(of: scalar) != expected {
          Issue.record("U+\(String(value, radix: 16)) is not \(String(describing: expected))")
        }
      }
    }

    @Test func `the characters of most scripts have the same width in every C library`() throws {
      try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
      let text = "aé Ω Ж ─│┌┘✓○▸▲…→×≠ 大江 かな 한국 \u{301} ﾊﾝ Ａ"
      for scalar in text.unicodeScalars {
        #expect(TextWidth.columns(of: scalar) == SystemWidth.columns(of: scalar), "\(scalar)")
      }
    }
  }
#endif
