/// Placeholder values for reads that fail, and with them the database access.
enum PlaceholderValue {
  /// Values that convert to nearly every type: NULL, number, string, URL, date and UUID.
  private static let values: [DatabaseValue] = [
    .null, 0.databaseValue, "".databaseValue, "x:".databaseValue, "2001-01-01".databaseValue,
    [UInt8](repeating: 0, count: 16).databaseValue,
  ]

  /// Returns a placeholder of a type, or `nil` if none is known.
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
