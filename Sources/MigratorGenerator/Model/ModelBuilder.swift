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
    // Words ending in -a are more often singular than Latin plurals: quota, media, metadata.
    return name.lowercased().hasSuffix("a") ? name : singular
  }
}

enum RelationBuilder {
  /// Adds to each record the relations of its foreign keys and of those that refer to it.
  ///
  /// The records are in the order of their tables.
  static func addRelations(to records: inout [RecordModel], _ tables: [DatabaseSchema.Table]) {
    let places = Dictionary(
      zip(tables.map { SQLName($0.name) }, tables.indices)
    ) { first, _ in first }
    var scopes = records.map { record in
      NameScope(reserved: Set(record.properties.map(\.name)).union(["fetchAll", "fetchOne"]))
    }
    var fetchedBy = records.map { _ in Set<[String]>() }
    for (origin, table) in tables.enumerated() {
      for key in table.foreignKeys {
        guard let destination = places[SQLName(key.destinationTable)],
          let columns = properties(key.originColumns, of: records[origin]),
          let parents = properties(key.destinationColumns, of: records[destination])
        else { continue }
        if fetchedBy[origin].insert(key.originColumns).inserted {
          records[origin].relations.append(
            RelationModel(
              kind: .own, name: "fetchAll", typeName: records[origin].typeName,
              pairs: columns.map { ($0.column, $0) },
              summary: "Returns the rows with a foreign key into `\(key.destinationTable)`."))
        }
        let role = role(of: columns, records[destination])
        records[origin].relations.append(
          RelationModel(
            kind: .parent,
            name: scopes[origin].take("fetch" + role, suffix: "Row", fallback: "fetch"),
            typeName: records[destination].typeName,
            pairs: zip(parents, columns).map { ($0.column, $1) },
            summary: "Returns the row of `\(key.destinationTable)` that this one refers to."))
        let isOnly =
          table.foreignKeys.count { SQLName($0.destinationTable) == SQLName(key.destinationTable) }
          == 1
        let plural = Inflections.pluralized(records[origin].typeName)
        records[destination].relations.append(
          RelationModel(
            kind: .children,
            name: scopes[destination].take(
              "fetch" + plural + (isOnly ? "" : "By" + role), suffix: "Rows", fallback: "fetch"),
            typeName: records[origin].typeName,
            pairs: zip(columns, parents).map { ($0.column, $1) },
            summary: "Returns the rows of `\(table.name)` that refer to this one."))
      }
    }
  }

  /// The role of the parent row: `home_club_id` refers to a home club.
  private static func role(of columns: [PropertyModel], _ parent: RecordModel) -> String {
    guard columns.count == 1, let words = SwiftWords(columns[0].column).withoutID,
      !words.type.isEmpty
    else { return parent.typeName }
    return words.type
  }

  private static func properties(
    _ columns: [String], of record: RecordModel
  ) -> [PropertyModel]? {
    let found = columns.compactMap { column in
      record.properties.first { SQLName($0.column) == SQLName(column) }
    }
    return found.count == columns.count ? found : nil
  }
}
