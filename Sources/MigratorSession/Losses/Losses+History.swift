public import MigratorEngine

/// How the history stores losses: totals and names, and the losses one by one.
extension Losses: Codable {
  private struct Stored: Codable {
    let rows, values: Int64
    let unseen, tables, columns, objects: [String]
    /// The individual losses; `nil` in an older history, which has only the fields above.
    let told: [Loss]?
  }

  /// Reads losses; an older history has only numbers, names and some of the kinds.
  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    guard let told = stored.told else {
      let totals = [(Loss.Kind.rows, stored.rows), (.values, stored.values)]
        .filter { $0.1 > 0 }.map { Loss.former(kind: $0, name: nil, count: $1) }
      let names = [
        (Loss.Kind.table, stored.tables), (.column, stored.columns), (.object, stored.objects),
      ]
      .flatMap { kind, names in names.map { Loss.former(kind: kind, name: $0, count: nil) } }
      self.init(totals + names + stored.unseen.map { .unseen(table: $0, reason: nil) })
      return
    }
    // The list omits dropped tables whose rows it includes.
    let tables = stored.tables.map { table in
      told.first { $0.kind == .table && $0.facts.table == table }
        ?? .table(name: table, isEmpty: false)
    }
    let data = told.prefix { [.rows, .values].contains($0.kind) }
    self.init(data + tables + told.dropFirst(data.count).filter { $0.kind != .table })
  }

  /// Writes losses.
  public func encode(to encoder: any Encoder) throws {
    try Stored(
      rows: rowCount, values: valueCount, unseen: names(of: .unseen), tables: names(of: .table),
      columns: names(of: .column), objects: names(of: .object), told: list
    ).encode(to: encoder)
  }
}
