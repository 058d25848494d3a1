import CSQLite3
import MigratorPlatform

/// Compares rows in their stored form, byte for byte, without decoding values.
package enum StoredRows {
  /// Returns true if two tables of one overlay have the same rowids with the same records.
  ///
  /// Equal records mean equal rows only if the columns are stored the same way.
  ///
  /// - Parameters:
  ///   - former: A connection to an earlier state, and the root page of the table in it.
  ///   - present: The connection that writes, and the root page of the table in it. Its cached
  ///     pages are flushed to the overlay.
  /// - Returns: `true` if they are the same; `false` if they differ or the pages cannot be read.
  /// - Throws: ``DatabaseError`` SQLITE_INTERRUPT when a connection is cancelled.
  /// - Complexity: O(*n*) for *n* pages, stopping at the first difference.
  package static func areSame(
    _ former: (db: Database, rootPage: Int64), _ present: (db: Database, rootPage: Int64)
  ) throws -> Bool {
    guard try hasFlushed(present.db) else { return false }
    do {
      var old = try TablePages(former.db, root: former.rootPage)
      var new = try TablePages(present.db, root: present.rootPage)
      while try old.next() {
        guard try new.next(), old.rowID == new.rowID, try old.hasSameRecord(as: new) else {
          return false
        }
      }
      return try !new.next()
    } catch is PageFile.Unreadable {
      return false
    }
  }

  /// Flushes the page cache to the overlay; returns true if all pages were written.
  ///
  /// SQLite does not flush pages in use by a statement, or any page if cache spilling is off:
  /// <https://www.sqlite.org/pragma.html#pragma_cache_spill>.
  private static func hasFlushed(_ db: Database) throws -> Bool {
    guard OverlayFileSystem.contains(db.path) else { return false }
    var statement = sqlite3_next_stmt(db.connection, nil)
    while let pointer = statement {
      if sqlite3_stmt_busy(pointer) != 0 { return false }
      statement = sqlite3_next_stmt(db.connection, pointer)
    }
    return try db.get(pragma: "cache_spill", as: Int64.self) > 0
      && sqlite3_db_cacheflush(db.connection) == SQLITE_OK
  }
}

/// The rows of a table in rowid order, read from the pages of the file.
///
/// Parses defensively: stops with an error at the first byte that does not match the format.
/// Source: <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct TablePages: ~Copyable {
  private let file: PageFile
  private let leaf: UnsafeMutableRawBufferPointer
  /// The pages to read, in reverse order.
  private var pending: [UInt32]
  /// The number of pages that may still be read; a tree with a cycle exceeds it.
  private var pagesLeft: Int64
  private var cellCount = 0
  private var cell = 0

  private(set) var rowID: Int64 = 0
  private var size = 0
  /// The start of the record in the leaf, and the number of its bytes there.
  private var start = 0
  private var localCount = 0
  /// The first overflow page of the record, or 0.
  private var overflow: UInt32 = 0

  init(_ db: Database, root: Int64) throws {
    guard let root = UInt32(exactly: root), root > 1 else { throw PageFile.Unreadable() }
    self.init(try PageFile(db), root: root)
  }

  private init(_ file: PageFile, root: UInt32) {
    self.file = file
    pending = [root]
    pagesLeft = file.pageCount
    leaf = .allocate(byteCount: file.pageSize, alignment: 16)
  }

  deinit { leaf.deallocate() }

  /// Advances to the next row; returns false at the end.
  mutating func next() throws -> Bool {
    while cell == cellCount {
      guard let page = pending.popLast() else { return false }
      try enter(page)
    }
    try readCell()
    cell += 1
    return true
  }

  private mutating func enter(_ page: UInt32) throws {
    pagesLeft -= 1
    guard pagesLeft >= 0 else { throw PageFile.Unreadable() }
    try file.read(page, into: leaf)
    let count = Int(try file.number(in: leaf, at: 3, UInt16.self))
    cell = 0
    switch leaf[0] {
    case 13: cellCount = count
    case 5:
      cellCount = 0
      // In reverse order, because the first child is read next.
      pending.append(try file.number(in: leaf, at: 8, UInt32.self))
      for index in stride(from: count - 1, through: 0, by: -1) {
        let place = Int(try file.number(in: leaf, at: 12 + 2 * index, UInt16.self))
        pending.append(try file.number(in: leaf, at: place, UInt32.self))
      }
    default: throw PageFile.Unreadable()
    }
  }

  private mutating func readCell() throws {
    var place = Int(try file.number(in: leaf, at: 8 + 2 * cell, UInt16.self))
    guard let size = Int(exactly: try varint(at: &place)), size >= 0, size < 1 << 31 else {
      throw PageFile.Unreadable()
    }
    self.size = size
    rowID = try varint(at: &place)
    start = place
    // > Let X be U-35. If the payload size P is less than or equal to X then the entire payload is
    // > stored on the b-tree leaf page. Let M be ((U-12)*32/255)-23 and let K be M+((P-M)%(U-4)).
    // > If P is greater than X then the number of bytes stored on the table b-tree leaf page is K
    // > if K is less or equal to X or M otherwise.
    let usable = file.usableSize
    let most = usable - 35
    if size <= most {
      localCount = size
      overflow = 0
    } else {
      let least = (usable - 12) * 32 / 255 - 23
      let count = least + (size - least) % (usable - 4)
      localCount = count <= most ? count : least
      overflow = try file.number(in: leaf, at: start + localCount, UInt32.self)
    }
    guard start + localCount <= usable else { throw PageFile.Unreadable() }
  }

  /// Reads a varint of one to nine bytes.
  private func varint(at place: inout Int) throws -> Int64 {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard place < file.usableSize else { throw PageFile.Unreadable() }
      let byte = leaf[place]
      place += 1
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: number)
  }

  func hasSameRecord(as other: borrowing TablePages) throws -> Bool {
    guard size == other.size, localCount == other.localCount,
      let mine = leaf.baseAddress, let others = other.leaf.baseAddress,
      memcmp(mine + start, others + other.start, localCount) == 0
    else { return false }
    var left = size - localCount
    if left == 0 { return true }
    let pages = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * file.pageSize, alignment: 16)
    defer { pages.deallocate() }
    let first = UnsafeMutableRawBufferPointer(rebasing: pages[..<file.pageSize])
    let second = UnsafeMutableRawBufferPointer(rebasing: pages[file.pageSize...])
    var (next, otherNext) = (overflow, other.overflow)
    while left > 0 {
      try file.read(next, into: first)
      try other.file.read(otherNext, into: second)
      let count = min(left, file.usableSize - 4)
      guard let one = first.baseAddress, let two = second.baseAddress,
        memcmp(one + 4, two + 4, count) == 0
      else { return false }
      next = try file.number(in: first, at: 0, UInt32.self)
      otherNext = try file.number(in: second, at: 0, UInt32.self)
      left -= count
    }
    return true
  }
}
