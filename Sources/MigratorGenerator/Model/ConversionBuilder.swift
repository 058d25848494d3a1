internal import SQLSyntax

enum ConversionBuilder {
  /// Returns a conversion for each table that both databases have.
  ///
  /// A column with the same type in both is copied. A new column gets its literal default or, if
  /// the column can be NULL, NULL. All others become parameters. If no column of a table is copied,
  /// the table gets no conversion.
  static func conversions(from old: DatabaseModel, to new: DatabaseModel) -> [ConversionModel] {
    new.records.filter { $0.kind != .view }.compactMap { record in
      guard
        let older = old.records.first(where: {
          SQLName($0.table) == SQLName(record.table) && $0.kind == record.kind
        })
      else { return nil }
      let arguments = record.properties.filter { !$0.isGenerated }.map { property in
        ConversionModel.Argument(
          property: property, value: value(of: property, older))
      }
      guard arguments.contains(where: { $0.value?.hasPrefix("old.") == true }) else { return nil }
      return ConversionModel(
        record: new.path(of: record), old: old.path(of: older), arguments: arguments)
    }
  }

  private static func value(of property: PropertyModel, _ old: RecordModel) -> String? {
    guard
      let same = old.properties.first(where: {
        SQLName($0.column) == SQLName(property.column)
      })
    else { return property.defaultText }
    if case .choice = property.type { return nil }
    let value = "old.\(same.name)"
    if same.type == property.type {
      if property.isOptional || !same.isOptional { return value }
      return property.defaultText.map { "\(value) ?? \($0)" }
    }
    // A column that was restricted to certain strings becomes a plain string.
    guard case .choice = same.type, property.type == .string else { return nil }
    if same.isOptional {
      return property.isOptional ? "\(value)?.rawValue" : nil
    }
    return "\(value).rawValue"
  }
}
