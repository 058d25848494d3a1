import MigratorPlatform

struct SqlxSettings: Sendable {
  /// The characters to ignore, as a single string.
  let ignoredText: String

  init(_ toml: String) {
    ignoredText =
      SettingsText(toml, .toml).entries.last { $0.key == "ignored-chars" }?.values.joined() ?? ""
  }

  /// The checksum of a file: SHA-384 of its bytes, without the ignored characters.
  func checksum(of bytes: [UInt8]) -> [UInt8] {
    guard !ignoredText.isEmpty else { return SHA384.digest(of: bytes) }
    let ignored = Set(ignoredText.unicodeScalars)
    var kept = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
    where !ignored.contains(scalar) {
      kept.append(scalar)
    }
    return SHA384.digest(of: Array(String(kept).utf8))
  }
}
