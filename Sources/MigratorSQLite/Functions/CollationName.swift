extension Database {
  /// The name of a collation.
  public struct CollationName: RawRepresentable, Hashable, Sendable {
    /// The unquoted name.
    public let rawValue: String

    /// Creates a name.
    ///
    /// - Parameter rawValue: The unquoted name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Compares bytes.
    public static let binary = CollationName(rawValue: "BINARY")
    /// Ignores the case of ASCII letters.
    public static let nocase = CollationName(rawValue: "NOCASE")
    /// Ignores trailing spaces.
    public static let rtrim = CollationName(rawValue: "RTRIM")

    package var sql: String { rawValue.bareOrQuotedIdentifier }
  }
}

extension String {
  package var bareOrQuotedIdentifier: String {
    let isBare = utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
    return isBare && !isEmpty ? self : quotedDatabaseIdentifier
  }
}
