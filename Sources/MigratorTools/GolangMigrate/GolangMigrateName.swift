/// The name of a golang-migrate file: `N_title.up.sql`.
///
/// The title extends to the last `.up.` or `.down.`. The rest is any extension, even one that
/// begins with a dot: `30_tag.up..sql`.
///
/// Source: golang-migrate/migrate `source/parse.go`.
struct GolangMigrateName {
  /// The number, which can have leading zeros in the name.
  let version: UInt64
  /// The name up to the direction: `30_tag`.
  let stem: String
  let isUp: Bool

  /// Parses a name; returns `nil` for files that golang-migrate ignores.
  init?(_ file: String) {
    let digits = file.prefix { $0.isASCII && $0.isNumber }
    let rest = file.dropFirst(digits.count)
    guard let version = UInt64(digits), rest.first == "_" else { return nil }
    for index in rest.indices.dropFirst().reversed() {
      let isUp = rest[index...].hasPrefix(".up.")
      guard isUp || rest[index...].hasPrefix(".down.") else { continue }
      self.version = version
      self.isUp = isUp
      stem = String(file[..<index])
      return
    }
    return nil
  }
}
