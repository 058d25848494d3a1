/// The first bytes of a database file.
///
/// Source: <https://www.sqlite.org/fileformat2.html#the_database_header>.
package struct FileHeader {
  /// What each file begins with that is not encrypted.
  package static let magic = Array("SQLite format 3\u{0}".utf8)

  private let bytes: [UInt8]

  /// Takes at least the first sixteen bytes; zeros stand for those that are not there.
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.magic.count)) }

  /// Whether it is the header of a database that is not encrypted.
  package var isPlain: Bool { bytes == Self.magic }

  /// Whether there is a file of another kind: an encrypted one, where it is a database.
  package var isEncrypted: Bool { !isPlain && bytes.contains { $0 != 0 } }

  /// The first hundred bytes of the file as they stand on the disk, zeros where it is shorter.
  static func bytes(of connection: OpaquePointer) throws(DatabaseError) -> [UInt8] {
    try OpenDatabaseFile(connection)?.header() ?? []
  }
}
