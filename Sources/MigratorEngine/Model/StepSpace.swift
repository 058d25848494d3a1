/// The size of the database before and after a migration, and how much the migration wrote.
public struct StepSpace: Sendable, Hashable {
  /// The size of a page in bytes.
  public let pageSize: Int64
  /// The number of pages in the database before the migration.
  public let pagesBefore: Int64
  /// The number of pages in the database after the migration.
  public let pagesAfter: Int64
  /// The number of unused pages before the migration.
  public let freePagesBefore: Int64
  /// The number of unused pages after the migration; SQLite reuses them before the file grows.
  public let freePagesAfter: Int64
  /// The number of page writes; a page written twice counts twice.
  public let writtenPages: Int64

  /// Creates the description; the parameters are the properties.
  public init(
    pageSize: Int64, pagesBefore: Int64, pagesAfter: Int64, freePagesBefore: Int64 = 0,
    freePagesAfter: Int64 = 0, writtenPages: Int64 = 0
  ) {
    self.pageSize = pageSize
    self.pagesBefore = pagesBefore
    self.pagesAfter = pagesAfter
    self.freePagesBefore = freePagesBefore
    self.freePagesAfter = freePagesAfter
    self.writtenPages = writtenPages
  }

  /// The growth of the database in bytes; negative when it shrank.
  public var growth: Int64 { (pagesAfter - pagesBefore) * pageSize }
  /// The size of the database after the migration, in bytes.
  public var sizeAfter: Int64 { pagesAfter * pageSize }
  /// The unused bytes of ``sizeAfter``.
  public var freeAfter: Int64 { freePagesAfter * pageSize }

  /// Returns the maximum size of the journal of such a step, in bytes.
  ///
  /// A rollback journal contains each original page once, and a header of one sector. A `-wal` file
  /// contains a page each time that it is written. Both contain freed pages, which may not be
  /// written to the database. 1 % is added because SQLite writes another header to a rollback
  /// journal each time the cache is full. Source: <https://www.sqlite.org/fileformat2.html>.
  ///
  /// - Parameter isWAL: `true` if the database is in WAL mode.
  /// - Returns: The bytes.
  public func journal(isWAL: Bool) -> Int64 {
    let freed = max(0, freePagesAfter - freePagesBefore) + max(0, pagesBefore - pagesAfter)
    if isWAL { return 32 + (writtenPages + freed) * (pageSize + 24) }
    // New pages are written too, unless they are free again.
    let new = max(0, pagesAfter - pagesBefore - freePagesAfter)
    let pages = min(max(0, writtenPages - new) + freed, pagesBefore) * (pageSize + 8)
    return 512 + pages + pages / 100
  }
}

extension [StepSpace] {
  /// Returns the maximum space that consecutive steps need in the database's folder, in bytes.
  ///
  /// The journal starts from scratch for each step, but the growth of the database accumulates.
  ///
  /// - Parameter isWAL: `true` if the database is in WAL mode.
  /// - Returns: The bytes.
  public func needed(isWAL: Bool) -> Int64 {
    var (grown, needed): (Int64, Int64) = (0, 0)
    for space in self {
      grown += space.growth
      needed = Swift.max(needed, Swift.max(0, grown) + space.journal(isWAL: isWAL))
    }
    return needed
  }
}
