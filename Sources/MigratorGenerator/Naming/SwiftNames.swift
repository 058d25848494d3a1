enum SwiftNames {
  /// Words that need backticks when used as names.
  static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Names that a property cannot have.
  ///
  /// Either backticks do not help, records have a member of that name, or the generated code uses
  /// it.
  static let members: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "_", "hash", "hashValue", "insert", "update",
    "upsert", "delete", "databaseValues", "db", "old",
  ]

  /// Names that an enumeration case cannot have.
  static let cases: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "_", "allCases", "rawValue", "hash", "hashValue",
    "none", "some", "databaseValue",
  ]

  /// Names that a type cannot have, because the generated code refers to other types by them.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Character", "Data", "Database",
    "DatabaseScript", "DatabaseValue", "DatabaseValueConvertible", "DatabaseWriter", "Date",
    "Decimal", "Dictionary", "Double", "Error", "FileManager", "Float", "Hashable", "Identifiable",
    "Int", "Int64", "Key", "Never", "Optional", "Protocol", "RecordSchema", "Result", "Row",
    "SQLDatabase", "SQLKeyedTableRecord", "SQLRecord", "SQLTableRecord", "Self", "Sendable", "Set",
    "String", "Type", "UInt8", "URL", "UUID", "Void",
  ]

  /// The name, in backticks if it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The name as an argument label, where few keywords need backticks.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// Returns whether the settings can give this name to a property or record.
  static func isName(_ text: String) -> Bool {
    SwiftWords.isIdentifier(text) && !members.contains(text) && !types.contains(text)
  }

  static func isModule(_ text: String) -> Bool {
    SwiftWords.isIdentifier(text) && !keywords.contains(text)
  }

  /// Returns whether a string can be a type: identifiers separated by dots.
  static func isType(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      isModule(String($0))
    }
  }
}
