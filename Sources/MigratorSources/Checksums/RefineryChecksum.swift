/// The checksum of a migration of refinery, as its ledger stores it: a decimal number as text.
///
/// Source: rust-db/refinery `refinery_core/src/runner.rs`, where Rust hashes a text with the byte
/// 0xFF at its end, and a number in its width, the low byte first.
enum RefineryChecksum {
  /// Computes the checksum.
  ///
  /// - Parameters:
  ///   - name: The name without prefix and version.
  ///   - version: The version.
  ///   - isWide: Whether versions have 64 bits (the feature `int8-versions`) and not 32.
  ///   - sql: The file's text.
  /// - Returns: The number in decimal digits.
  static func text(name: String, version: Int64, isWide: Bool, sql: String) -> String {
    let number = (0..<(isWide ? 8 : 4)).map { UInt8(truncatingIfNeeded: version >> ($0 * 8)) }
    return String(
      SipHash13.hash(Array(name.utf8) + [0xFF] + number + Array(sql.utf8) + [0xFF]))
  }
}
