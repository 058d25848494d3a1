public import MigratorEngine

extension ChangedRow.Kind {
  /// The mark at the beginning of a row.
  public var mark: String {
    switch self {
    case .inserted: "+"
    case .deleted: "-"
    case .updated: "~"
    }
  }

  /// The role of the mark.
  public var role: TextLine.Role {
    switch self {
    case .inserted: .added
    case .deleted: .removed
    case .updated: .changed
    }
  }
}

extension ValueDifference {
  /// The kind of difference, if the values do not show it; otherwise empty.
  public var words: String {
    switch self {
    case .filled, .nulled, .replaced: ""
    case .converted: "stored with another type"
    case .cut: "cut"
    case .rounded: "rounded"
    case .retyped: "other type"
    }
  }
}

extension ValueExcerpt {
  /// Returns the value as an SQL literal, shortened if it is long.
  ///
  /// An incompletely stored value is followed by its length: `'Once upon…' of 4,001 bytes`.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of characters or bytes to show of a TEXT or BLOB value.
  ///   - start: How many characters to omit at the beginning.
  /// - Returns: The literal.
  public func text(upTo limit: Int = .max, from start: Int = 0) -> String {
    var shown = value.prefix(bytes: limit)
    if value.nonTextBytes == nil, case .string(let text) = value.storage {
      let piece = text.dropFirst(start).prefix(limit)
      let isTruncated = !isWhole || piece.endIndex < text.endIndex
      shown = DatabaseValue(
        storage: .string((start > 0 ? "…" : "") + piece + (isTruncated ? "…" : "")))
    }
    let isShortened = (value.nonTextBytes?.count ?? 0) > limit
    let words = shown.sqlLiteral + (isShortened ? "…" : "")
    return fullLength.map { "\(words) of \(Format.count($0, "byte"))" } ?? words
  }
}

extension ChangedValue {
  /// The kind of difference, if the shown values do not show it; otherwise empty.
  public var words: String {
    let isUnseen = difference != nil && before?.isWhole == false && before?.value == after?.value
    return [difference?.words ?? "", isUnseen ? "the difference is in the truncated part" : ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns the values before and after, with long ones shortened to where they differ.
  ///
  /// - Parameter limit: The maximum number of characters or bytes to show of a TEXT or BLOB value.
  /// - Returns: The SQL literals; `nil` for a missing value.
  public func texts(upTo limit: Int) -> (before: String?, after: String?) {
    var start = 0
    if case .string(let old)? = before?.value.storage, before?.value.nonTextBytes == nil,
      case .string(let new)? = after?.value.storage, after?.value.nonTextBytes == nil,
      difference != nil, difference != .cut, old.count > limit || new.count > limit
    {
      let common = zip(old, new).prefix { $0 == $1 }.count
      start = common > limit / 2 ? common - limit / 4 : 0
    }
    return (before?.text(upTo: limit, from: start), after?.text(upTo: limit, from: start))
  }
}

extension ChangedRow {
  /// Describes rows that were not deleted directly by a statement.
  public static let cascadeWords = "by cascade or trigger"

  /// Returns phrases for the counts that are not zero: `2 inserted`, `7 deleted`.
  ///
  /// - Parameters:
  ///   - inserted: The number of inserted rows.
  ///   - updates: How often a statement updated a row, even without changing a value.
  ///   - others: How many rows have different values afterwards, if they were compared.
  ///   - deleted: The number of deleted rows.
  /// - Returns: The phrases.
  static func counts(
    inserted: Int64 = 0, updates: Int64 = 0, others: Int64? = nil, deleted: Int64 = 0
  ) -> [String] {
    let writes = Format.count(updates, "update")
    let updated: String =
      switch others {
      case updates?: "\(Format.number(updates)) \(Kind.updated.rawValue)"
      // The comparison does not include inserted and deleted rows.
      case 0?: inserted + deleted > 0 ? writes : "\(writes) without changed values"
      case let others?: "\(writes) with changed values in \(Format.count(others, "row"))"
      case nil: writes
      }
    return [
      (inserted, "\(Format.number(inserted)) \(Kind.inserted.rawValue)"), (updates, updated),
      (deleted, "\(Format.number(deleted)) \(Kind.deleted.rawValue)"),
    ].filter { $0.0 > 0 }.map(\.1)
  }

  /// The values of the key that identifies the row.
  public var keyText: String { key.map(\.sqlLiteral).joined(separator: ", ") }
}

extension ChangedRows {
  /// The number of changed rows, and how many of them are not listed.
  ///
  /// For example `2 inserted, 5,000 updated, 1 deleted, 3,003 of them not listed`.
  public var summary: String {
    if let obstacle { return "changed rows not known: \(obstacle.words)" }
    let parts = ChangedRow.counts(
      inserted: inserted, updates: updated, others: updated, deleted: deleted)
    if parts.isEmpty { return "no rows inserted, updated or deleted" }
    return parts.joined(separator: ", ")
      + (omitted > 0 ? ", \(Format.number(omitted)) of them not listed" : "")
  }

  /// Returns the values that an update changed, or all values of an inserted or deleted row.
  ///
  /// - Parameter row: One of the rows.
  /// - Returns: The columns with their values.
  public func changedValues(of row: ChangedRow) -> [(column: Column, value: ChangedValue)] {
    zip(columns, row.values).filter { _, value in
      row.kind == .updated ? value.difference != nil : value.before != nil || value.after != nil
    }
  }

  /// Returns the changes of a row as a line: `~ 17  name: 'Ada' → 'A' (cut), age: 36 → NULL`.
  ///
  /// - Parameters:
  ///   - row: One of the rows.
  ///   - limit: The maximum number of characters or bytes to show of a TEXT or BLOB value.
  /// - Returns: The line.
  public func line(of row: ChangedRow, upTo limit: Int = 80) -> TextLine {
    var line = TextLine("\(row.kind.mark) ", row.kind.role).adding(row.keyText, .heading)
    // For inserted and deleted rows, the line already shows the key.
    let values = changedValues(of: row).filter {
      row.kind == .updated || !key.contains($0.column.name)
    }
    for (index, (column, value)) in values.enumerated() {
      line = line.adding(index == 0 ? "  " : ", ").adding("\(column.name): ", .dim)
      let (before, after) = value.texts(upTo: limit)
      switch row.kind {
      case .inserted: line = line.adding(after ?? "", .added)
      case .deleted: line = line.adding(before ?? "", .removed)
      case .updated:
        line = line.adding(before ?? "none", .removed).adding(" → ").adding(after ?? "none", .added)
        if !value.words.isEmpty { line = line.adding(" (\(value.words))", .warning) }
      }
    }
    return row.isCascade == true ? line.adding(" (\(ChangedRow.cascadeWords))", .warning) : line
  }

  /// The rows as table cells: the kind of change, the key and the changed values.
  public var cells: [[String]] {
    rows.map { row in
      let line = line(of: row)
      return [
        row.kind.rawValue, row.keyText, line.pieces.dropFirst(3).map(\.text).joined(),
      ]
    }
  }
}
