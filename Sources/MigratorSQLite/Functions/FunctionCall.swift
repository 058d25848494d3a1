import CSQLite3

struct FunctionCall {
  /// The aggregate of one group of rows; after an error it ignores further rows.
  private final class Group {
    var aggregate: any DatabaseAggregate
    var hasFailed = false

    init(_ aggregate: any DatabaseAggregate) {
      self.aggregate = aggregate
    }
  }

  private let context: OpaquePointer
  private let function: DatabaseFunction
  private let arguments: [DatabaseValue]

  init?(
    _ context: OpaquePointer?, _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let context, let data = sqlite3_user_data(context) else { return nil }
    self.context = context
    function = Unmanaged<DatabaseFunction>.fromOpaque(data).takeUnretainedValue()
    arguments = (0..<Int(count)).map { DatabaseValue(copying: values?[$0]) }
  }

  func run() {
    guard case .function(let body) = function.kind else { return }
    answer { try body(arguments) }
  }

  func step() {
    guard let group = group(creating: true), !group.hasFailed else { return }
    do {
      try group.aggregate.step(arguments)
    } catch {
      group.hasFailed = true
      fail(error)
    }
  }

  /// Completes a group, or computes the result of an empty group.
  func finish() {
    guard case .aggregate(let make) = function.kind else { return }
    guard let slot = slot(creating: false), let reference = slot.pointee else {
      return answer { try make().finalize() }
    }
    let group = Unmanaged<Group>.fromOpaque(reference).takeRetainedValue()
    slot.pointee = nil
    if !group.hasFailed { answer { try group.aggregate.finalize() } }
  }

  private func group(creating: Bool) -> Group? {
    guard case .aggregate(let make) = function.kind, let slot = slot(creating: creating) else {
      return nil
    }
    if let reference = slot.pointee {
      return Unmanaged<Group>.fromOpaque(reference).takeUnretainedValue()
    }
    let group = Group(make())
    slot.pointee = Unmanaged.passRetained(group).toOpaque()
    return group
  }

  /// The memory that SQLite keeps for a group, initially zero.
  private func slot(creating: Bool) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    let size = creating ? Int32(MemoryLayout<UnsafeMutableRawPointer?>.size) : 0
    return sqlite3_aggregate_context(context, size)?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  private func answer(_ compute: () throws -> (any DatabaseValueConvertible)?) {
    do {
      try (compute()?.databaseValue ?? .null).setResult(of: context)
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    guard let error = error as? DatabaseError else {
      return sqlite3_result_error(context, "\(error)", -1)
    }
    sqlite3_result_error(context, error.message ?? "\(error)", -1)
    sqlite3_result_error_code(context, error.extendedResultCode.rawValue)
  }
}

extension DatabaseValue {
  fileprivate init(copying value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self.init(storage: .int64(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: self.init(storage: .double(sqlite3_value_double(value)))
    case SQLITE_TEXT:
      let text = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(
        start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value)))
      self.init(text: bytes, of: .utf8)
    case SQLITE_BLOB:
      let blob = sqlite3_value_blob(value)
      let bytes = UnsafeRawBufferPointer(
        start: blob, count: blob == nil ? 0 : Int(sqlite3_value_bytes(value)))
      self.init(storage: .blob(Array(bytes)))
    default: self = .null
    }
  }

  fileprivate func setResult(of context: OpaquePointer) {
    switch storage {
    case .null: sqlite3_result_null(context)
    case .int64(let number): sqlite3_result_int64(context, number)
    case .double(let number): sqlite3_result_double(context, number)
    case .string:
      (textBytes ?? []).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty buffer may have no address, which SQLite would treat as NULL.
          guard let start = $0.baseAddress else {
            return sqlite3_result_text(context, "", 0, SQLiteLibrary.transient)
          }
          sqlite3_result_text64(
            context, start, UInt64($0.count), SQLiteLibrary.transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_result_zeroblob(context, 0) }
      bytes.withUnsafeBytes {
        sqlite3_result_blob64(
          context, $0.baseAddress, UInt64($0.count), SQLiteLibrary.transient)
      }
    }
  }
}
