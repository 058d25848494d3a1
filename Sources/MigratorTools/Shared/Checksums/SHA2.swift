import Crypto
import MigratorPlatform

enum SHA2 {
  /// SHA-256 of a string in lowercase hexadecimal digits.
  static func hex256(_ text: String) -> String {
    Encodings.hexadecimal(SHA256.hash(data: Array(text.utf8)))
  }

  static func bytes256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  static func bytes384(_ bytes: [UInt8]) -> [UInt8] { Array(SHA384.hash(data: bytes)) }
}
