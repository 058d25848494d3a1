/// The number in a file's name that says when its migration runs.
///
/// `001_create.sql` has 1, `20240102030405_name.sql` has 20240102030405, `ContactsDB-001.sql` has 1,
/// `V1.2__name.sql` has 1.2.
extension DottedVersion {
  /// Reads the version in a file's name without `.sql`; `nil` when the name has none.
  init?(inName name: String) {
    let characters = Array(name)
    guard let start = Self.numberStart(characters) else { return nil }
    var end = start
    while end < characters.count, Self.isDigit(characters[end]) || Self.isDot(at: end, characters) {
      end += 1
    }
    self.init(String(characters[start..<end]).split(separator: "."))
  }

  /// The place of the number: at the start, after one letter (`V1__x`), or after a stem and a hyphen,
  /// underscore or dot (`ContactsDB-001`).
  private static func numberStart(_ name: [Character]) -> Int? {
    guard let first = name.first else { return nil }
    if isDigit(first) { return 0 }
    if name.count > 1, first.isASCII, first.isLetter, isDigit(name[1]) { return 1 }
    guard let separator = name.firstIndex(where: isSeparator), separator + 1 < name.count,
      isDigit(name[separator + 1])
    else { return nil }
    return separator + 1
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.asciiValue.map { (0x30...0x39).contains($0) } ?? false
  }

  private static func isSeparator(_ character: Character) -> Bool { "-_.".contains(character) }

  private static func isDot(at index: Int, _ name: [Character]) -> Bool {
    name[index] == "." && index + 1 < name.count && isDigit(name[index + 1])
  }
}
