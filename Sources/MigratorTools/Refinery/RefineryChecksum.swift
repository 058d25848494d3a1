/// The checksum of a refinery migration, which its ledger stores in decimal.
///
/// Source: rust-db/refinery `refinery_core/src/runner.rs`. Rust hashes a string with a final byte
/// 0xFF, and an integer in its own width, little-endian.
enum RefineryChecksum {
  /// Computes the checksum with 64-bit versions (the feature `int8-versions`) or 32-bit versions.
  static func number(of name: RefineryName, isWide: Bool, sql: String) -> UInt64 {
    let version = (0..<(isWide ? 8 : 4)).map {
      UInt8(truncatingIfNeeded: name.version >> ($0 * 8))
    }
    return SipHash13.hash(Array(name.name.utf8) + [0xFF] + version + Array(sql.utf8) + [0xFF])
  }
}
