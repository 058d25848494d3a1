/// SipHash-1-3 with the key zero, as in refinery's crate `siphasher`.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF". This variant has one round
/// for each word and three final rounds.
struct SipHash13 {
  private var v0: UInt64 = 0x736F_6D65_7073_6575
  private var v1: UInt64 = 0x646F_7261_6E64_6F6D
  private var v2: UInt64 = 0x6C79_6765_6E65_7261
  private var v3: UInt64 = 0x7465_6462_7974_6573

  /// The hash of bytes.
  ///
  /// - Complexity: O(*n*).
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var state = SipHash13()
    let whole = bytes.count / 8 * 8
    bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: whole, by: 8) {
        state.absorb(
          UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
      }
    }
    let rest = bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    state.absorb(rest | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finish()
  }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  private mutating func finish() -> UInt64 {
    v2 ^= 0xFF
    for _ in 0..<3 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func round() {
    v0 = v0 &+ v1
    v2 = v2 &+ v3
    v1 = Self.rotate(v1, 13) ^ v0
    v3 = Self.rotate(v3, 16) ^ v2
    v0 = Self.rotate(v0, 32)
    v2 = v2 &+ v1
    v0 = v0 &+ v3
    v1 = Self.rotate(v1, 17) ^ v2
    v3 = Self.rotate(v3, 21) ^ v0
    v2 = Self.rotate(v2, 32)
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
