#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Bytes and numbers as text, and what Foundation writes for us.
package enum Encodings {
  /// Returns bytes as hexadecimal digits, two for each.
  package static func hexadecimal(
    _ bytes: some Sequence<UInt8>, uppercase: Bool = false
  ) -> String {
    let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a number as so many hexadecimal digits, or more where it needs them.
  package static func hexadecimal(
    _ number: some UnsignedInteger, digits: Int, uppercase: Bool = false
  ) -> String {
    let text = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Returns bytes as text where they are UTF-8, or `nil`.
  ///
  /// As `String(validating:as:)`, which begins with macOS 15 and iOS 18.
  package static func text(utf8 bytes: some Collection<UInt8>) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    // What is no UTF-8 has been replaced, and differs.
    guard text.utf8.count == bytes.count else { return nil }
    let isSame = text.withUTF8 { written in
      bytes.withContiguousStorageIfAvailable { given in
        guard let one = written.baseAddress, let other = given.baseAddress else { return true }
        return memcmp(one, other, written.count) == 0
      } ?? written.elementsEqual(bytes)
    }
    return isSame ? text : nil
  }

  /// Returns bytes as text of 64 characters, padded.
  ///
  /// - Source: <https://www.rfc-editor.org/rfc/rfc4648#section-4>.
  package static func base64(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }

  /// Returns a value as JSON on one line, its members in the order of their names.
  package static func json(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }

  /// Reads a value from JSON.
  package static func value<T: Decodable>(
    _ type: T.Type, fromJSON bytes: some Sequence<UInt8>
  ) throws -> T {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Returns a new random UUID, in small letters.
  package static func randomUUID() -> String { UUID().uuidString.lowercased() }
}
