import MigratorEngine

enum RFC3339 {
  /// Formats a time in UTC, without trailing zeros in the fraction of a second.
  static func text(_ time: Timestamp, separator: String = "T", zone: String = "Z") -> String {
    var text = time.text(digits: 9, separator: separator)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text + zone
  }

  static func isValid(_ text: String) -> Bool {
    var rest = text[...]
    // In a pattern, 0 matches a digit; other characters match themselves, ignoring case.
    func numbers(_ pattern: String) -> [Int]? {
      let head = rest.utf8.prefix(pattern.utf8.count)
      let fits =
        head.count == pattern.utf8.count
        && zip(head, pattern.utf8).allSatisfy { byte, mark in
          mark == UInt8(ascii: "0")
            ? (48...57).contains(byte) : byte.asciiLowercased == mark.asciiLowercased
        }
      guard fits else { return nil }
      defer { rest = Substring(rest.utf8.dropFirst(pattern.utf8.count)) }
      return Substring(head).split { !$0.isNumber }.compactMap { Int($0) }
    }
    guard let moment = numbers("0000-00-00T00:00:00"), (1...12).contains(moment[1]),
      (1...days(of: moment[1], in: moment[0])).contains(moment[2]), moment[3] < 24,
      moment[4] < 60, moment[5] <= 60
    else { return false }
    if rest.first == "." {
      let digits = rest.dropFirst().leadingDigits
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(1 + digits.count)
    }
    if numbers("Z") != nil { return rest.isEmpty }
    guard rest.first == "+" || rest.first == "-" else { return false }
    rest = rest.dropFirst()
    guard let zone = numbers("00:00") else { return false }
    return rest.isEmpty && zone[0] < 24 && zone[1] < 60
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
