/// The cyclic redundancy check of zip and of Java's `CRC32`.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc1952#section-8>.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
    }
  }

  /// The checksum of a file without line endings and byte order mark, as a signed integer.
  ///
  /// Flyway stores this value, computed in Java.
  static func ofLines(_ text: String) -> Int64 {
    let bytes = Array(text.utf8)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let lines = bytes[start...].lazy.filter { $0 != 10 && $0 != 13 }
    return Int64(Int32(bitPattern: checksum(lines)))
  }
}
