/// Words that Swift keeps for itself, and those that made code keeps for what it says.
enum SwiftNames {
  /// Words that are names only between backticks.
  static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Names that a property may not have: backticks do not help, what a record can do has them, or made
  /// code calls something else so.
  static let members: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "_", "hash", "hashValue", "insert", "update",
    "upsert", "delete", "databaseValues", "db", "old",
  ]

  /// Names that an enumeration's case may not have.
  static let cases: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "_", "allCases", "rawValue", "hash", "hashValue",
    "none", "some", "databaseValue",
  ]

  /// Names that a type may not have: made code means others by them.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Character", "Data", "Database",
    "DatabaseScript", "DatabaseValue", "DatabaseValueConvertible", "DatabaseWriter", "Date",
    "Decimal", "Dictionary", "Double", "Error", "FileManager", "Float", "Hashable", "Identifiable",
    "Int", "Int64", "Key", "Never", "Optional", "Protocol", "RecordSchema", "Result", "Row",
    "SQLDatabase", "SQLKeyedTableRecord", "SQLRecord", "SQLTableRecord", "Self", "Sendable", "Set",
    "String", "Type", "UInt8", "URL", "UUID", "Void",
  ]

  /// A name as it is declared and used: between backticks where it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A name as the label of an argument, where nearly every keyword stands bare.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// Whether settings may call a property or record so.
  static func isName(_ text: String) -> Bool {
    SwiftWords.isIdentifier(text) && !members.contains(text) && !types.contains(text)
  }

  /// Whether a text can be the name of a module.
  static func isModule(_ text: String) -> Bool {
    SwiftWords.isIdentifier(text) && !keywords.contains(text)
  }

  /// Whether a text can be a type: names with dots between them.
  static func isType(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      isModule(String($0))
    }
  }
}
