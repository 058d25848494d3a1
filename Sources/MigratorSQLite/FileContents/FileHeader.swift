/// The first bytes of a database file.
///
/// Source: <https://www.sqlite.org/fileformat2.html#the_database_header>.
package struct FileHeader {
  package static let magic = Array("SQLite format 3\u{0}".utf8)

  private let bytes: [UInt8]

  /// Creates a header from at least sixteen bytes, padded with zeros if the file is shorter.
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.magic.count)) }

  /// True for the header of an unencrypted database.
  package var isPlain: Bool { bytes == Self.magic }

  /// True for a file of another kind; if it is a database, it is encrypted.
  package var isEncrypted: Bool { !isPlain && bytes.contains { $0 != 0 } }

  /// Returns the first hundred bytes of the file on disk, with zeros if it is shorter.
  static func bytes(of connection: OpaquePointer) throws(DatabaseError) -> [UInt8] {
    try OpenDatabaseFile(connection)?.header() ?? []
  }
}
