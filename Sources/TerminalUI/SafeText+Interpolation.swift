extension SafeText: ExpressibleByStringInterpolation {
  /// The parts of an interpolated text, each sanitised by itself.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SafeText()

    /// Starts without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal.
    public mutating func appendLiteral(_ literal: String) {
      text += SafeText(literal)
    }

    /// Adds a text that is sanitised already, with its marks and its count of hidden characters.
    ///
    /// - Parameter part: The text.
    public mutating func appendInterpolation(_ part: SafeText) {
      text += part
    }

    /// Adds any other value, sanitised.
    ///
    /// - Parameter value: The value.
    public mutating func appendInterpolation(_ value: some Any) {
      text += SafeText(String(describing: value))
    }
  }

  /// Creates a text from its parts.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }
}
