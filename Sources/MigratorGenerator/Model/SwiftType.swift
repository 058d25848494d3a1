enum SwiftType: Hashable, Sendable {
  case bool, int, double, string, data, date, uuid, decimal
  /// Any value that SQLite stores, without conversion.
  case stored
  case choice(String)
  case own(String)

  var name: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .decimal: "Decimal"
    case .stored: "DatabaseValue"
    case .choice(let name), .own(let name): name
    }
  }

  var reading: String { self == .decimal ? "decodeDecimal" : "decode" }

  var isOfFoundation: Bool {
    switch self {
    case .data, .date, .uuid, .decimal: true
    case .bool, .int, .double, .string, .stored, .choice, .own: false
    }
  }

  /// Determines the type for a declared column type.
  ///
  /// Specific type names take precedence over the affinity. A column without a type, or with
  /// NUMERIC affinity and an unknown type name, can hold any value.
  ///
  /// - Source: <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>
  init(declared: String) {
    let type = declared.uppercased()
    let word = String(type.prefix { $0.isLetter || $0 == "_" })
    switch word {
    case "BOOL", "BOOLEAN": self = .bool
    case "DATE", "DATETIME", "TIMESTAMP", "TIMESTAMPTZ": self = .date
    case "UUID", "GUID", "UNIQUEIDENTIFIER": self = .uuid
    case "DECIMAL", "NUMERIC", "MONEY": self = .decimal
    default: self = Self.ofAffinity(type)
    }
  }

  private static func ofAffinity(_ type: String) -> SwiftType {
    func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if has("INT") { return .int }
    if has("CHAR", "CLOB", "TEXT") { return .string }
    if has("BLOB") { return .data }
    if has("REAL", "FLOA", "DOUB") { return .double }
    return .stored
  }
}
