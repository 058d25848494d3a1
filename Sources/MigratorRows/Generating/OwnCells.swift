internal import MigratorSQLite

extension OwnTokens {
  /// A new token of the column's kind.
  mutating func cell(for column: GeneratedTable.Column) -> GeneratedCell {
    let word = Self.word(column.info.name)
    switch column.kind {
    case .integer, .boolean: return integer(column.path)
    case .real: return real(column.path)
    case .text:
      if column.words.areOfEmail { return text(word, column.path, suffix: "@example.com") }
      return text(column.words.areOfURL ? "https://example.com/\(word)" : word, column.path)
    case .blob:
      let cell = text(word, column.path)
      guard case .string(let text) = cell.value.storage else { return cell }
      return GeneratedCell(
        value: DatabaseValue(storage: .blob(Array(text.utf8))), isOwn: cell.isOwn)
    case .json: return json(column, word)
    case .uuid(let asBlob):
      let (number, isOwn) = number(column.path)
      let value: DatabaseValue.Storage =
        asBlob
        ? .blob(Array("uuid0000000\(number)".utf8))
        : .string("5eed0000-0000-4000-8000-0000000\(number)")
      return GeneratedCell(value: DatabaseValue(storage: value), isOwn: isOwn)
    case .time(.date):
      let (day, isOwn) = day()
      return GeneratedCell(value: GeneratedTimes.day(day), isOwn: isOwn)
    case .time(let form): return time(column.path, form)
    }
  }

  /// An object with the members that the history reads, or an array.
  private mutating func json(_ column: GeneratedTable.Column, _ word: String) -> GeneratedCell {
    var shape = JSONShape()
    for path in column.facts.paths { shape.add(path) }
    if column.facts.paths.isEmpty { shape.add(column.facts.holdsArray ? "$[0]" : "$.\(word)") }
    var isOwn = true
    let text = shape.text { name in
      let (number, isUnused) = number(column.path)
      isOwn = isOwn && isUnused
      return "\(Self.word(name ?? word))\(number)"
    }
    return GeneratedCell(value: DatabaseValue(storage: .string(text)), isOwn: isOwn)
  }
}

/// The members of a JSON value that paths name.
struct JSONShape {
  private var members: [(name: String, shape: JSONShape)] = []
  private var elements: [JSONShape] = []

  /// Adds the value at a path such as `$.user.ids[0]`; ignores what it cannot read.
  mutating func add(_ path: String) {
    add(Array(path.dropFirst())[...])
  }

  private mutating func add(_ path: ArraySlice<Character>) {
    var rest = path
    switch rest.popFirst() {
    case ".":
      var name = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let next = rest.popFirst(), next != "\"" { name.append(next) }
      } else {
        while let next = rest.first, next != ".", next != "[" {
          name.append(next)
          rest.removeFirst()
        }
      }
      guard !name.isEmpty, elements.isEmpty, members.count < 50 else { return }
      if let place = members.firstIndex(where: { $0.name == name }) {
        members[place].shape.add(rest)
      } else {
        var shape = JSONShape()
        shape.add(rest)
        members.append((name, shape))
      }
    case "[":
      guard let end = rest.firstIndex(of: "]"), members.isEmpty else { return }
      if elements.isEmpty { elements = [JSONShape(), JSONShape()] }
      for index in elements.indices { elements[index].add(rest[(end + 1)...]) }
    default: return
    }
  }

  /// The JSON, with a string for each value.
  func text(name: String? = nil, leaf: (String?) -> String) -> String {
    if !elements.isEmpty {
      return "[\(elements.map { $0.text(name: name, leaf: leaf) }.joined(separator: ","))]"
    }
    if !members.isEmpty {
      let all = members.map { member in
        "\(Self.quoted(member.name)):\(member.shape.text(name: member.name, leaf: leaf))"
      }
      return "{\(all.joined(separator: ","))}"
    }
    return Self.quoted(leaf(name))
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
