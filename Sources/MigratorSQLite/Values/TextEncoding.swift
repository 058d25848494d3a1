import CSQLite3

/// The text encoding of a database, which determines the conversion between text and blobs.
enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16le"
  case utf16BigEndian = "UTF-16be"

  var code: UInt8 {
    switch self {
    case .utf8: UInt8(SQLITE_UTF8)
    case .utf16LittleEndian: UInt8(SQLITE_UTF16LE)
    case .utf16BigEndian: UInt8(SQLITE_UTF16BE)
    }
  }

  /// Returns the stored bytes of text that SQLite returns as UTF-8.
  ///
  /// The UTF-8 may contain surrogates, which are invalid in UTF-8.
  func stored(_ bytes: some Collection<UInt8>) -> [UInt8] {
    if self == .utf8 { return Array(bytes) }
    var units: [UInt16] = []
    var (scalar, left) = (UInt32(0), 0)
    for byte in bytes {
      switch byte {
      case ..<0x80: (scalar, left) = (UInt32(byte), 0)
      case ..<0xC0: (scalar, left) = (scalar << 6 | UInt32(byte & 0x3F), left - 1)
      case ..<0xE0: (scalar, left) = (UInt32(byte & 0x1F), 1)
      case ..<0xF0: (scalar, left) = (UInt32(byte & 0x0F), 2)
      default: (scalar, left) = (UInt32(byte & 0x07), 3)
      }
      if left > 0 { continue }
      units +=
        Unicode.Scalar(scalar).map { Array($0.utf16) } ?? [UInt16(truncatingIfNeeded: scalar)]
    }
    return units.flatMap { unit in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
      return self == .utf16LittleEndian ? [low, high] : [high, low]
    }
  }
}

/// An object that knows the text encoding of its database, which matters for invalid Unicode.
protocol TextEncodingProvider: AnyObject {
  var encoding: TextEncoding { get }
}
