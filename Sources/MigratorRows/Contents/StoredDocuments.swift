internal import MigratorSQLite
internal import SQLSyntax

/// Rows of a dropped table that other tables now contain as JSON.
extension ContentComparison {
  /// True if all values of each row are together in an object, or in an entry of one.
  func isInDocuments(_ table: DatabaseContents.Table) -> Bool {
    let records = newDocuments().flatMap { Self.records(of: $0).map(Set.init) }
    guard !records.isEmpty else { return false }
    return table.rows.allSatisfy { row in
      let values = Set(row.values.filter { !$0.isNull }.map(Self.text))
      // A single short value is in any document.
      return values.count > 1 && records.contains { values.isSubset(of: $0) }
    }
  }

  /// The JSON that no table contained before.
  private func newDocuments() -> [JSONValue] {
    after.tables.flatMap { table -> [JSONValue] in
      let former = before[table.name]
      if former === table { return [] }
      let known = Set(former?.rows ?? [])
      return table.rows.lazy.filter { !known.contains($0) }.flatMap(\.values).compactMap { value in
        guard case .string(let text) = value.storage, text.hasPrefix("{") || text.hasPrefix("[")
        else { return nil }
        return try? JSONReader.read(text, file: "")
      }
    }
  }

  /// The scalars of each object, including those of its members, and each entry of an object.
  private static func records(of value: JSONValue) -> [[String]] {
    switch value.kind {
    case .list(let elements): elements.flatMap(records(of:))
    case .object(let members):
      [scalars(of: value)] + members.map { [$0.name] + scalars(of: $0.value) }
        + members.flatMap { records(of: $0.value) }
    case .text, .bool, .number, .null: []
    }
  }

  private static func scalars(of value: JSONValue) -> [String] {
    switch value.kind {
    case .text(let text): [text]
    case .number(let digits): [digits]
    case .bool(let isTrue): [isTrue ? "1" : "0"]
    case .null: []
    case .list(let elements): elements.flatMap(scalars(of:))
    case .object(let members): members.flatMap { scalars(of: $0.value) }
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.comparable.storage {
    case .string(let text): text
    case .int64(let number): String(number)
    case .double(let number): String(number)
    // JSON cannot contain blobs.
    case .null, .blob: "\u{0}"
    }
  }
}
