internal import MigratorSQLite

/// The values of a column that an app might write, and those that are legal but unlikely.
struct ColumnValues: Sendable {
  /// The values that an app might write, without NULL.
  var plain: [DatabaseValue] = []
  var odd: [DatabaseValue] = []
  /// True if only ``plain`` values are plausible, such as the codes of a status.
  var isDomain = false

  init(
    _ kind: ColumnKind, name: NameWords, facts: ColumnFacts, defaultValue: DatabaseValue?,
    isStrict: Bool
  ) {
    plain = Self.usual(kind, facts)
    if kind == .integer, name.areOfCount { plain = Self.integers([0, 1, 2, 3, 7, 40]) }
    odd = Self.unusual(kind, isStrict: isStrict)
    // A recursive query that counts up to a string would not end.
    if kind == .integer, name.areOfCount { odd = Self.integers([-1]) }
    var literals = facts.equal.filter { Self.fits($0, kind) }
    if let defaultValue, Self.fits(defaultValue, kind), !literals.contains(defaultValue) {
      literals.append(defaultValue)
    }
    let texts = facts.equal.filter {
      if case .string(let text) = $0.storage { !text.isEmpty } else { false }
    }
    let integers = facts.equal.filter { if case .int64 = $0.storage { true } else { false } }
    let canBeDomain = [.text, .integer].contains(kind) && !name.areOfIdentity
    if canBeDomain,
      texts.count >= (name.areOfFreeText ? 2 : 1) || texts.isEmpty && integers.count >= 2
    {
      isDomain = true
      odd = plain.filter { !literals.contains($0) }.suffix(2) + odd
      plain = literals + Self.otherCodes(than: literals)
      return
    }
    let bounds = facts.bounds.filter { Self.fits($0, kind) }
    for value in (literals + bounds).flatMap({ Self.near($0, kind) }) where !plain.contains(value) {
      plain.append(value)
    }
  }

  /// Another code, if the SQL names only one: with a single value, no loss of codes is visible.
  private static func otherCodes(than literals: [DatabaseValue]) -> [DatabaseValue] {
    guard literals.count == 1, case .string(let text) = literals[0].storage,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0 | 0x20) })
    else { return [] }
    return texts([text == "other" ? "another" : "other"])
  }

  /// A literal, and for integers also its neighbors.
  private static func near(_ value: DatabaseValue, _ kind: ColumnKind) -> [DatabaseValue] {
    guard kind == .integer, case .int64(let number) = value.storage,
      number > .min, number < .max
    else { return [value] }
    return [number, number + 1, number - 1].filter { $0 >= 0 || $0 == number }
      .map { DatabaseValue(storage: .int64($0)) }
  }

  private static func fits(_ value: DatabaseValue, _ kind: ColumnKind) -> Bool {
    switch (kind, value.storage) {
    case (.integer, .int64), (.boolean, .int64), (.real, .int64), (.real, .double),
      (.text, .string), (.json, .string), (.time(.seconds), .int64),
      (.time(.milliseconds), .int64), (.time(.dateTime), .string), (.time(.date), .string),
      (.time(.clock), .string):
      true
    default: false
    }
  }

  private static func usual(_ kind: ColumnKind, _ facts: ColumnFacts) -> [DatabaseValue] {
    switch kind {
    case .integer: integers([0, 1, 2, 3, 7, 1_234_567_890])
    case .real: [0, 0.25, 1.5, 99.99].map { DatabaseValue(storage: .double($0)) }
    case .text: texts(["", "abc", "Abc", "one, two", "Grüße"])
    case .blob: [[], [0, 255], [0x61, 0x62, 0x63]].map { DatabaseValue(storage: .blob($0)) }
    case .boolean: integers([0, 1])
    case .json:
      // Objects in an array need the members that the history reads; the tokens have them.
      facts.paths.contains { $0.hasPrefix("$[0].") }
        ? texts(["[]"])
        : facts.holdsArray ? texts(["[]", #"["abc","Abc"]"#]) : texts(["{}", #"{"abc":1}"#])
    case .uuid(let asBlob):
      asBlob
        ? [DatabaseValue(storage: .blob(Array(repeating: 0, count: 16)))]
        : texts(["00000000-0000-0000-0000-000000000000"])
    case .time(let form): GeneratedTimes.usual(form)
    }
  }

  private static func unusual(_ kind: ColumnKind, isStrict: Bool) -> [DatabaseValue] {
    let values: [DatabaseValue] =
      switch kind {
      case .integer:
        integers([-1, 2_147_483_648, 9_007_199_254_740_993, .max, .min]) + texts(["text"])
          + [DatabaseValue(storage: .double(1.5))]
      case .real:
        [-1, .infinity].map { DatabaseValue(storage: .double($0)) } + texts(["text"])
      case .text:
        texts(["ABC", "abc ", " abc"]) + [DatabaseValue(storage: .blob([0x61, 0x62, 0x63]))]
      case .blob: texts(["abc"]) + integers([1])
      case .boolean: integers([2]) + texts(["true"])
      case .json: texts(["not json", "", "null"]) + [DatabaseValue(storage: .blob([0x7B, 0x7D]))]
      case .uuid(let asBlob):
        asBlob ? texts(["00000000-0000-0000-0000-000000000001"]) : texts(["", "not-a-uuid"])
      case .time(let form): GeneratedTimes.unusual(form)
      }
    guard isStrict else { return values }
    let isText = texts([""])[0]
    return values.filter { value in
      switch (kind, value.storage) {
      case (.integer, .int64), (.boolean, .int64), (.real, .double), (.text, .string),
        (.json, .string), (.uuid(false), .string), (.time(.seconds), .int64),
        (.time(.milliseconds), .int64):
        true
      case (.time(.dateTime), .string), (.time(.date), .string), (.time(.clock), .string):
        value != isText
      default: false
      }
    }
  }

  private static func integers(_ values: [Int64]) -> [DatabaseValue] {
    values.map { DatabaseValue(storage: .int64($0)) }
  }

  private static func texts(_ values: [String]) -> [DatabaseValue] {
    values.map { DatabaseValue(storage: .string($0)) }
  }
}
