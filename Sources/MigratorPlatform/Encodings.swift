#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What Foundation writes for us; no other module need know it for that.
package enum Encodings {
  /// Returns bytes as text of 64 characters, padded.
  ///
  /// - Source: <https://www.rfc-editor.org/rfc/rfc4648#section-4>.
  package static func base64(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }

  /// Returns a new random UUID, in small letters.
  package static func randomUUID() -> String { UUID().uuidString.lowercased() }
}
