import CSQLite3
import MigratorPlatform

/// Counts the rows that statements insert, update and delete, by table.
///
/// It counts the changes that `sqlite3_preupdate_hook` reports: rows of ordinary tables, with or
/// without rowid, changed by statements, triggers, foreign-key actions and `OR REPLACE`. It does
/// not count `CREATE TABLE AS`, dropped tables, or rows rewritten by ALTER TABLE. While a counter
/// is installed, `DELETE` without `WHERE` takes three to six times as long.
/// Source: <https://www.sqlite.org/c3ref/preupdate_blobwrite.html>.
public final class RowChangeCounter {
  /// The counts of one table.
  public struct Counts: Sendable, Hashable {
    /// Rows inserted.
    public var inserted: Int64 = 0
    /// Rows updated.
    public var updated: Int64 = 0
    /// Rows deleted, including the ``cascaded`` ones.
    public var deleted: Int64 = 0
    /// Rows deleted by a trigger or a foreign-key action.
    public var cascaded: Int64 = 0

    package var turnover = RowTurnover()
    /// The rowids of written or deleted rows of rowid tables, before and after each change.
    package var written = RowIDSample()
    package var deletedDirectly = RowIDSample()
    /// The rowids of rows of rowid tables that a trigger or a foreign-key action deleted.
    package var deletedByCascade = RowIDSample()
    /// True if an update changed the rowid of a row; meaningless for tables without rowid.
    package var hasMovedRows = false

    /// True if rows were only inserted, and rowids are recorded.
    package var hasOnlyInserted: Bool {
      inserted > 0 && updated == 0 && deleted == 0 && !written.isEmpty
    }

    /// Creates counts from its properties.
    public init(
      inserted: Int64 = 0, updated: Int64 = 0, deleted: Int64 = 0, cascaded: Int64 = 0
    ) {
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
      self.cascaded = cascaded
    }

    /// Returns whether a trigger or a foreign-key action deleted a row.
    ///
    /// The result is `nil` if this is uncertain: the row may have been re-inserted in between, or
    /// too many rows were deleted to remember them all.
    ///
    /// - Parameter rowID: The rowid of the row before the deletion, or `nil` if it does not
    ///   identify the row.
    /// - Returns: `true` for a trigger or a foreign-key action, `false` for a statement itself.
    package func isCascade(_ rowID: Int64?) -> Bool? {
      if deleted == 0 { return nil }
      if cascaded == 0 { return false }
      if cascaded == deleted { return true }
      guard let rowID, !hasMovedRows else { return nil }
      switch (deletedByCascade.contains(rowID), deletedDirectly.contains(rowID)) {
      case (true?, false?): return true
      case (false?, true?): return false
      default: return nil
      }
    }

    package mutating func add(_ later: Counts) {
      inserted += later.inserted
      updated += later.updated
      deleted += later.deleted
      cascaded += later.cascaded
      turnover.add(later.turnover)
      written.formUnion(later.written)
      deletedDirectly.formUnion(later.deletedDirectly)
      deletedByCascade.formUnion(later.deletedByCascade)
      hasMovedRows = hasMovedRows || later.hasMovedRows
    }
  }

  /// The tables whose new and removed rows are tracked by rowid.
  package var watchedTables: Set<SQLName> = [] {
    didSet { isWatched = names.map(watchedTables.contains) }
  }

  private var names: [SQLName] = []
  private var counts: [Counts] = []
  private var isWatched: [Bool] = []
  private var indices: [SQLName: Int] = [:]
  private var lastName: [UInt8] = []
  private var lastIndex: Int?

  /// Creates a counter without counts.
  public init() {}

  /// The counts by table name in `main`, without SQLite's internal tables.
  ///
  /// A rollback does not reverse counts.
  public var tables: [SQLName: Counts] {
    Dictionary(uniqueKeysWithValues: zip(names, counts))
  }

  /// True if no row was updated or deleted.
  package var hasOnlyInserted: Bool {
    counts.allSatisfy { $0.updated == 0 && $0.deleted == 0 }
  }

  /// Resets all counts.
  public func reset() {
    names = []
    counts = []
    isWatched = []
    indices = [:]
    lastIndex = nil
  }

  func count(
    _ operation: Int32, table: UnsafePointer<CChar>, before: Int64, after: Int64, depth: Int32
  ) {
    guard let index = index(of: table) else { return }
    counts[index].note(
      operation, before: before, after: after, depth: depth, isWatched: isWatched[index])
  }

  /// Returns the index of a table.
  ///
  /// Consecutive rows usually belong to one table, so the last name is compared first.
  private func index(of table: UnsafePointer<CChar>) -> Int? {
    let isLast = lastName.withUnsafeBytes { last in
      last.baseAddress.map { strcmp(table, $0.assumingMemoryBound(to: CChar.self)) == 0 } ?? false
    }
    if isLast, let lastIndex { return lastIndex }
    let name = SQLName(String(cString: table))
    if name.isInternal { return nil }
    let index = indices[name] ?? append(name)
    lastName = Array(name.text.utf8) + [0]
    lastIndex = index
    return index
  }

  private func append(_ name: SQLName) -> Int {
    names.append(name)
    counts.append(Counts())
    isWatched.append(watchedTables.contains(name))
    indices[name] = names.count - 1
    return names.count - 1
  }
}

extension RowChangeCounter.Counts {
  /// Counts a changed row; there may be millions.
  fileprivate mutating func note(
    _ operation: Int32, before: Int64, after: Int64, depth: Int32, isWatched: Bool
  ) {
    if isWatched {
      if operation != SQLITE_INSERT { turnover.delete(before) }
      if operation != SQLITE_DELETE { turnover.insert(after) }
    }
    if operation != SQLITE_DELETE { written.insert(after) }
    if operation != SQLITE_INSERT { written.insert(before) }
    if operation == SQLITE_UPDATE && before != after { hasMovedRows = true }
    switch operation {
    case SQLITE_INSERT: inserted += 1
    case SQLITE_UPDATE: updated += 1
    case SQLITE_DELETE:
      deleted += 1
      if depth > 0 {
        cascaded += 1
        deletedByCascade.insert(before)
      } else {
        deletedDirectly.insert(before)
      }
    default: break
    }
  }
}

/// The new and removed rows of a table, tracked by rowid.
///
/// A row that is deleted and re-inserted under its rowid is neither new nor removed: virtual tables
/// update their rows that way.
package struct RowTurnover: Sendable, Hashable {
  /// The maximum number of tracked rows; further deleted rows count as removed.
  private static let limit = 2_000_000

  private var new: Set<Int64> = []
  private var gone: Set<Int64> = []
  private var untrackedDeletes: Int64 = 0

  package init() {}

  /// The number of re-insertions of a deleted row.
  package private(set) var backCount: Int64 = 0
  package var newCount: Int64 { Int64(new.count) }
  package var goneCount: Int64 { Int64(gone.count) + untrackedDeletes }

  mutating func insert(_ row: Int64) {
    if gone.remove(row) != nil {
      backCount += 1
    } else if new.count < Self.limit {
      new.insert(row)
    }
  }

  mutating func delete(_ row: Int64) {
    if new.remove(row) != nil { return }
    if gone.count < Self.limit { gone.insert(row) } else { untrackedDeletes += 1 }
  }

  mutating func add(_ later: RowTurnover) {
    for row in later.gone { delete(row) }
    for row in later.new { insert(row) }
    untrackedDeletes += later.untrackedDeletes
    backCount += later.backCount
  }
}
