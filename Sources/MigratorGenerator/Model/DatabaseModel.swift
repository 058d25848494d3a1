/// What is written about a group: names, types and texts of Swift, all decided.
struct DatabaseModel: Sendable {
  let stem: String
  /// The name of the database type.
  let typeName: String
  let userVersion: Int
  let files: [DatabaseSchema.File]
  let settings: GeneratorSettings
  var records: [RecordModel]
  var conversions: [ConversionModel] = []

  /// The name of a record type, as other files write it.
  func path(of record: RecordModel) -> String {
    settings.embedRecordTypesInDatabaseType ? "\(typeName).\(record.typeName)" : record.typeName
  }
}

/// The record of a table or view.
struct RecordModel: Sendable {
  let table: String
  let kind: DatabaseSchema.Table.Kind
  let typeName: String
  var properties: [PropertyModel]
  /// The properties of the key, in its order.
  var key: [PropertyModel]
  var choices: [ChoiceModel]
  var relations: [RelationModel] = []

  /// Whether the only property of the key is called `id`.
  var isIdentifiable: Bool { key.count == 1 && key[0].name == "id" }
}

/// A property of a record.
struct PropertyModel: Sendable {
  let column: String
  let name: String
  let type: SwiftType
  let isOptional: Bool
  let isGenerated: Bool
  /// The expression that an initializer has for it where it is left out; `nil` where it must be given.
  let defaultText: String?
  /// The column as it is declared, in one line.
  let declaration: String
  /// How its value is stored, where not as the type itself stores it.
  let storage: Storage

  /// How a value is stored.
  enum Storage: Sendable { case plain, seconds, uuidText }

  /// The type as it is declared.
  var typeText: String { isOptional ? type.name + "?" : type.name }

  /// The expression for what is stored of a value.
  func stored(_ value: String, isOptional: Bool) -> String {
    let mark = isOptional ? "?" : ""
    let part: String? =
      switch storage {
      case .plain: nil
      case .seconds: "timeIntervalSince1970"
      case .uuidText: "uuidString"
      }
    guard let part else { return "\(value).databaseValue" }
    let whole = "\(value)\(mark).\(part)"
    return (isOptional ? "(\(whole))" : whole) + ".databaseValue"
  }
}

/// An enumeration of the texts that a column may hold.
struct ChoiceModel: Sendable {
  struct Case: Sendable {
    let name: String
    let text: String
  }

  let typeName: String
  let column: String
  let cases: [Case]
}

/// A foreign key, seen from either side.
struct RelationModel: Sendable {
  /// What is fetched.
  enum Kind: Sendable {
    /// The row that this one refers to.
    case parent
    /// The rows that refer to this one.
    case children
    /// The rows of this type that refer to given values.
    case own
  }

  let kind: Kind
  /// The name of the function.
  let name: String
  /// The record type that is fetched.
  let typeName: String
  /// The columns that are compared, and the properties that they are compared with.
  let pairs: [(column: String, property: PropertyModel)]
  /// The foreign key, in words.
  let summary: String
}

/// An initializer that makes a record of one of an older type.
struct ConversionModel: Sendable {
  /// An argument of the memberwise initializer.
  struct Argument: Sendable {
    let property: PropertyModel
    /// The expression, or `nil` where it becomes a parameter.
    let value: String?
  }

  /// The new type, and the old.
  let record: String
  let old: String
  let arguments: [Argument]
}
