/// What `sqlx.toml` says of checksums.
struct SqlxSettings: Sendable {
  /// The characters that do not count, one after the other.
  let ignoredText: String

  /// Reads the list `ignored-chars`; none is read where the file has another form.
  init(_ toml: String) {
    var ignored = ""
    let line = toml.split(whereSeparator: \.isNewline).first {
      $0.drop { $0.isWhitespace }.hasPrefix("ignored-chars")
    }
    // Every other part between quotes is a text.
    let parts = (line ?? "").replacing("\\\"", with: "\\q").split(
      separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index % 2 == 1 {
      switch part {
      case "\\r": ignored.append("\r")
      case "\\n": ignored.append("\n")
      case "\\t": ignored.append("\t")
      case "\\q": ignored.append("\"")
      case "\\\\": ignored.append("\\")
      default:
        if part.hasPrefix("\\u") || part.hasPrefix("\\U"),
          let scalar = UInt32(part.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        {
          ignored.unicodeScalars.append(scalar)
        } else {
          ignored += part
        }
      }
    }
    ignoredText = ignored
  }

  /// The checksum of a file: SHA-384 of its bytes, without the characters that do not count.
  func checksum(of bytes: [UInt8]) -> [UInt8] {
    guard !ignoredText.isEmpty else { return SHA2.bytes384(bytes) }
    let ignored = Set(ignoredText.unicodeScalars)
    var kept = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
    where !ignored.contains(scalar) {
      kept.append(scalar)
    }
    return SHA2.bytes384(Array(String(kept).utf8))
  }
}
