import MigratorPlatform

/// The notation of text values in rows: in double quotes, escaped as in Swift's `debugDescription`,
/// except that the apostrophe is never escaped.
///
/// `String(reflecting:)` is unsuitable: Swift 6.3 began to print `'` as `\'`, but messages about
/// violations must be the same with every toolchain.
enum TextEscaping {
  /// Returns `text` in double quotes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func quoted(_ text: String) -> String {
    var result = "\""
    result.append(text, where: isPlain) { scalar, followsOwn in
      // A combining scalar must not combine with a character that quoting adds.
      escape(scalar) ?? (followsOwn && combines("\"", scalar) ? padded(scalar) : nil)
    }
    return closed(result)
  }

  /// Appends the closing quote; escapes final scalars that would combine with it.
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

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
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
