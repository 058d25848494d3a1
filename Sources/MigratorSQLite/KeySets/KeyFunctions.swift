import CSQLite3

/// SQL functions that collect the keys of a parent table and look up child keys in them.
///
/// They fail outside the queries of ``KeySet``, and schema objects cannot call them.
struct KeyFunctions {
  static let collector = "migtui_collect_keys"
  static let prober = "migtui_probe_keys"
  static let missingKeyFunction = "migtui_lacks_key"

  struct Call {
    var store: UnsafeMutablePointer<KeyStore>?
    var acceptsIntegers = false
    var probes: UnsafeMutablePointer<KeyProbe>?
    var probeCount = 0
    var lookups: UnsafeMutablePointer<Lookup>?
    var lookupCount = 0
  }

  /// A key set in which `missingKeyFunction` looks up single values.
  struct Lookup {
    let store: UnsafeMutablePointer<KeyStore>
    let acceptsIntegers: Bool
  }

  /// Owned by the connection, which frees it on closing.
  let call: UnsafeMutablePointer<Call>

  /// Registers the functions on a connection; `check` throws for a result code that is an error.
  init(on connection: OpaquePointer, check: (Int32) throws -> Void) throws {
    call = .allocate(capacity: 1)
    call.initialize(to: Call())
    // SQLite calls the destructor even if the registration fails.
    try check(
      sqlite3_create_function_v2(
        connection, Self.collector, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, call, nil,
        { context, _, values in KeyFunctions.collect(context, values) },
        { context in KeyFunctions.finish(context) },
        { $0?.deallocate() }))
    try check(
      sqlite3_create_function_v2(
        connection, Self.prober, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, call, nil,
        { context, count, values in KeyFunctions.probe(context, count, values) },
        { context in KeyFunctions.finish(context) }, nil))
    try check(
      sqlite3_create_function_v2(
        connection, Self.missingKeyFunction, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, call,
        { context, _, values in KeyFunctions.lack(context, values) }, nil, nil, nil))
  }

  private static func collect(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    let call = sqlite3_user_data(context).assumingMemoryBound(to: Call.self)
    guard let store = call.pointee.store, let value = values?[0] else {
      return sqlite3_result_error(context, "reserved function", -1)
    }
    let type = sqlite3_value_type(value)
    if call.pointee.acceptsIntegers {
      guard type == SQLITE_INTEGER else { return }
      let integer = sqlite3_value_int64(value)
      if store.pointee.isBitmap {
        store.pointee.insert(bitOf: integer)
      } else {
        store.pointee.insert(store.pointee.hash.hash(integer))
      }
    } else if type == SQLITE_TEXT || type == SQLITE_BLOB {
      store.pointee.insert(KeyProbe.hash(of: value, type: type, in: store))
    }
    // An oversized set is discarded, so the query can stop here.
    if store.pointee.isOverLimit { sqlite3_result_error_code(context, SQLITE_TOOBIG) }
  }

  @inline(__always)
  private static func probe(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    let call = sqlite3_user_data(context).assumingMemoryBound(to: Call.self)
    guard let probes = call.pointee.probes, let values, count == call.pointee.probeCount else {
      return sqlite3_result_error(context, "reserved function", -1)
    }
    for index in 0..<Int(count) {
      probes[index].look(up: values[index])
    }
  }

  private static func lack(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    let call = sqlite3_user_data(context).assumingMemoryBound(to: Call.self)
    let place = Int(sqlite3_value_int64(values?[0]))
    guard let lookups = call.pointee.lookups, let value = values?[1],
      (0..<call.pointee.lookupCount).contains(place)
    else {
      return sqlite3_result_error(context, "reserved function", -1)
    }
    let lookup = lookups[place]
    if KeyProbe.hasKey(value, in: lookup.store, acceptsIntegers: lookup.acceptsIntegers) {
      return sqlite3_result_int(context, KeyLookupResult.found.rawValue)
    }
    // No other representation of an integer equals an integer key.
    let isCertain = lookup.acceptsIntegers && sqlite3_value_type(value) == SQLITE_INTEGER
    let result = isCertain ? KeyLookupResult.missing : .unproven
    sqlite3_result_int(context, result.rawValue)
  }

  private static func finish(_ context: OpaquePointer?) {
    sqlite3_result_int64(context, 0)
  }
}
