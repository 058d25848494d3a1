internal import CMigratorPlatform

/// A SHA-256 that reads its input in parts.
///
/// A copy continues separately. The digests identify files and fill ledgers; they protect no
/// secrets. Source: FIPS 180-4.
package struct SHA256 {
  private var state = platform_sha256_start()

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    platform_sha256_add(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The 32 bytes for the input so far; more can follow.
  package var digest: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      platform_sha256_end(state, digest.baseAddress)
      count = 32
    }
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// The digest of the UTF-8 of a string, in lowercase hexadecimal digits.
  package static func hexadecimal(of text: String) -> String {
    // A migration can have many megabytes, so its bytes are not copied.
    var (text, hash) = (text, SHA256())
    text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
    return Encodings.hexadecimal(hash.digest)
  }
}

package enum SHA384 {
  /// The 48 bytes for an input.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 48) { digest, count in
      bytes.withUnsafeBytes { platform_sha384($0.baseAddress, $0.count, digest.baseAddress) }
      count = 48
    }
  }
}
