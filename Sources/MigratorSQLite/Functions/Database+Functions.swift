import CSQLite3

extension Database {
  /// Adds a function, replacing one with the same name and number of arguments.
  ///
  /// If SQLite rejects the function, opening the connection fails, or the next statement on it
  /// does. Reasons are a name longer than 255 bytes or too many arguments.
  ///
  /// - Parameter function: The function.
  public func add(function: DatabaseFunction) {
    let flags =
      SQLITE_UTF8 | (function.isPure ? SQLITE_DETERMINISTIC | Int32(SQLITE_INNOCUOUS) : 0)
    // SQLite always releases the reference, even if it rejects the function.
    let reference = Unmanaged.passRetained(function).toOpaque()
    let code =
      switch function.kind {
      case .function:
        sqlite3_create_function_v2(
          connection, function.name, function.id.argumentCount, flags, reference,
          { context, count, values in FunctionCall(context, count, values)?.run() }, nil, nil,
          Self.giveBack)
      case .aggregate:
        sqlite3_create_function_v2(
          connection, function.name, function.id.argumentCount, flags, reference, nil,
          { context, count, values in FunctionCall(context, count, values)?.step() },
          { context in FunctionCall(context, 0, nil)?.finish() }, Self.giveBack)
      }
    note(code, failing: "function \(function.name)")
  }

  /// Removes a function.
  ///
  /// - Parameter function: A function with the name and number of arguments of the one to remove.
  public func remove(function: DatabaseFunction) {
    let code = sqlite3_create_function_v2(
      connection, function.name, function.id.argumentCount, SQLITE_UTF8, nil, nil, nil, nil, nil)
    note(code, failing: "function \(function.name)")
  }

  /// Adds a collation, replacing one with the same name.
  ///
  /// - Parameter collation: The collation.
  public func add(collation: DatabaseCollation) {
    let reference = Unmanaged.passRetained(collation)
    let code = sqlite3_create_collation_v2(
      connection, collation.name, SQLITE_UTF8, reference.toOpaque(),
      { context, firstCount, first, secondCount, second in
        guard let context else { return 0 }
        return Unmanaged<DatabaseCollation>.fromOpaque(context).takeUnretainedValue()
          .compare(
            UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
            UnsafeRawBufferPointer(start: second, count: Int(secondCount)))
      },
      { context in
        if let context { Unmanaged<DatabaseCollation>.fromOpaque(context).release() }
      })
    // > the xDestroy callback is not called if the function fails
    if code != SQLITE_OK { reference.release() }
    note(code, failing: "collation \(collation.name)")
  }

  /// Removes a collation.
  ///
  /// - Parameter collation: A collation with the name of the one to remove.
  public func remove(collation: DatabaseCollation) {
    let code = sqlite3_create_collation_v2(
      connection, collation.name, SQLITE_UTF8, nil, nil, nil)
    note(code, failing: "collation \(collation.name)")
  }

  /// Records a rejection, which is thrown by the next code that can throw.
  private func note(_ code: Int32, failing what: String) {
    guard code != SQLITE_OK else { return }
    failure.note(
      DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: "could not register or remove \(what): \(SQLiteLibrary.words(for: code))"))
  }

  private static let giveBack: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    if let context { Unmanaged<DatabaseFunction>.fromOpaque(context).release() }
  }
}

struct FunctionCall {
  /// The aggregate of one group of rows; after an error, it ignores further rows.
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
            return sqlite3_result_text(context, "", 0, SQLiteBinding.transient)
          }
          sqlite3_result_text64(
            context, start, UInt64($0.count), SQLiteBinding.transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_result_zeroblob(context, 0) }
      bytes.withUnsafeBytes {
        sqlite3_result_blob64(
          context, $0.baseAddress, UInt64($0.count), SQLiteBinding.transient)
      }
    }
  }
}
