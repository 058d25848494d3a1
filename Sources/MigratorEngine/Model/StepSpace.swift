/// How large a migration found the database, how large it left it, and how much it wrote.
public struct StepSpace: Sendable, Hashable {
  /// The size of a page in bytes.
  public let pageSize: Int64
  /// The pages of the database before.
  public let pagesBefore: Int64
  /// The pages of the database after.
  public let pagesAfter: Int64
  /// Those of ``pagesBefore`` that held nothing.
  public let freePagesBefore: Int64
  /// Those of ``pagesAfter`` that hold nothing and are used again before the file grows.
  public let freePagesAfter: Int64
  /// The pages that SQLite wrote, each as often as it was written.
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
  /// The size of the database after, in bytes.
  public var sizeAfter: Int64 { pagesAfter * pageSize }
  /// The bytes of ``sizeAfter`` that hold nothing.
  public var freeAfter: Int64 { freePagesAfter * pageSize }

  /// The most that the journal of such a step takes beside the database, in bytes.
  ///
  /// A rollback journal holds each page of before once, and a header as large as a sector; a `-wal` file
  /// has each page as often as it is written. Both hold pages that are only freed, which may not be written
  /// to the database. One in a hundred is added, as a rollback journal gets another header each time that
  /// the cache is full. Source: <https://www.sqlite.org/fileformat2.html>.
  ///
  /// - Parameter isWAL: Whether the database is in WAL mode.
  /// - Returns: The bytes.
  public func journal(isWAL: Bool) -> Int64 {
    let freed = max(0, freePagesAfter - freePagesBefore) + max(0, pagesBefore - pagesAfter)
    if isWAL { return 32 + (writtenPages + freed) * (pageSize + 24) }
    // New pages were written, too, unless they are free again.
    let new = max(0, pagesAfter - pagesBefore - freePagesAfter)
    let pages = min(max(0, writtenPages - new) + freed, pagesBefore) * (pageSize + 8)
    return 512 + pages + pages / 100
  }
}

extension [StepSpace] {
  /// The most that steps, one after the other, take in the folder of the database, in bytes.
  ///
  /// Between two of them a journal is begun anew, what the database grew by stays.
  ///
  /// - Parameter isWAL: Whether the database is in WAL mode.
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
