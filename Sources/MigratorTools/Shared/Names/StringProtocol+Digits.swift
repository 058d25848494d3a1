extension StringProtocol {
  var leadingDigits: String { String(prefix { $0.isASCII && $0.isNumber }) }

  /// The numbers separated by dots at the beginning: `3.1` in `3.1_title`, `3` in `3.title`.
  var leadingNumber: String {
    var number = leadingDigits
    var rest = dropFirst(number.count)
    while !number.isEmpty, rest.first == "." {
      let next = rest.dropFirst().leadingDigits
      if next.isEmpty { break }
      number += "." + next
      rest = rest.dropFirst(next.count + 1)
    }
    return number
  }

  /// `true` if it consists of one or more ASCII digits.
  var isDigits: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }

  var withoutLeadingZeros: String {
    let rest = drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }
}
