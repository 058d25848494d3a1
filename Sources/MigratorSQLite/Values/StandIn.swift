/// Values that are returned where there is none, in an access to a database that fails by that.
enum StandIn {
  /// What nearly every type can be made of: nothing, a number, a text, a URL, a day, a UUID.
  private static let values: [DatabaseValue] = [
    .null, 0.databaseValue, "".databaseValue, "x:".databaseValue, "2001-01-01".databaseValue,
    [UInt8](repeating: 0, count: 16).databaseValue,
  ]

  /// Returns a value of a type, or `nil` when none is known.
  static func make<Value: DatabaseValueConvertible>() -> Value? {
    for value in values {
      if let made = Value.fromDatabaseValue(value) { return made }
    }
    guard let type = Value.self as? any CaseIterable.Type else { return nil }
    return first(of: type) as? Value
  }

  private static func first<Value: CaseIterable>(of type: Value.Type) -> Any? {
    type.allCases.first
  }
}
