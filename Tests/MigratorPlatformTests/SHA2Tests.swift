import MigratorPlatform
import MigratorTestSupport
import Testing

struct SHA2Tests {
  /// Source: the examples of NIST for SHA-256 and SHA-384.
  @Test func `the digests are those of the standard`() {
    let letters = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(
      ["", "abc", letters, String(repeating: "a", count: 1_000_000)].map(SHA256.hexadecimal) == [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
      ])
    #expect(
      Encodings.hexadecimal(SHA384.digest(of: Array("abc".utf8)))
        == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"
        + "1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
  }

  /// Lengths around the ends of blocks of 64 and 128 bytes, and around their padding.
  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 239, 240, 10_007])
  func `the digests are those of sha256sum and sha384sum`(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251) }
    try folder.write("input", bytes: bytes)
    func sum(_ program: String) throws -> Substring? {
      try Program.run([program, "input"], in: folder.path).output.split(separator: " ").first
    }
    #expect(try sum("sha256sum") == Encodings.hexadecimal(SHA256.digest(of: bytes))[...])
    #expect(try sum("sha384sum") == Encodings.hexadecimal(SHA384.digest(of: bytes))[...])
  }

  @Test(arguments: [1, 7, 64, 100, 5000])
  func `input can be added in parts, and a copy continues separately`(size: Int) {
    let bytes = (0..<9_999).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251) }
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(hash.digest == SHA256.digest(of: bytes))

    var copy = hash
    copy.update([1])
    hash.update([2])
    #expect(copy.digest == SHA256.digest(of: bytes + [1]))
    #expect(hash.digest == SHA256.digest(of: bytes + [2]))
  }
}
