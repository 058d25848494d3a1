internal import MigratorSQLite

struct ViolationDescriber {
  private let finder: ViolationFinder
  private let valueLimit: Int?
  private let fixes: ViolationFixes

  /// Creates a describer.
  ///
  /// - Parameters:
  ///   - finder: The source of the findings.
  ///   - valueLimit: The maximum number of bytes of a value to describe; `nil` for no limit.
  init(finder: ViolationFinder, valueLimit: Int? = ValueExcerpt.limit) {
    self.finder = finder
    self.valueLimit = valueLimit
    fixes = ViolationFixes(finder, valueLimit: valueLimit)
  }

  /// Describes a violation; reads its row.
  func detail(_ finding: ViolationFinder.Finding) throws -> ViolationDetail {
    let key = finding.foreignKey
    let shape = try finder.catalog.table(key.originTable)
    let row = try finder.catalog.row(finding.rowKey, of: key.originTable, limit: valueLimit)
    let fields = row.map { row in
      zip(row.columns, row.values).map { column, excerpt in
        ViolationDetail.Field(
          column: column, value: excerpt.value, fullLength: excerpt.fullLength)
      }
    }
    // SQLite's message if the key cannot be checked, otherwise that of GRDB.
    let description: String
    if case .mismatch(let message) = finding.problem {
      description = message
    } else {
      let seen = finding.violation.originRowID == nil ? nil : row.map(Self.words)
      // A missing parent table has no columns to name, so the plain description is used.
      description =
        (try? finding.violation.describe(key: key, row: seen)) ?? finding.violation.description
    }
    try finder.db.checkCancellation()
    let missingKey = key.originColumns.compactMap { column in
      fields?.first { SQLName($0.column) == SQLName(column) }.map {
        ViolationDetail.Field(column: column, value: $0.value, fullLength: $0.fullLength)
      }
    }
    return ViolationDetail(
      problem: finding.problem, violation: finding.violation, description: description,
      foreignKey: key, originIsWithoutRowID: shape.isWithoutRowID, row: fields ?? [],
      missingKey: missingKey,
      remedies: try fixes.remedies(of: finding, missingKey: missingKey))
  }

  /// Formats a row as GRDB does, with long values truncated.
  private static func words(_ row: FoundRow) -> String {
    "["
      + zip(row.columns, row.values).map { "\($0):\($1.description)" }.joined(separator: " ")
      + "]"
  }
}

/// Writes the statements that would fix violations.
///
/// The parts that are the same for all rows of a foreign key are written once, because there may be
/// millions of rows.
final class ViolationFixes {
  /// The fixes of a foreign key, without the row and the missing key.
  private struct Pattern {
    let shape: TableShape
    let table: String
    /// The beginning of the statement that sets the key to NULL, if it may be NULL.
    let update: String?
    /// The statement that adds the parent row, if the parent table exists.
    let insertion: Insertion?
  }

  private struct Insertion {
    let beginning: String
    let note: String
    /// The kinds of values that the parent's columns accept.
    let classes: [StoredClass]
  }

  private struct KeyID: Hashable {
    let table: String
    let id: Int
  }

  private let finder: ViolationFinder
  private let valueLimit: Int?
  private var patterns: [KeyID: Pattern] = [:]

  /// Creates a writer that omits fixes with a row key of more than `valueLimit` bytes.
  init(_ finder: ViolationFinder, valueLimit: Int?) {
    self.finder = finder
    self.valueLimit = valueLimit
  }

  func remedies(
    of finding: ViolationFinder.Finding, missingKey: [ViolationDetail.Field]
  ) throws -> [ViolationDetail.Remedy] {
    // A statement with such a long key is too long to read or type.
    if let valueLimit, TableShape.size(finding.rowKey) > valueLimit { return [] }
    let pattern = try pattern(of: finding.foreignKey)
    guard let condition = pattern.shape.condition(finding.rowKey) else { return [] }
    var remedies: [ViolationDetail.Remedy] = []
    if let update = pattern.update {
      remedies.append(
        ViolationDetail.Remedy(
          sql: "\(update) WHERE \(condition);", note: "keeps the row, without a parent"))
    }
    let row = "\(pattern.table) WHERE \(condition)"
    remedies.append(ViolationDetail.Remedy(sql: "DELETE FROM \(row);", note: "removes the row"))
    // Each string that contains a value of many megabytes is slow to build.
    try finder.db.checkCancellation()
    if let insertion = pattern.insertion, insertion.classes.count == missingKey.count,
      try zip(insertion.classes, missingKey).allSatisfy({ try canBeStored($1, as: $0, from: row) })
    {
      let source = Self.source(of: missingKey, for: finding.foreignKey, from: row)
      remedies.append(
        ViolationDetail.Remedy(sql: insertion.beginning + source + ";", note: insertion.note))
    }
    return remedies
  }

  private func pattern(of key: ForeignKeyInfo) throws -> Pattern {
    let id = KeyID(table: key.originTable, id: key.id)
    if let known = patterns[id] { return known }
    let shape = try finder.catalog.table(key.originTable)
    let table = shape.name.quotedDatabaseIdentifier
    let nullable = shape.nullableColumns(among: key.originColumns)
    let assignments = nullable.map { "\($0.quotedDatabaseIdentifier) = NULL" }
    let pattern = Pattern(
      shape: shape, table: table,
      update: nullable.isEmpty ? nil : "UPDATE \(table) SET \(assignments.joined(separator: ", "))",
      insertion: try finder.catalog.exists(key.destinationTable) ? insertion(key) : nil)
    patterns[id] = pattern
    return pattern
  }

  private func insertion(_ key: ForeignKeyInfo) throws -> Insertion {
    let parent = try finder.catalog.table(key.destinationTable)
    let given = Set(key.destinationColumns.map(SQLName.init(_:)))
    let filled = try parent.rowIDColumn(finder.catalog.indexes(of: key.destinationTable))
    let needed = parent.columns.filter { column in
      !given.contains(SQLName(column.name)) && column.name != filled && column.isOrdinary
        && column.isNotNull && column.defaultValueSQL == nil
    }.map(\.name)
    let columns = key.destinationColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    return Insertion(
      beginning: "INSERT INTO \(parent.name.quotedDatabaseIdentifier) (\(columns)) ",
      note: needed.isEmpty
        ? "adds the missing parent"
        : "adds the missing parent, which also needs: \(needed.joined(separator: ", "))",
      classes: try key.destinationColumns.map {
        try finder.catalog.storedClass(of: $0, in: key.destinationTable)
      })
  }

  private func canBeStored(
    _ field: ViolationDetail.Field, as storedClass: StoredClass, from row: String
  ) throws -> Bool {
    try storedClass.takes(field.value, in: finder.db) {
      field.fullLength != nil
        ? "(SELECT \(field.column.quotedDatabaseIdentifier) FROM \(row))" : field.value.sqlLiteral
    }
  }

  /// The values of the parent row; truncated values are selected from the child row itself.
  private static func source(
    of missingKey: [ViolationDetail.Field], for key: ForeignKeyInfo, from row: String
  ) -> String {
    missingKey.contains { $0.fullLength != nil }
      ? "SELECT \(key.originColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")) FROM \(row)"
      : "VALUES (\(missingKey.map(\.value.visibleLiteral).joined(separator: ", ")))"
  }
}
