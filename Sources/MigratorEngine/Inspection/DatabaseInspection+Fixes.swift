extension DatabaseInspection {
  /// Returns the ways to fix all violations of a foreign key, also those that are not possible.
  ///
  /// - Parameter key: The foreign key.
  /// - Returns: An option for each ``FixAction/Kind``, in their order.
  /// - Throws: `DatabaseError`.
  public func fixOptions(of key: ForeignKeyInfo) throws -> [FixOption] {
    try read { try FixPlanner(key, $0).options() }
  }

  /// Writes the statement that fixes all violations of a foreign key in a chosen way.
  ///
  /// - Parameters:
  ///   - action: The way.
  ///   - key: The foreign key.
  /// - Returns: The statement.
  /// - Throws: ``FixRefusal`` if the way is not possible or a value is missing; `DatabaseError`.
  public func fix(_ action: FixAction, of key: ForeignKeyInfo) throws -> GroupFix {
    try read { try FixPlanner(key, $0).fix(action) }
  }
}
