/// The committed pages in a `-wal` file, as of its last commit.
///
/// Source: <https://www.sqlite.org/fileformat2.html#walformat>.
struct WALReader {
  /// The offset in the file of the latest committed version of each page, by page number.
  private(set) var offsets: [UInt32: Int64] = [:]
  /// The number of pages of the database after the last commit; 0 without a commit.
  private(set) var pageCount: UInt32 = 0
  private(set) var pageSize = 0

  /// The page size, or `nil` without a commit.
  var usedPageSize: Int? { pageCount > 0 ? pageSize : nil }

  /// The sizes of the file header and of a frame header, in bytes.
  static let headerSize = 32
  static let frameHeaderSize = 24

  /// Reads bytes of the file; returns fewer bytes at its end.
  typealias Read = (_ count: Int, _ offset: Int64) -> [UInt8]

  init() {}

  /// Reads the frames up to the last commit; ignores frames that a writer adds meanwhile.
  ///
  /// A new cycle of the log first overwrites the header. If the caller finds the header unchanged
  /// afterwards, no frame was replaced. An incomplete header means that nothing was committed. The
  /// size must be read after a read transaction began.
  init(header: [UInt8], size: Int64, _ read: Read) {
    guard let frames = Frames(header: header) else { return }
    pageSize = frames.pageSize
    collect(frames, size: size, read)
  }

  private mutating func collect(_ start: Frames, size: Int64, _ read: Read) {
    var frames = start
    let length = Self.frameHeaderSize + frames.pageSize
    // Reads about 1 MB at once.
    let batch = max(1, 1_048_576 / length)
    var pending: [UInt32: Int64] = [:]
    var offset = Int64(Self.headerSize)
    while offset + Int64(length) <= size {
      let wanted = min(Int64(batch), (size - offset) / Int64(length))
      let bytes = read(Int(wanted) * length, offset)
      var place = 0
      while place + length <= bytes.count {
        guard let frame = bytes.withUnsafeBytes({ frames.next(in: $0, at: place) }) else { return }
        pending[frame.page] = offset + Int64(place + Self.frameHeaderSize)
        if frame.pageCount > 0 {
          pageCount = frame.pageCount
          offsets.merge(pending) { $1 }
          pending = [:]
        }
        place += length
      }
      if place == 0 { return }
      offset += Int64(place)
    }
  }

  /// Identifies the frames of the current cycle by their salts and running checksum.
  private struct Frames {
    let pageSize: Int
    private let salts: UInt64
    private let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    /// Reads the header of the file; returns `nil` if it is invalid.
    init?(header: [UInt8]) {
      guard header.count == WALReader.headerSize else { return nil }
      let fields = header.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 4).map { Self.number(bytes, $0) }
      }
      guard fields[0] & ~1 == 0x377F_0682, fields[1] == 3_007_000 else { return nil }
      let size = Int(fields[2])
      guard size >= 512, size <= 65_536, size & (size - 1) == 0 else { return nil }
      pageSize = size
      isBigEndian = fields[0] & 1 == 1
      salts = UInt64(fields[4]) << 32 | UInt64(fields[5])
      header.withUnsafeBytes { add($0, from: 0, count: 24) }
      guard sums == (fields[6], fields[7]) else { return nil }
    }

    /// Reads a frame; returns `nil` if it does not belong to the current cycle.
    mutating func next(
      in bytes: UnsafeRawBufferPointer, at place: Int
    ) -> (page: UInt32, pageCount: UInt32)? {
      let page = Self.number(bytes, place)
      let salts =
        UInt64(Self.number(bytes, place + 8)) << 32 | UInt64(Self.number(bytes, place + 12))
      guard page > 0, salts == self.salts else { return nil }
      add(bytes, from: place, count: 8)
      add(bytes, from: place + WALReader.frameHeaderSize, count: pageSize)
      guard sums == (Self.number(bytes, place + 16), Self.number(bytes, place + 20)) else {
        return nil
      }
      return (page, Self.number(bytes, place + 4))
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int, count: Int) {
      var (first, second) = sums
      var place = start
      while place < start + count {
        first &+= word(bytes, place) &+ second
        second &+= word(bytes, place + 4) &+ first
        place += 8
      }
      sums = (first, second)
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }
}
