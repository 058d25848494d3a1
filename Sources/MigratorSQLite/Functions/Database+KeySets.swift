extension Database {
  /// Collects the keys of a parent table.
  ///
  /// - Parameters:
  ///   - kind: The type of the keys. Values of other types are skipped.
  ///   - column: The SQL expression of the key.
  ///   - source: The SQL after `FROM`.
  ///   - expectedCount: The approximate number of keys.
  ///   - byteLimit: The maximum memory for the keys, in bytes.
  /// - Returns: The keys, or `nil` if they exceed the limit.
  /// - Throws: ``DatabaseError``.
  package func collectKeys(
    _ kind: KeySet.Kind, _ column: String, from source: String, expectedCount: Int, byteLimit: Int
  ) throws -> KeySet? {
    let set = KeySet(kind, expectedCount: expectedCount, byteLimit: byteLimit)
    let call = try keyFunctionCall()
    let outer = call.pointee
    defer { call.pointee = outer }
    call.pointee = KeyFunctions.Call(store: set.store, acceptsIntegers: set.acceptsIntegers)
    do {
      try execute(sql: "SELECT \(KeyFunctions.collector)(\(column)) FROM \(source)")
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_TOOBIG && set.store.pointee.isOverLimit
    {
      return nil
    }
    return withExtendedLifetime(set) { set.store.pointee.isOverLimit ? nil : set }
  }

  /// Looks up the values of several columns in one pass over the rows.
  ///
  /// - Parameters:
  ///   - columns: The SQL expressions of at most 60 columns, with the keys of their parents.
  ///   - source: The SQL after `FROM`.
  /// - Returns: For each column, `true` if all values are NULL or among the keys. `false` is
  ///   inconclusive, because a value of another type may still equal a key.
  /// - Throws: ``DatabaseError``.
  package func probeKeys(
    _ columns: [(expression: String, keys: KeySet)], from source: String
  ) throws -> [Bool] {
    let probes = UnsafeMutablePointer<KeyProbe>.allocate(capacity: columns.count)
    for (index, column) in columns.enumerated() {
      (probes + index).initialize(
        to: KeyProbe(column.keys.store, acceptsIntegers: column.keys.acceptsIntegers))
    }
    defer {
      for index in columns.indices { probes[index].deallocate() }
      probes.deallocate()
    }
    let call = try keyFunctionCall()
    let outer = call.pointee
    defer { call.pointee = outer }
    call.pointee = KeyFunctions.Call(probes: probes, probeCount: columns.count)
    let list = columns.map(\.expression).joined(separator: ", ")
    try withExtendedLifetime(columns) {
      try execute(sql: "SELECT \(KeyFunctions.prober)(\(list)) FROM \(source)")
    }
    return columns.indices.map { index in
      probes[index].flush()
      return !probes[index].isUnknown
    }
  }

  /// Runs a closure whose queries can look up values in key sets.
  ///
  /// - Parameters:
  ///   - sets: The key sets.
  ///   - body: Receives a function that takes the index of a set and the SQL expression of a value.
  ///     The function returns an SQL expression of a ``KeyLookupResult``, which is false in SQL if
  ///     the value is found.
  /// - Returns: The result of the closure.
  /// - Throws: ``DatabaseError``; errors thrown by the closure.
  package func withLookups<T>(
    of sets: [KeySet], _ body: (_ lookup: (Int, String) -> String) throws -> T
  ) throws -> T {
    let lookups = UnsafeMutablePointer<KeyFunctions.Lookup>.allocate(capacity: max(1, sets.count))
    defer { lookups.deallocate() }
    for (index, set) in sets.enumerated() {
      (lookups + index).initialize(
        to: KeyFunctions.Lookup(store: set.store, acceptsIntegers: set.acceptsIntegers))
    }
    let call = try keyFunctionCall()
    let outer = call.pointee
    defer { call.pointee = outer }
    call.pointee = KeyFunctions.Call(lookups: lookups, lookupCount: sets.count)
    return try withExtendedLifetime(sets) {
      try body { "\(KeyFunctions.missingKeyFunction)(\($0), \($1))" }
    }
  }

  private func keyFunctionCall() throws -> UnsafeMutablePointer<KeyFunctions.Call> {
    if let keyFunctions { return keyFunctions.call }
    let functions = try KeyFunctions(on: connection) { try check($0) }
    keyFunctions = functions
    return functions.call
  }
}
