extension Sanitizer {
  static let asciiSpellings = [
    "…": "...", "–": "-", "−": "-", "·": "|", "→": "->", "×": "x", "✓": "v", "│": "|",
    // Arrows get the names of the keys, because `v` is itself a key.
    "↑": "Up", "↓": "Down", "←": "Left",
  ]

  static let asciiNames = ["⏎": "\\n", "␍": "\\r", "⇥": "\\t", "␣": "\\u{A0}"]

  private static let asciiClusters: [SafeText.Cluster] = (0x20...0x7E).map {
    SafeText.Cluster(text: String(Unicode.Scalar(UInt8($0))), width: 1, isMark: false)
  }

  static func isPrintableASCII(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { isPrintableASCII($0) } }
      ?? text.utf8.allSatisfy { isPrintableASCII($0) }
  }

  static func asciiCluster(_ byte: UInt8) -> SafeText.Cluster {
    asciiClusters[isPrintableASCII(byte) ? Int(byte) - 0x20 : 0]
  }

  /// Returns the mark of a code point that must not be shown, and whether it is counted.
  ///
  /// Nil for code points that can be shown, and for tabs, selectors and joiners, whose treatment
  /// depends on their context.
  static func mark(for scalar: Unicode.Scalar) -> (text: String, counted: Bool)? {
    switch scalar.value {
    case 0x09, 0xFE0E, 0xFE0F, 0x200D: return nil
    case 0x0A: return ("⏎", false)
    case 0x0D: return ("␍", true)
    case 0x00..<0x20: return ("^" + String(Unicode.Scalar(UInt8(scalar.value + 0x40))), true)
    case 0x7F: return ("^?", true)
    case 0x80..<0xA0: return ("<\(hex(scalar.value, digits: 2))>", true)
    case 0xA0: return ("␣", false)
    case 0x3000: return nil
    // Blank, or drawn over a neighbor by some terminals: Braille blank, skin tones, flag letters.
    case 0x2800, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: return (name(scalar), false)
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return (name(scalar), true)
    case .spaceSeparator:
      return (name(scalar), false)
    default:
      return properties.isDefaultIgnorableCodePoint ? (name(scalar), true) : nil
    }
  }

  /// Returns the mark that names a code point, such as `<U+202E>`.
  static func name(_ scalar: Unicode.Scalar) -> String {
    "<U+\(hex(scalar.value, digits: 4))>"
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
