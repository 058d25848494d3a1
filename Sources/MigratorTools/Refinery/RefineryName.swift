import MigratorPlatform

/// The name of a refinery file: `V1__name.sql`, `U2__name.rs`.
///
/// Source: rust-db/refinery `refinery_core/src/util.rs`.
struct RefineryName: Sendable {
  /// `V1__name`.
  let stem: String
  let version: Int64
  /// The part after the two underscores.
  let name: String
  /// `true` for the prefix `U`: the migration can be applied after higher versions.
  let isUnversioned: Bool
  let isCode: Bool

  /// Parses a file name without its folder; returns `nil` for files that refinery ignores.
  ///
  /// - Throws: ``NotANumber`` if the version is not an integer.
  init?(_ file: String) throws(NotANumber) {
    guard let prefix = file.first, prefix == "V" || prefix == "U",
      file.hasSuffix(".sql") || file.hasSuffix(".rs")
    else { return nil }
    stem = Paths.stem(of: file)
    let digits = stem.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let rest = stem.dropFirst(1 + digits.count)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard rest.hasPrefix("__"), parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      return nil
    }
    name = String(rest.dropFirst(2))
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isWord) else { return nil }
    guard let version = Int64(digits) else { throw NotANumber(text: String(digits)) }
    self.version = version
    isUnversioned = prefix == "U"
    isCode = file.hasSuffix(".rs")
  }

  /// `\w` as Rust defines it.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    default: return false
    }
  }
}
