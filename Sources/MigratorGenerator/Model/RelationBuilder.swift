internal import MigratorSQLite
internal import SQLSyntax

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
