import MigratorPlatform

/// The form in which rows show texts: between double quotes, escaped as Swift's `debugDescription`
/// does, except that the apostrophe is never escaped.
///
/// `String(reflecting:)` itself will not do: Swift 6.3 began to print `'` as `\'`, and the messages
/// of violations must be the same on every toolchain.
enum TextEscaping {
  /// Returns `text` between double quotes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func quoted(_ text: String) -> String {
    var result = "\""
    var last: Unicode.Scalar = "\""
    // True while the last scalar is our own, which a combining scalar must not melt into.
    var followsOwnScalar = true
    for scalar in text.unicodeScalars {
      if let escape = escape(scalar) {
        result += escape
        followsOwnScalar = true
      } else if followsOwnScalar && combines(last, scalar) {
        result += padded(scalar)
        followsOwnScalar = true
      } else {
        result.unicodeScalars.append(scalar)
        followsOwnScalar = false
      }
      last = result.unicodeScalars.last ?? "\""
    }
    return closed(result)
  }

  /// Adds the closing quote; scalars that it would melt into are escaped, too.
  private static func closed(_ text: String) -> String {
    var result = text
    var suffix = "\""
    while let last = result.unicodeScalars.last, let next = suffix.unicodeScalars.first,
      !last.isASCII, combines(last, next)
    {
      result.unicodeScalars.removeLast()
      suffix = padded(last) + suffix
    }
    return result + suffix
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\0": "\\0"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      "\\u{\(Encodings.hexadecimal(scalar.value, digits: 2, uppercase: true))}"
    default: nil
    }
  }

  private static func combines(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    if first.isASCII && second.isASCII { return false }
    var pair = String.UnicodeScalarView()
    pair.append(first)
    pair.append(second)
    return String(pair).count == 1
  }

  private static func padded(_ scalar: Unicode.Scalar) -> String {
    let digits = scalar.value > 0xFFFF ? 8 : 4
    return "\\u{\(Encodings.hexadecimal(scalar.value, digits: digits, uppercase: true))}"
  }
}
