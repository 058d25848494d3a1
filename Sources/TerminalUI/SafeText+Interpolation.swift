extension SafeText: ExpressibleByStringInterpolation {
  /// The segments of an interpolated string, each sanitized separately.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SafeText()

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal segment.
    public mutating func appendLiteral(_ literal: String) {
      text += SafeText(literal)
    }

    /// Appends text that is already sanitized, with its marks and its count of hidden characters.
    ///
    /// - Parameter part: The text.
    public mutating func appendInterpolation(_ part: SafeText) {
      text += part
    }

    /// Appends any other value, sanitized.
    ///
    /// - Parameter value: The value.
    public mutating func appendInterpolation(_ value: some Any) {
      text += SafeText(String(describing: value))
    }
  }

  /// Creates safe text from an interpolation.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }
}
