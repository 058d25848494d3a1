struct RecordWriter {
  let record: RecordModel
  /// The access modifier and a space, or an empty string.
  let access: String

  func write(to text: inout SwiftWriter) {
    let table = SwiftLiteral.code(record.table)
    text.document("A row of the \(record.kind == .view ? "view" : "table") \(table).")
    let conformances = [protocolName] + (record.isIdentifiable ? ["Identifiable"] : [])
    text.block("\(access)struct \(record.typeName): \(conformances.joined(separator: ", "))") {
      writeSchema(to: &$0)
      writeChoices(to: &$0)
      writeKey(to: &$0)
      writeProperties(to: &$0)
      writeInitializer(to: &$0)
      writeReading(to: &$0)
      if record.kind != .view { writeValues(to: &$0) }
      for relation in record.relations { write(relation, to: &$0) }
    }
  }

  private var protocolName: String {
    if record.kind == .view { return "SQLRecord" }
    return record.key.isEmpty ? "SQLTableRecord" : "SQLKeyedTableRecord"
  }

  private func writeSchema(to text: inout SwiftWriter) {
    text.document("The table and its columns.")
    func names(_ properties: [PropertyModel]) -> [String] {
      properties.map { SwiftLiteral.quoted($0.column) }
    }
    var arguments = [
      SwiftWriter.Argument("table: " + SwiftLiteral.quoted(record.table)),
      SwiftWriter.Argument("columns: ", names(record.properties)),
    ]
    let generated = record.properties.filter(\.isGenerated)
    if !generated.isEmpty {
      arguments.append(SwiftWriter.Argument("generated: ", names(generated)))
    }
    if !record.key.isEmpty { arguments.append(SwiftWriter.Argument("key: ", names(record.key))) }
    if record.kind == .virtual { arguments.append(SwiftWriter.Argument("isVirtual: true")) }
    text.call("\(access)static let schema = RecordSchema", arguments)
    text.addSpace()
  }

  private func writeChoices(to text: inout SwiftWriter) {
    for choice in record.choices {
      text.document("The values of \(SwiftLiteral.code(choice.column)).")
      let head =
        "\(access)enum \(choice.typeName): String, CaseIterable, DatabaseValueConvertible, Sendable"
      text.block(head) { text in
        for one in choice.cases {
          let name = SwiftNames.escaped(one.name)
          if !access.isEmpty { text.document("\(SwiftLiteral.code(one.text)).") }
          text.add(
            one.name == one.text
              ? "case \(name)" : "case \(name) = \(SwiftLiteral.quoted(one.text))")
        }
      }
      text.addSpace()
    }
  }

  private func writeKey(to text: inout SwiftWriter) {
    guard let first = record.key.first else { return }
    text.document("The key, which identifies a row.")
    if record.key.count == 1 {
      text.add("\(access)typealias Key = \(first.type.name)")
      text.addSpace()
      guard first.storage != .plain else { return }
      text.document("Returns the stored form of a key.")
      text.block("\(access)static func databaseValues(of key: Key) -> [DatabaseValue]") {
        $0.add("[\(first.stored("key", isOptional: false))]")
      }
      text.addSpace()
      return
    }
    text.block("\(access)struct Key: Hashable, Sendable") { text in
      for property in record.key {
        text.document("\(SwiftLiteral.code(property.declaration)).")
        text.add("\(access)var \(SwiftNames.escaped(property.name)): \(property.type.name)")
      }
      text.addSpace()
      text.document("Creates a key.")
      text.function(
        "\(access)init",
        record.key.map { "\(SwiftNames.label($0.name)): \($0.type.name)" }, ""
      ) { text in
        for property in record.key { text.add(assignment(property)) }
      }
    }
    text.addSpace()
    text.document("Returns the stored form of a key.")
    text.block("\(access)static func databaseValues(of key: Key) -> [DatabaseValue]") { text in
      text.list("", record.key.map { $0.stored("key.\($0.name)", isOptional: false) })
    }
    text.addSpace()
  }

  private func writeProperties(to text: inout SwiftWriter) {
    for property in record.properties {
      text.document(
        "\(SwiftLiteral.code(property.declaration))\(property.isGenerated ? ", computed by SQLite" : "")."
      )
      let setter = property.isGenerated ? "private(set) " : ""
      text.add("\(access)\(setter)var \(SwiftNames.escaped(property.name)): \(property.typeText)")
    }
    text.addSpace()
  }

  private func writeInitializer(to text: inout SwiftWriter) {
    guard record.kind != .view else { return }
    text.document("Creates a record that is not in a database yet.")
    let properties = record.properties.filter { !$0.isGenerated }
    text.function("\(access)init", properties.map(Self.parameter), "") { text in
      for property in properties { text.add(assignment(property)) }
      for property in record.properties where property.isGenerated && !property.isOptional {
        text.add("self.\(property.name) = .null")
      }
    }
    text.addSpace()
  }

  static func parameter(_ property: PropertyModel) -> String {
    "\(SwiftNames.label(property.name)): \(property.typeText)"
      + (property.defaultText.map { " = " + $0 } ?? "")
  }

  private func assignment(_ property: PropertyModel) -> String {
    "self.\(property.name) = \(SwiftNames.escaped(property.name))"
  }

  private func writeReading(to text: inout SwiftWriter) {
    text.document("Creates a record from a row with the columns of the schema.")
    text.block("\(access)init(row: Row) throws") { text in
      for (index, property) in record.properties.enumerated() {
        // Here `row` is the parameter.
        let name = property.name == "row" ? "self.row" : SwiftNames.escaped(property.name)
        text.add("\(name) = try row.\(property.type.reading)(atIndex: \(index))")
      }
    }
    text.addSpace()
  }

  private func writeValues(to text: inout SwiftWriter) {
    text.document("The values to write.")
    text.block("\(access)var databaseValues: [DatabaseValue]") { text in
      text.list(
        "",
        record.properties.filter { !$0.isGenerated }.map {
          $0.stored(SwiftNames.escaped($0.name), isOptional: $0.isOptional)
        })
    }
    text.addSpace()
  }

  private func write(_ relation: RelationModel, to text: inout SwiftWriter) {
    let type = relation.typeName
    let isOwn = relation.kind == .own
    let parameters =
      ["_ db: Database"]
      + (isOwn ? relation.pairs.map { "\(SwiftNames.label($1.name)): \($1.type.name)" } : [])
    let values = relation.pairs.map { column, property in
      let value = property.stored(
        SwiftNames.escaped(property.name), isOptional: !isOwn && property.isOptional)
      return "\(SwiftLiteral.quoted(column)): \(value)"
    }
    let isOne = relation.kind == .parent
    text.document(relation.summary)
    text.function(
      "\(access)\(isOwn ? "static " : "")func \(relation.name)", parameters,
      " throws -> \(isOne ? "\(type)?" : "[\(type)]")"
    ) { text in
      let fetch = isOne ? "fetchOne" : "fetchAll"
      text.call(
        "try \(isOwn ? "" : type + ".")\(fetch)",
        [SwiftWriter.Argument("db"), SwiftWriter.Argument("where: ", values)])
    }
    text.addSpace()
  }
}
