import Crypto

/// The digests that ledgers store.
enum SHA2 {
  /// SHA-256 in lower-case hexadecimal digits.
  static func hex256(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  /// SHA-256, as bytes.
  static func bytes256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// SHA-384, as bytes.
  static func bytes384(_ bytes: [UInt8]) -> [UInt8] { Array(SHA384.hash(data: bytes)) }

  /// Bytes as lower-case hexadecimal digits.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
