internal import MigratorSQLite
internal import SQLSyntax

struct ModelBuilder {
  private let schema: DatabaseSchema
  private let settings: GeneratorSettings

  /// Builds the model of a group, without conversions.
  ///
  /// - Throws: ``GeneratorProblem`` if the settings mention an unknown table or column.
  static func model(
    of schema: DatabaseSchema, _ settings: GeneratorSettings
  ) throws(GeneratorProblem) -> DatabaseModel {
    let builder = ModelBuilder(schema: schema, settings: settings)
    try builder.checkSettings()
    return builder.model()
  }

  /// The name of a group's database type, or an empty string if the stem yields no valid name.
  static func typeName(ofGroup stem: String) -> String {
    let isType = SwiftWords.isIdentifier(stem) && stem.first?.isUppercase == true
    let name = isType ? stem : SwiftWords(stem).type
    return SwiftWords.isIdentifier(name) && !SwiftNames.types.contains(name) ? name : ""
  }

  private func checkSettings() throws(GeneratorProblem) {
    let columns = schema.tables.flatMap { table in
      table.columns.map { "\(table.name).\($0.name)" }
    }
    let known = Set(columns + schema.tables.map(\.name))
    let entries = settings.types.merging(settings.names) { first, _ in first }
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      throw GeneratorProblem(
        at: entry.location, "\(schema.stem) has no table or column \(name)")
    }
    for (name, entry) in settings.types.sorted(by: { $0.key < $1.key })
    where !columns.contains(name) {
      throw GeneratorProblem(at: entry.location, "\(name) is a table; write table.column")
    }
  }

  private func model() -> DatabaseModel {
    let typeName = Self.typeName(ofGroup: schema.stem)
    var names = NameScope(reserved: SwiftNames.types.union([typeName]))
    let typeNames = schema.tables.map { table in
      names.take(recordName(of: table), suffix: "Record", fallback: "Table")
    }
    var records = zip(schema.tables, typeNames).map { table, name in
      RecordBuilder(table: table, settings: settings, recordNames: Set(typeNames)).record(
        named: name)
    }
    RelationBuilder.addRelations(to: &records, schema.tables)
    return DatabaseModel(
      stem: schema.stem, typeName: typeName, userVersion: schema.userVersion, files: schema.files,
      settings: settings, records: records)
  }

  private func recordName(of table: DatabaseSchema.Table) -> String {
    if let chosen = settings.names[table.name] { return chosen.value }
    let name = SwiftWords(table.name).type
    guard settings.singularRecordNames else { return name }
    let singular = Inflections.singularized(name)
    // Words in -a are more often singular than Latin plurals: quota, media, metadata.
    return name.lowercased().hasSuffix("a") ? name : singular
  }
}
