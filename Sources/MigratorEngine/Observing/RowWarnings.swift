internal import MigratorSQLite
internal import MigratorSchema

extension StepReport.TableRows {
  /// Warns of columns of a table that was made anew which have each other's values.
  var exchangeWarning: String? {
    guard isRecreated, case .compared(let columns, _) = values else { return nil }
    // A new column may well have the values of another; one that was there had its own.
    let places = Dictionary(
      columns.compactMap { column in column.movedTo.map { (SQLName(column.column), SQLName($0)) } },
      uniquingKeysWith: { first, _ in first })
    let moves = columns.filter { column in
      column.movedTo.map { places[SQLName($0)] != nil } ?? false
    }
    guard !moves.isEmpty else { return nil }
    let told = moves.prefix(3).map { "those of \($0.column) in \($0.movedTo ?? "")" }
    let more = moves.count > 3 ? ", and \(moves.count - 3) more" : ""
    return "Columns of \(table) have values of others, \(told.joined(separator: ", "))\(more): "
      + "INSERT … SELECT goes by the order of columns, and not by their names."
  }
}

extension SchemaTrace {
  /// Warns of full-text indexes over other tables that were emptied and are empty still.
  func emptiedIndexWarnings(_ db: Database) throws -> [String] {
    try emptiedIndexes.sorted().compactMap { index in
      let rows = SQLName(index.text + "_docsize")
      if try db.tableExists(rows.text, in: "main"),
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM main.\(rows.quoted))") == true
      {
        return nil
      }
      return "The full-text index \(index.text) was emptied ('delete-all') and not built again: it "
        + "finds nothing of what its table holds."
    }
  }
}
