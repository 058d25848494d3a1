internal import Foundation
internal import GRDB

/// A database with a large number of empty tables.
///
/// SQLite reads the whole schema for each `CREATE TABLE`, which takes minutes for 50,000 tables.
/// Therefore this writes the schema rows and a page per table directly, in SQLite's format:
/// <https://www.sqlite.org/fileformat2.html#b_tree_pages>. `PRAGMA integrity_check` reports no
/// errors. It uses GRDB, since our own connections do not permit `writable_schema`.
enum ManyTables {
  /// SQLite's default.
  private static let pageSize = 4096

  /// Creates the database at a path without a file.
  static func make(_ count: Int, at path: String) throws {
    let pages = try writeSchema(count, at: path)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    // An empty table leaf page, whose cell content area starts at the end of the page.
    let leaf = Data([0x0D, 0, 0, 0, 0, UInt8(pageSize >> 8), 0, 0]) + Data(count: pageSize - 8)
    try file.seekToEnd()
    for _ in 1...count { try file.write(contentsOf: leaf) }
    // The database size in the header is valid if its version equals the change counter.
    try file.seek(toOffset: 24)
    let counter = try file.read(upToCount: 4) ?? Data()
    try file.write(contentsOf: withUnsafeBytes(of: UInt32(pages + count).bigEndian) { Data($0) })
    try file.seek(toOffset: 92)
    try file.write(contentsOf: counter)
  }

  /// Writes the schema rows and returns the number of pages.
  ///
  /// The table pages must follow them.
  private static func writeSchema(_ count: Int, at path: String) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    let pages = try queue.write { db in
      // Larger root page numbers take no more space.
      let far = 1 << 16
      try db.execute(sql: "PRAGMA writable_schema = ON")
      for number in 1...count {
        try db.execute(
          sql: "INSERT INTO sqlite_master VALUES ('table', ?1, ?1, ?2, ?3)",
          arguments: [
            "item\(number)", far + number,
            "CREATE TABLE item\(number) (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
          ])
      }
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(
        sql: "UPDATE sqlite_master SET rootpage = rootpage - ?", arguments: [far - pages])
      return pages
    }
    try queue.close()
    return pages
  }
}
