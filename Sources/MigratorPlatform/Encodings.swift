#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

package enum Encodings {
  package static func hexadecimal(
    _ bytes: some Sequence<UInt8>, uppercase: Bool = false
  ) -> String {
    let bytes = Array(bytes)
    let letters: UInt8 = (uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) - 10
    // Written for speed, because a blob can be many megabytes long.
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { text, count in
      for (place, byte) in bytes.enumerated() {
        let (high, low) = (byte >> 4, byte & 15)
        text[2 * place] = high + (high < 10 ? UInt8(ascii: "0") : letters)
        text[2 * place + 1] = low + (low < 10 ? UInt8(ascii: "0") : letters)
      }
      count = bytes.count * 2
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a number in hexadecimal with at least the given number of digits.
  package static func hexadecimal(
    _ number: some UnsignedInteger, digits: Int, uppercase: Bool = false
  ) -> String {
    let text = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Returns the string if the bytes are valid UTF-8, or else `nil`.
  ///
  /// Replaces `String(validating:as:)`, which requires macOS 15 or iOS 18.
  package static func text(utf8 bytes: some Collection<UInt8>) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    // Invalid UTF-8 was replaced, so the string differs from the bytes.
    guard text.utf8.count == bytes.count else { return nil }
    let isSame = text.withUTF8 { written in
      bytes.withContiguousStorageIfAvailable { given in
        guard let one = written.baseAddress, let other = given.baseAddress else { return true }
        return memcmp(one, other, written.count) == 0
      } ?? written.elementsEqual(bytes)
    }
    return isSame ? text : nil
  }

  /// Returns bytes as Base64 with padding.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc4648#section-4>.
  package static func base64(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }

  /// Returns a value as JSON on one line, with sorted keys.
  package static func json(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }

  package static func value<T: Decodable>(
    _ type: T.Type, fromJSON bytes: some Sequence<UInt8>
  ) throws -> T {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  package static func randomUUID() -> String { UUID().uuidString.lowercased() }
}
