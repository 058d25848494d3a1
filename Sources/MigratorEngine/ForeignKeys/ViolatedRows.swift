/// The violations of one foreign key: a multiset that takes 10 bytes for most rows.
///
/// Rows are kept in blocks of 65,536 rowids. Two moments share the blocks that are equal, so that
/// millions of violations need little memory even if they are kept for both.
struct ViolatedRows: Equatable {
  typealias Row = ViolationCensus.Row

  /// Rows of consecutive rowids, in ascending order.
  private struct Block: Equatable {
    /// The lower 16 bits of the rowids.
    private(set) var offsets: [UInt16] = []
    private(set) var references: [Int] = []
    /// The values that identify the rows; empty if these are the rowids, as in most tables.
    private var values: [Int] = []

    /// Returns the index of a rowid, or `nil`.
    func index(of offset: UInt16) -> Int? {
      var (low, high) = (0, offsets.count)
      while low < high {
        let middle = (low + high) / 2
        if offsets[middle] < offset { low = middle + 1 } else { high = middle }
      }
      return low < offsets.count && offsets[low] == offset ? low : nil
    }

    /// Appends a row of block `number`.
    mutating func append(_ offset: UInt16, _ row: Row, of number: Int64) {
      let value = row.values ?? Self.none
      let isRowID = values.isEmpty && value == Self.values(ofRow: offset, number)
      if values.isEmpty, !isRowID { values = offsets.map { Self.values(ofRow: $0, number) } }
      if !isRowID { values.append(value) }
      offsets.append(offset)
      references.append(row.reference)
    }

    private static func values(ofRow offset: UInt16, _ number: Int64) -> Int {
      RowIdentity.values(ofRowID: number << 16 | Int64(offset))
    }

    /// Releases memory that was reserved for more rows.
    mutating func trim() {
      guard offsets.capacity > offsets.count + offsets.count / 8 else { return }
      offsets = offsets.withUnsafeBufferPointer { Array($0) }
      references = references.withUnsafeBufferPointer { Array($0) }
      values = values.withUnsafeBufferPointer { Array($0) }
    }

    func row(at index: Int, of number: Int64) -> Row {
      let value = values.isEmpty ? Self.values(ofRow: offsets[index], number) : values[index]
      return Row(
        key: .rowID(number << 16 | Int64(offsets[index])), reference: references[index],
        values: value == Self.none ? nil : value)
    }

    private static let none = Int.min
  }

  /// The blocks by their rowids' upper 48 bits.
  private var blocks: [Int64: Block] = [:]
  /// The rows without a rowid, those that were not inserted in ascending order, and repetitions.
  private var others: [Row: Int] = [:]
  /// The block of the last inserted row, which is still growing.
  private var growing: Int64?
  /// The number of violations, including repetitions.
  private(set) var count = 0

  init() {}

  init(_ rows: [Row: Int]) {
    for (row, count) in rows.sorted(by: { $0.key.key < $1.key.key }) {
      (0..<count).forEach { _ in insert(row) }
    }
    finish()
  }

  /// Adds a violation.
  ///
  /// The row's block is shared with `earlier` when it is complete and equal to the block there.
  mutating func insert(_ row: Row, sharing earlier: ViolatedRows? = nil) {
    count += 1
    guard case .rowID(let id) = row.key else { return others[row, default: 0] += 1 }
    let (number, offset) = (id >> 16, UInt16(truncatingIfNeeded: id))
    if growing != number { finish(sharing: earlier) }
    if let last = blocks[number]?.offsets.last, last >= offset {
      return others[row, default: 0] += 1
    }
    blocks[number, default: Block()].append(offset, row, of: number)
    growing = number
  }

  /// Completes the last block.
  mutating func finish(sharing earlier: ViolatedRows? = nil) {
    guard let number = growing else { return }
    growing = nil
    if let known = earlier?.blocks[number], known == blocks[number] {
      blocks[number] = known
    } else {
      blocks[number]?.trim()
    }
  }

  /// Returns the number of times that a row occurs.
  subscript(row: Row) -> Int {
    let repeated = others.isEmpty ? 0 : others[row] ?? 0
    guard case .rowID(let id) = row.key, let block = blocks[id >> 16],
      let index = block.index(of: UInt16(truncatingIfNeeded: id)),
      block.references[index] == row.reference
    else { return repeated }
    return repeated + 1
  }

  /// Calls `body` with each row and the number of times that it occurs.
  ///
  /// Rows with rowids come first in ascending order, except repetitions.
  func forEach(_ body: (Row, Int) throws -> Void) rethrows {
    for number in blocks.keys.sorted() {
      guard let block = blocks[number] else { continue }
      for index in block.offsets.indices { try body(block.row(at: index, of: number), 1) }
    }
    try others.sorted { $0.key.key < $1.key.key }.forEach(body)
  }

  /// Returns the number of violations that both multisets contain.
  func countCommon(with other: ViolatedRows) -> Int {
    var common = 0
    if others.isEmpty, other.others.isEmpty {
      for (number, block) in blocks {
        guard let counterpart = other.blocks[number] else { continue }
        if block == counterpart {
          common += block.offsets.count
        } else {
          for index in block.offsets.indices { common += other[block.row(at: index, of: number)] }
        }
      }
      return common
    }
    for (row, count) in counted { common += min(count, other[row]) }
    return common
  }

  /// Adds all violations of another multiset.
  mutating func merge(_ other: ViolatedRows) {
    if count == 0 {
      self = other
    } else {
      other.forEach { row, count in (0..<count).forEach { _ in insert(row) } }
      finish()
    }
  }

  /// The number of times that each row occurs.
  var counted: [Row: Int] {
    var rows = others
    forEach { row, _ in rows[row] = self[row] }
    return rows
  }
}

extension TableShape.RowKey {
  /// Orders rows by rowid; rows with other keys are unordered.
  fileprivate static func < (one: Self, other: Self) -> Bool {
    guard case .rowID(let id) = one, case .rowID(let otherID) = other else { return false }
    return id < otherID
  }
}
