/// The table or view of a record, and the SQL derived from it.
public struct RecordSchema: Sendable {
  /// The name of the table or view.
  public let table: String
  /// The columns, in the order of the record's properties.
  public let columns: [String]
  /// The columns that SQLite computes; they are read but not written.
  public let generated: Set<String>
  /// The columns of the key that identifies rows; empty for views and for tables without a key.
  public let key: [String]

  let selectSQL: String
  let insertSQL: String
  let upsertSQL: String
  let updateSQL: String
  let deleteSQL: String
  /// The positions of the key columns in the list of written columns.
  let keyPlaces: [Int]
  /// `true` if SQLite supports `RETURNING` for the table, which it does not for virtual tables.
  let isReturning: Bool

  /// Creates a schema.
  ///
  /// - Parameters:
  ///   - table: The name of the table or view.
  ///   - columns: The columns, in the order of the record's properties.
  ///   - generated: The columns that SQLite computes.
  ///   - key: The columns that identify a row.
  ///   - isVirtual: `true` for a virtual table.
  public init(
    table: String, columns: [String], generated: Set<String> = [], key: [String] = [],
    isVirtual: Bool = false
  ) {
    self.table = table
    self.columns = columns
    self.generated = generated
    self.key = key
    let written = columns.filter { !generated.contains($0) }
    let name = table.quotedDatabaseIdentifier
    let all = Self.list(columns)
    let marks = written.isEmpty ? "" : String(repeating: "?, ", count: written.count - 1) + "?"
    let returning = isVirtual ? "" : " RETURNING \(all)"
    let others = written.filter { !key.contains($0) }
    let changed = others.isEmpty ? Array(key.prefix(1)) : others
    let condition = Self.condition(key)
    keyPlaces = key.compactMap(written.firstIndex(of:))
    isReturning = !isVirtual
    selectSQL = "SELECT \(all) FROM \(name)"
    let insert = "INSERT INTO \(name) (\(Self.list(written))) VALUES (\(marks))"
    insertSQL = insert + returning
    let excluded = changed.map { column in
      let column = column.quotedDatabaseIdentifier
      return "\(column) = excluded.\(column)"
    }
    upsertSQL =
      "\(insert) ON CONFLICT (\(Self.list(key))) DO UPDATE SET "
      + excluded.joined(separator: ", ") + returning
    let assignments = changed.map { "\($0.quotedDatabaseIdentifier) = ?" }
    updateSQL =
      "UPDATE \(name) SET \(assignments.joined(separator: ", ")) WHERE \(condition)\(returning)"
    deleteSQL = "DELETE FROM \(name) WHERE \(condition)"
    changedPlaces = changed.compactMap(written.firstIndex(of:))
  }

  /// The positions, in the list of written columns, of the columns that an update changes.
  let changedPlaces: [Int]

  static func condition(_ columns: some Sequence<String>) -> String {
    columns.map { "\($0.quotedDatabaseIdentifier) = ?" }.joined(separator: " AND ")
  }

  private static func list(_ columns: [String]) -> String {
    columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
  }
}
