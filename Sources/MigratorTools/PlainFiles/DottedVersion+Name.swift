/// The number in a file name that determines the order of migrations.
///
/// It is 1 for `001_create.sql` and `ContactsDB-001.sql`, 20240102030405 for
/// `20240102030405_name.sql`, and 1.2 for `V1.2__name.sql`.
extension DottedVersion {
  /// Parses the version in a file name without `.sql`; returns `nil` if there is none.
  init?(inName name: String) {
    guard let start = Self.numberStart(name) else { return nil }
    var end = start
    while end < name.endIndex, Self.isDigit(name[end]) || Self.isDot(at: end, name) {
      end = name.index(after: end)
    }
    self.init(name[start..<end].split(separator: "."))
  }

  /// The start of the number.
  ///
  /// The number is at the beginning, after one letter (`V1__x`), or after a stem and a hyphen,
  /// underscore or dot (`ContactsDB-001`).
  private static func numberStart(_ name: String) -> String.Index? {
    guard let first = name.first else { return nil }
    if isDigit(first) { return name.startIndex }
    if first.isASCII, first.isLetter, let second = digit(after: name.startIndex, name) {
      return second
    }
    return name.firstIndex(where: isSeparator).flatMap { digit(after: $0, name) }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.asciiValue.map { (0x30...0x39).contains($0) } ?? false
  }

  private static func isSeparator(_ character: Character) -> Bool { "-_.".contains(character) }

  private static func isDot(at index: String.Index, _ name: String) -> Bool {
    name[index] == "." && digit(after: index, name) != nil
  }

  private static func digit(after index: String.Index, _ name: String) -> String.Index? {
    let next = name.index(after: index)
    return next < name.endIndex && isDigit(name[next]) ? next : nil
  }
}
