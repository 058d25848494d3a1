internal import MigratorSQLite

extension OwnTokens {
  /// Makes a value for a column from a candidate; `nil` if the candidate depends on other values.
  mutating func cell(
    _ candidate: Candidate, for column: GeneratedTable.Column
  ) -> GeneratedCell? {
    func text(_ text: String, isOwn: Bool = false) -> GeneratedCell {
      GeneratedCell(value: DatabaseValue(storage: .string(text)), isOwn: isOwn)
    }
    switch candidate {
    case .value(let value): return GeneratedCell(value: value)
    case .own: return cell(for: column)
    case .characters(let set, let length):
      let (number, isOwn) = number(column.path)
      return text(TextPattern.text(number, of: set, length: length), isOwn: isOwn && length > 7)
    case .token(let length):
      let (number, isOwn) = number(column.path)
      let digits = String(number)
      let word = Self.word(column.info.name)
      let token =
        length <= digits.count
        ? String(digits.suffix(length))
        : String(word.prefix(length - digits.count))
          + String(repeating: "0", count: max(0, length - digits.count - word.count)) + digits
      let isBlob = column.kind == .blob || column.kind == .uuid(asBlob: true)
      return GeneratedCell(
        value: DatabaseValue(storage: isBlob ? .blob(Array(token.utf8)) : .string(token)),
        isOwn: isOwn && length > digits.count)
    case .blob(let length):
      let (number, isOwn) = number(column.path)
      let bytes = Array(repeating: 0, count: max(0, length - 5)) + Array(String(number).utf8)
      return GeneratedCell(
        value: DatabaseValue(storage: .blob(bytes.suffix(length))), isOwn: isOwn && length > 5)
    case .pattern(let pattern, let length):
      let (number, _) = number(column.path)
      let maker = pattern.isGlob ? TextPattern(glob: pattern.text) : TextPattern(like: pattern.text)
      return maker.text(number, length: length).map { text($0) }
    case .moment(let format):
      let (second, _) = moment()
      return text(GeneratedTimes.formatted(second, format))
    case .copy, .parent: return nil
    }
  }
}
