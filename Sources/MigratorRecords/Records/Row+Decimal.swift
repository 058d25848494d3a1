#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Row {
  /// Returns the shortest decimal number for a stored value; a stored 0.1 becomes
  /// exactly one tenth.
  ///
  /// A DECIMAL column stores a non-integer as the nearest binary fraction. The engine, like GRDB,
  /// converts it with spurious digits (505655.9699999998976). This method returns the shortest
  /// decimal number that is stored as the same fraction. Numbers of up to 15 digits are preserved.
  /// - Parameter index: The column.
  /// - Returns: The number.
  /// - Throws: `RowDecodingError` if the value is not a number or the column does not exist.
  public func decodeDecimal(atIndex index: Int) throws(RowDecodingError) -> Decimal {
    if let fraction = fraction(atIndex: index) { return fraction }
    return try decode(atIndex: index)
  }

  /// Returns the shortest decimal number for a stored value, or `nil` for NULL.
  public func decodeDecimal(atIndex index: Int) throws(RowDecodingError) -> Decimal? {
    if let fraction = fraction(atIndex: index) { return fraction }
    return try decode(atIndex: index)
  }

  private func fraction(atIndex index: Int) -> Decimal? {
    guard databaseValues.indices.contains(index),
      case .double(let value) = databaseValues[index].storage, value.isFinite
    else { return nil }
    return Decimal(string: value.description)
  }
}
