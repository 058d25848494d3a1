import CSQLite3
import MigratorPlatform

/// Counts the rows that statements insert, update and delete, table by table.
///
/// It sees what `sqlite3_preupdate_hook` sees: rows of ordinary tables, with or without rowid,
/// changed by statements, triggers, foreign-key actions and `OR REPLACE`. It does not see
/// `CREATE TABLE AS`, dropped tables, and what ALTER TABLE rewrites. `DELETE` without `WHERE` costs
/// three to six times as much while it is on.
/// Source: <https://www.sqlite.org/c3ref/preupdate_blobwrite.html>.
public final class RowChangeCounter {
  /// The counts of one table.
  public struct Counts: Sendable, Hashable {
    /// Rows inserted.
    public var inserted: Int64 = 0
    /// Rows updated.
    public var updated: Int64 = 0
    /// Rows deleted, the ``cascaded`` ones included.
    public var deleted: Int64 = 0
    /// Rows deleted by a trigger or a foreign-key action.
    public var cascaded: Int64 = 0

    /// The rows of a watched table that are new or gone.
    package var turnover = RowTurnover()
    /// The rowids of rows that were written or deleted, before and after, of tables that have any.
    package var written = WrittenRows()
    /// The rowids of rows that statements deleted themselves, of tables that have any.
    package var deletedDirectly = WrittenRows()
    /// The rowids of rows that a trigger or a foreign-key action deleted, of tables that have any.
    package var deletedByCascade = WrittenRows()
    /// Whether the rowid of a row was updated; means nothing of tables without rowid.
    package var hasMovedRows = false

    /// Whether rows came, none changed or went, and which they are is known.
    package var hasOnlyInserted: Bool {
      inserted > 0 && updated == 0 && deleted == 0 && !written.isEmpty
    }

    /// Creates counts; the parameters are the properties.
    public init(
      inserted: Int64 = 0, updated: Int64 = 0, deleted: Int64 = 0, cascaded: Int64 = 0
    ) {
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
      self.cascaded = cascaded
    }

    /// Whether a trigger or a foreign-key action deleted a row that is gone, or `nil` where that is not
    /// certain: it may have come back in between, or there were too many to remember.
    ///
    /// - Parameter rowID: The rowid of the row before, or `nil` where it tells nothing.
    /// - Returns: Whether it was, and no statement itself.
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

    /// Adds what was counted later.
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

  /// The tables whose new and gone rows are told apart by their rowids.
  package var watchedTables: Set<SQLName> = [] {
    didSet { isWatched = names.map(watchedTables.contains) }
  }

  private var names: [SQLName] = []
  private var counts: [Counts] = []
  private var isWatched: [Bool] = []
  private var indices: [SQLName: Int] = [:]
  private var lastName: [UInt8] = []
  private var lastIndex: Int?

  /// Creates a counter that has seen nothing.
  public init() {}

  /// The counts under the names of the tables of `main`; SQLite's own tables are left out.
  ///
  /// A rollback does not take counts back.
  public var tables: [SQLName: Counts] {
    Dictionary(uniqueKeysWithValues: zip(names, counts))
  }

  /// Forgets all counts.
  public func reset() {
    names = []
    counts = []
    isWatched = []
    indices = [:]
    lastIndex = nil
  }

  fileprivate func count(
    _ operation: Int32, table: UnsafePointer<CChar>, before: Int64, after: Int64, depth: Int32
  ) {
    guard let index = index(of: table) else { return }
    if isWatched[index] {
      if operation != SQLITE_INSERT { counts[index].turnover.delete(before) }
      if operation != SQLITE_DELETE { counts[index].turnover.insert(after) }
    }
    if operation != SQLITE_DELETE { counts[index].written.insert(after) }
    if operation != SQLITE_INSERT { counts[index].written.insert(before) }
    if operation == SQLITE_UPDATE && before != after { counts[index].hasMovedRows = true }
    switch operation {
    case SQLITE_INSERT: counts[index].inserted += 1
    case SQLITE_UPDATE: counts[index].updated += 1
    case SQLITE_DELETE:
      counts[index].deleted += 1
      if depth > 0 {
        counts[index].cascaded += 1
        counts[index].deletedByCascade.insert(before)
      } else {
        counts[index].deletedDirectly.insert(before)
      }
    default: break
    }
  }

  /// The index of a table; rows come in runs of one table, so the last name is tried first.
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

extension Database {
  /// Runs a closure while a counter counts the rows that change in `main`.
  ///
  /// - Parameters:
  ///   - counter: The counter; `nil` counts nothing.
  ///   - body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  public func counted<T>(by counter: RowChangeCounter?, _ body: () throws -> T) rethrows -> T {
    guard let counter else { return try body() }
    let outer = rowChangeCounter
    install(counter)
    defer { install(outer) }
    return try body()
  }

  private func install(_ counter: RowChangeCounter?) {
    rowChangeCounter = counter
    guard let counter else {
      sqlite3_preupdate_hook(connection, nil, nil)
      return
    }
    // `rowChangeCounter` keeps the counter alive for as long as SQLite knows its address.
    sqlite3_preupdate_hook(
      connection,
      { context, connection, operation, database, table, before, after in
        guard let context, let database, let table, strcmp(database, "main") == 0 else { return }
        Unmanaged<RowChangeCounter>.fromOpaque(context).takeUnretainedValue()
          .count(
            operation, table: table, before: before, after: after,
            depth: sqlite3_preupdate_depth(connection))
      }, Unmanaged.passUnretained(counter).toOpaque())
  }
}
