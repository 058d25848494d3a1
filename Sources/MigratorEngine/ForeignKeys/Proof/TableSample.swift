internal import MigratorSQLite

/// An estimate of the size of a table from a few rows.
///
/// It selects the method of a check and does not affect the result.
struct TableSample {
  /// The approximate number of rows.
  let rowCount: Int

  private static let places = 12
  private static let run = 24

  /// Takes a sample; `nil` if the table is empty or has no rowid.
  init?(_ shape: TableShape, in db: Database) throws {
    guard let rowID = shape.rowIDName else { return nil }
    let bounds = try Row.fetchOne(
      db,
      sql: """
        SELECT (SELECT min(\(rowID)) FROM \(shape.quotedName)),
          (SELECT max(\(rowID)) FROM \(shape.quotedName))
        """)
    guard let bounds, let least = try bounds.decode(Int64?.self, atIndex: 0),
      let greatest = try bounds.decode(Int64?.self, atIndex: 1)
    else { return nil }
    let statement = try db.makeStatement(
      sql: """
        SELECT c.\(rowID) FROM \(shape.quotedName) AS c
        WHERE c.\(rowID) >= ? ORDER BY c.\(rowID) LIMIT \(Self.run)
        """)
    let span = Double(greatest) - Double(least) + 1
    var density = 0.0
    for place in 0..<Self.places {
      let start = Double(least) + span * Double(place) / Double(Self.places)
      guard let first = Int64(exactly: start.rounded(.down)) else { continue }
      let rows = try Array(Row.fetchCursor(statement, arguments: [first]))
      guard let last = rows.last else { continue }
      density +=
        Double(rows.count) / max(1, Double(try last.decode(Int64.self, atIndex: 0)) - start + 1)
    }
    rowCount = Int(min(span, span * density / Double(Self.places), 1e15))
  }
}
