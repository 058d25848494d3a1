internal import SQLSyntax

/// The words of a type name, and the affinity that they suggest to a reader.
///
/// SQLite searches for parts of words: `POINT` and `CHARINT` contain INT, and `STRING` contains none
/// of the parts that mean text.
/// Source: <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
struct TypeName {
  /// The affinity that a name suggests instead of its own; `nil` if it suggests none.
  struct Misreading: Hashable {
    let suggested: ColumnAffinity?
  }

  private let affinity: ColumnAffinity
  private let words: [String]

  init(_ type: String) {
    affinity = ColumnAffinity(type: type)
    let name = type.prefix { $0 != "(" }
    words = name.split { !$0.isLetter && !$0.isNumber }.map { String($0).asciiUppercased }
  }

  /// How the name is easily misread, or `nil` if its affinity is what it suggests.
  var misreading: Misreading? {
    switch affinity {
    case .integer:
      if words.contains(where: Self.meansInteger) { return nil }
      return Misreading(
        suggested: words.contains(where: Self.meansText)
          ? .text : words.contains(where: Self.meansReal) ? .real : nil)
    case .real: return words.contains(where: Self.meansReal) ? nil : Misreading(suggested: nil)
    case .numeric:
      return words.contains(where: Self.meansText) ? Misreading(suggested: .text) : nil
    case .text, .blob: return nil
    }
  }

  private static func meansInteger(_ word: String) -> Bool {
    let stem = word.withoutDigits
    if ["INT", "INTS", "INTEGER", "INTEGERS", "INTUNSIGNED"].contains(stem) { return true }
    let isOther = ["POINT", "PRINT", "JOINT", "PAINT", "STRAINT"].contains { stem.hasSuffix($0) }
    return (stem.hasSuffix("INT") || stem.hasSuffix("INTEGER")) && !isOther && stem != "HINT"
      && !meansText(stem)
  }

  private static func meansText(_ word: String) -> Bool {
    let stem = word.withoutDigits
    if stem == "STR" || stem.hasSuffix("STRING") || stem.contains("TEXT") || stem.contains("CLOB") {
      return true
    }
    return ["CHAR", "CHARS", "CHARACTER", "CHARACTERS", "CHARINT"].contains { stem.hasSuffix($0) }
  }

  private static func meansReal(_ word: String) -> Bool {
    let stem = word.withoutDigits
    return stem.hasSuffix("REAL")
      || ["FLOAT", "DOUBLE"].contains { stem.hasPrefix($0) || stem.hasSuffix($0) }
  }
}

extension String {
  /// The word without digits at its end: `INT8` and `VARCHAR2` are `INT` and `VARCHAR`.
  fileprivate var withoutDigits: String {
    String(reversed().drop { $0.isNumber }.reversed())
  }
}
