extension Database {
  /// The name of a collation.
  public struct CollationName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a name.
    ///
    /// - Parameter rawValue: The name, unquoted.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Compares bytes.
    public static let binary = CollationName(rawValue: "BINARY")
    /// Takes upper and lower case of ASCII letters as the same.
    public static let nocase = CollationName(rawValue: "NOCASE")
    /// Ignores spaces at the end.
    public static let rtrim = CollationName(rawValue: "RTRIM")

    /// The name as it stands in SQL.
    package var sql: String { rawValue.bareOrQuotedIdentifier }
  }
}

extension String {
  /// The name bare when it consists of ASCII letters, digits and `_`, otherwise quoted.
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
