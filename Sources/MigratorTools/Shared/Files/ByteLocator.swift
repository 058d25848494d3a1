import MigratorEngine
import MigratorPlatform

/// Converts byte offsets to locations, even in invalid UTF-8.
struct ByteLocator {
  let file: String
  let bytes: [UInt8]

  /// The line and column of an offset; the column counts characters as far as possible.
  func location(at offset: Int) -> ScriptLocation {
    let head = bytes[..<min(offset, bytes.count)]
    let line = head.count { $0 == UInt8(ascii: "\n") } + 1
    let start = (head.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let column = String(decoding: head[start...], as: UTF8.self).count + 1
    return ScriptLocation(file: file, line: line, column: column, offset: offset)
  }

  /// The offset of the first byte that is not valid UTF-8, or the count if all are valid.
  var firstInvalidOffset: Int {
    var offset = 0
    while offset < bytes.count {
      let length = Self.length(of: bytes[offset])
      guard offset + length <= bytes.count,
        Encodings.text(utf8: bytes[offset..<(offset + length)]) != nil
      else { return offset }
      offset += length
    }
    return offset
  }

  private static func length(of lead: UInt8) -> Int {
    switch lead {
    case 0xC0..<0xE0: return 2
    case 0xE0..<0xF0: return 3
    case 0xF0...0xFF: return 4
    default: return 1
    }
  }
}
