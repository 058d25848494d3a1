public import MigratorEngine
import MigratorPlatform

/// A file format for changed rows.
public enum ChangedRowsFormat: String, Sendable, Hashable, CaseIterable {
  /// Markdown tables.
  case markdown
  /// One line for each changed value.
  case csv
  /// The statements that make the changes.
  case sql
}

extension StepReport {
  /// The column names of ``changedRowsCSV``, as its first line.
  public static let changedRowsHeader =
    "migration,table,change,key,column,before,after,difference,note\n"

  /// The rows that the migration changed, as CSV with one line for each value.
  ///
  /// The format is RFC 4180 with LF line endings. NULL is an empty field and an empty string is
  /// `""`. Keys, blobs and invalid Unicode are SQL literals.
  ///
  /// - Complexity: O(*n*) in the number of stored values.
  public var changedRowsCSV: String {
    var text = ""
    for list in changedRows {
      for row in list.rows {
        for (column, value) in list.changedValues(of: row) {
          let notes = [value.before, value.after].compactMap { $0?.fullLength }.map {
            "truncated, has \($0) bytes"
          }
          let ways = row.isCascade == true ? [ChangedRow.cascadeWords] : []
          let fields = [
            CSV.field(identifier), CSV.field(list.table), CSV.field(row.kind.rawValue),
            CSV.field(row.keyText), CSV.field(column.name), CSV.field(value.before?.value),
            CSV.field(value.after?.value), CSV.field(value.difference?.rawValue ?? ""),
            CSV.field((ways + Set(notes).sorted()).joined(separator: "; ")),
          ]
          text += fields.joined(separator: ",") + "\n"
        }
      }
    }
    return text
  }

  /// Statements that repeat the migration's row changes, for the schema after the migration.
  ///
  /// There is one statement for each row, selected by key. Comments list rows and values that were
  /// not stored completely.
  ///
  /// - Complexity: O(*n*) in the number of stored values.
  public var changedRowsSQL: String {
    var lines = ["-- \(identifier.oneLine)"]
    for list in changedRows {
      // Rows dropped with their table need no statements.
      let isGone = list.isTableDropped
      lines.append(
        "-- \(list.table.oneLine): \(list.summary)" + (isGone ? ", table dropped" : ""))
      if isGone { continue }
      // Deletions come first so that insertions do not conflict with deleted rows.
      for kind in [ChangedRow.Kind.deleted, .updated, .inserted] {
        lines += list.rows.filter { $0.kind == kind }.map(list.statement)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ChangedRows {
  /// Returns the statement that repeats the change of a row.
  ///
  /// A comment lists values that were not stored completely. Only the comment is returned if no
  /// statement can be written without these values.
  ///
  /// - Parameter row: One of the rows.
  /// - Returns: SQL for the schema after the migration.
  public func statement(for row: ChangedRow) -> String {
    var written =
      changedValues(of: row).compactMap { column, value in
        column.after.map { (name: $0, value: value.after) }
      }
    let cut = row.kind == .deleted ? [] : written.filter { $0.value?.isWhole == false }
    if !cut.isEmpty {
      written.removeAll { $0.value?.isWhole == false }
      let lengths = cut.map { "\($0.name.oneLine) has \($0.value?.fullLength ?? 0) bytes" }
      let comment =
        "-- \(row.kind.rawValue) \(row.keyText.oneLine): \(lengths.joined(separator: ", ")), truncated "
        + "here"
      // An inserted row without some of its values would be a different row.
      guard row.kind == .updated, !written.isEmpty else { return comment }
      return comment + " and not written\n" + statement(for: row, writing: written)
    }
    return statement(for: row, writing: written)
  }

  private func statement(
    for row: ChangedRow, writing written: [(name: String, value: ValueExcerpt?)]
  ) -> String {
    let table = SQLName(self.table).quoted
    let condition = zip(key, row.key).map { "\(SQLName($0).quoted) = \($1.exactLiteral)" }
      .joined(separator: " AND ")
    switch row.kind {
    case .deleted: return "DELETE FROM \(table) WHERE \(condition);"
    // Generated columns cannot be written.
    case .updated where written.isEmpty:
      return "-- \(row.kind.rawValue) \(row.keyText.oneLine): no value to write"
    case .updated:
      let values = written.map {
        "\(SQLName($0.name).quoted) = \($0.value?.value.exactLiteral ?? "NULL")"
      }
      return "UPDATE \(table) SET \(values.joined(separator: ", ")) WHERE \(condition);"
    case .inserted:
      let names = Set(written.map { SQLName($0.name) })
      // The key may be a rowid that is not a column of the row.
      let hidden = zip(key, row.key).filter { !names.contains(SQLName($0.0)) }
      let columns = hidden.map(\.0) + written.map(\.name)
      let values = hidden.map(\.1) + written.map { $0.value?.value ?? .null }
      return "INSERT INTO \(table) (\(columns.map { SQLName($0).quoted }.joined(separator: ", "))) "
        + "VALUES (\(values.map(\.exactLiteral).joined(separator: ", ")));"
    }
  }
}

private enum CSV {
  static func field(_ value: DatabaseValue?) -> String {
    if let value, value.nonTextBytes != nil { return value.sqlLiteral }
    return switch value?.storage {
    case nil, .null?: ""
    case .string(let text)?: text.isEmpty ? "\"\"" : field(text)
    case .int64?, .double?, .blob?: value?.sqlLiteral ?? ""
    }
  }

  static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { ![0x0A, 0x0D, 0x22, 0x2C].contains($0) }
    return isPlain ? text : "\"\(text.escaping(["\"": "\"\""]))\""
  }
}

extension DatabaseValue {
  /// An SQL literal of the complete value; invisible characters are written as code points.
  fileprivate var exactLiteral: String {
    sqlLiteral { $0 == "\n" || $0.isVisible }
  }
}

extension String {
  /// The name without characters that could end a comment.
  fileprivate var oneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isVisible ? $0 : "?" }))
  }
}
