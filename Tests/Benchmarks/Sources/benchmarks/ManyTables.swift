internal import Foundation
internal import GRDB

/// A database of empty tables, as many as are asked for.
///
/// SQLite reads its whole schema for each `CREATE TABLE`, and takes minutes for 50,000 of them. So the rows of
/// the schema are written, and a page for each table behind them, as SQLite would have left them:
/// <https://www.sqlite.org/fileformat2.html#b_tree_pages>. `PRAGMA integrity_check` finds nothing. Our own
/// connections let nobody write a schema so.
enum ManyTables {
  /// SQLite's own choice.
  private static let pageSize = 4096

  /// Makes the database with so many tables, at a path where there is no file yet.
  static func make(_ count: Int, at path: String) throws {
    let pages = try writeSchema(count, at: path)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    // The leaf of a table, without a cell; what is in it ends where the page does.
    let leaf = Data([0x0D, 0, 0, 0, 0, UInt8(pageSize >> 8), 0, 0]) + Data(count: pageSize - 8)
    try file.seekToEnd()
    for _ in 1...count { try file.write(contentsOf: leaf) }
    // The pages of the file are good while the counter of changes is that for which they were noted.
    try file.seek(toOffset: 24)
    let counter = try file.read(upToCount: 4) ?? Data()
    try file.write(contentsOf: withUnsafeBytes(of: UInt32(pages + count).bigEndian) { Data($0) })
    try file.seek(toOffset: 92)
    try file.write(contentsOf: counter)
  }

  /// Writes the rows of the schema, and returns the number of pages, behind which those of the
  /// tables are to follow.
  private static func writeSchema(_ count: Int, at path: String) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    let pages = try queue.write { db in
      // Larger numbers than this take no more room.
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
