internal import MigratorSQLite

/// An estimate of the size of a table and of the distribution of its foreign keys, from a few rows.
///
/// It selects the method of a check and does not affect the result.
struct TableSample {
  /// The approximate number of rows.
  let rowCount: Int
  /// `true` for each column in which neighboring rows mostly have neighboring integers.
  let isClustered: [Bool]

  private static let places = 12
  private static let run = 24
  private static let nearness: Int64 = 32

  /// Takes a sample; `nil` if the table is empty or has no rowid.
  init?(_ shape: TableShape, columns: [String], in db: Database) throws {
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
    let list = ([rowID] + columns.map(\.quotedDatabaseIdentifier)).map { "c.\($0)" }
    let statement = try db.makeStatement(
      sql: """
        SELECT \(list.joined(separator: ", ")) FROM \(shape.quotedName) AS c
        WHERE c.\(rowID) >= ? ORDER BY c.\(rowID) LIMIT \(Self.run)
        """)
    let span = Double(greatest) - Double(least) + 1
    var density = 0.0
    var near = columns.map { _ in 0 }
    var pairs = near
    for place in 0..<Self.places {
      let start = Double(least) + span * Double(place) / Double(Self.places)
      guard let first = Int64(exactly: start.rounded(.down)) else { continue }
      let rows = try Array(Row.fetchCursor(statement, arguments: [first]))
      guard let last = rows.last else { continue }
      density +=
        Double(rows.count) / max(1, Double(try last.decode(Int64.self, atIndex: 0)) - start + 1)
      for (row, next) in zip(rows, rows.dropFirst()) {
        for index in columns.indices {
          guard case .int64(let a) = row.databaseValues[index + 1].storage,
            case .int64(let b) = next.databaseValues[index + 1].storage
          else { continue }
          pairs[index] += 1
          if a.subtractingReportingOverflow(b).partialValue.magnitude <= Self.nearness {
            near[index] += 1
          }
        }
      }
    }
    rowCount = Int(min(span, span * density / Double(Self.places), 1e15))
    isClustered = zip(near, pairs).map { near, pairs in pairs > 20 && near * 10 >= pairs * 9 }
  }
}
