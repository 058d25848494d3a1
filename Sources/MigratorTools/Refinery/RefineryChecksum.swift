/// The checksum of a migration of refinery, which its ledger stores in decimal digits.
///
/// Source: rust-db/refinery `refinery_core/src/runner.rs`, where Rust hashes a text with the byte
/// 0xFF at its end, and a number in its width, the low byte first.
enum RefineryChecksum {
  /// Computes the checksum, with versions of 64 bits (the feature `int8-versions`) or of 32.
  static func number(of name: RefineryName, isWide: Bool, sql: String) -> UInt64 {
    let version = (0..<(isWide ? 8 : 4)).map {
      UInt8(truncatingIfNeeded: name.version >> ($0 * 8))
    }
    return SipHash13.hash(Array(name.name.utf8) + [0xFF] + version + Array(sql.utf8) + [0xFF])
  }
}
