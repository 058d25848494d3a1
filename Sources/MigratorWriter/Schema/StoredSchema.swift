internal import MigratorPlatform
package import MigratorEngine
package import MigratorSQLite
package import MigratorSchema

/// The objects of a schema that belong to the user, in the order in which they were created.
///
/// The ledgers of tools, internal and shadow tables, and automatic indexes are left out.
package struct StoredSchema: Sendable, Hashable {
  /// The objects.
  package let objects: [SchemaObject]
  private let places: [SchemaObject.Identity: Int]

  /// Creates a schema from its objects.
  package init(_ objects: [SchemaObject] = []) {
    self.objects = objects
    places = Dictionary(
      objects.enumerated().map { ($1.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads the schema of a database.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - ledgers: The tables of ledgers.
  /// - Throws: ``DatabaseError``.
  package init(_ db: Database, besides ledgers: Set<SQLName> = []) throws {
    let all = try db.schemaRows { row in
      try SchemaObjectKind(rawValue: try row.type).map {
        SchemaRowValue(
          kind: $0, name: try row.name, table: try row.tableName, sql: try row.sql)
      }
    }
    let tables = all.filter { $0.kind == .table }.map { (SQLName($0.name), $0.sql) }
    let shadows = try ShadowTables(tables: tables) {
      Set(try db.tableList(in: "main", .shadow).map { SQLName($0.name) })
    }
    self.init(
      all.compactMap { row in
        guard let sql = row.sql, !SQLName(row.name).isInternal,
          !ledgers.contains(SQLName(row.table)), shadows.owner(of: SQLName(row.table)) == nil
        else { return nil }
        return SchemaObject(kind: row.kind, name: row.name, tableName: row.table, sql: sql)
      })
  }

  private struct SchemaRowValue {
    let kind: SchemaObjectKind
    let name: String
    let table: String
    let sql: String?
  }

  /// The objects of a kind, in order.
  package func all(_ kind: SchemaObjectKind) -> [SchemaObject] {
    objects.filter { $0.kind == kind }
  }

  /// Returns the object with the given kind and name, or `nil`.
  package func object(_ kind: SchemaObjectKind, _ name: SQLName) -> SchemaObject? {
    places[SchemaObject.Identity(kind: kind, name: name)].map { objects[$0] }
  }

  /// Returns the table with the given name, or `nil`.
  package func table(_ name: SQLName) -> SchemaObject? { object(.table, name) }
}

extension SchemaObject {
  /// The statement that creates the object.
  var definition: String { sql ?? "" }
}

extension StoredSchema {
  /// The same objects in the order of snapshots.
  package var snapshot: SchemaSnapshot { SchemaSnapshot(objects: objects) }
}
