struct DatabaseModel: Sendable {
  let stem: String
  let typeName: String
  let userVersion: Int
  let files: [DatabaseSchema.File]
  let settings: GeneratorSettings
  var records: [RecordModel]
  var conversions: [ConversionModel] = []

  /// The record type's name, as used at file scope.
  func path(of record: RecordModel) -> String {
    settings.embedRecordTypesInDatabaseType ? "\(typeName).\(record.typeName)" : record.typeName
  }
}

struct RecordModel: Sendable {
  let table: String
  let kind: DatabaseSchema.Table.Kind
  let typeName: String
  var properties: [PropertyModel]
  var key: [PropertyModel]
  var choices: [EnumerationModel]
  var relations: [RelationModel] = []

  var isIdentifiable: Bool { key.count == 1 && key[0].name == "id" }
}

struct PropertyModel: Sendable {
  let column: String
  let name: String
  let type: SwiftType
  let isOptional: Bool
  let isGenerated: Bool
  /// The default value in the initializer, or `nil` if the argument is required.
  let defaultText: String?
  /// The column's name and declared type, for comments.
  let declaration: String
  let storage: Storage

  /// How a value is stored; `plain` is the type's own conversion.
  enum Storage: Sendable { case plain, seconds, uuidText }

  var typeText: String { isOptional ? type.name + "?" : type.name }

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

struct EnumerationModel: Sendable {
  struct Case: Sendable {
    let name: String
    let text: String
  }

  let typeName: String
  let column: String
  let cases: [Case]
}

struct RelationModel: Sendable {
  enum Kind: Sendable {
    case parent
    case children
    /// The rows of this type with the given foreign-key values.
    case own
  }

  let kind: Kind
  let name: String
  let typeName: String
  let pairs: [(column: String, property: PropertyModel)]
  /// The function's documentation comment.
  let summary: String
}

struct ConversionModel: Sendable {
  struct Argument: Sendable {
    let property: PropertyModel
    /// The expression, or `nil` if the argument becomes a parameter.
    let value: String?
  }

  let record: String
  let old: String
  let arguments: [Argument]
}
