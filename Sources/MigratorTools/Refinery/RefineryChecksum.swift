/// The checksum of a migration of refinery, which its ledger stores in decimal digits.
///
/// Source: rust-db/refinery `refinery_core/src/runner.rs`, where Rust hashes a text with the byte
/// 0xFF at its end, and a number in its width, the low byte first.
enum RefineryChecksum {
  /// Computes the checksum.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - isWide: Whether versions have 64 bits (the feature `int8-versions`) and not 32.
  ///   - sql: The file's text.
  /// - Returns: The number.
  static func number(of name: RefineryName, isWide: Bool, sql: String) -> UInt64 {
    let version = (0..<(isWide ? 8 : 4)).map {
      UInt8(truncatingIfNeeded: name.version >> ($0 * 8))
    }
    return SipHash13.hash(Array(name.name.utf8) + [0xFF] + version + Array(sql.utf8) + [0xFF])
  }
}
