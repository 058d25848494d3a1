extension StringProtocol {
  var leadingDigits: String { String(prefix { $0.isASCII && $0.isNumber }) }

  /// `true` if it consists of one or more ASCII digits.
  var isDigits: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }

  var withoutLeadingZeros: String {
    let rest = drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }
}
