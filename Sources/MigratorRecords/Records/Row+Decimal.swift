#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Row {
  /// Returns a decimal number as it reads: 0.1 is one tenth.
  ///
  /// A column of the type DECIMAL stores what is no integer as the nearest binary fraction. The engine
  /// converts that, as GRDB does, with digits that nobody wrote (505655.9699999998976); here it is the
  /// shortest number that stands for it. Up to 15 digits come back as they were.
  ///
  /// - Parameter index: The column.
  /// - Returns: The number.
  /// - Throws: `DatabaseError` SQLITE_MISMATCH when the value is no number, SQLITE_RANGE when there is no
  ///   such column.
  public func decodeDecimal(atIndex index: Int) throws(DatabaseError) -> Decimal {
    if let fraction = fraction(atIndex: index) { return fraction }
    return try decode(atIndex: index)
  }

  /// Returns a decimal number as it reads, or `nil` for NULL; otherwise as the other.
  public func decodeDecimal(atIndex index: Int) throws(DatabaseError) -> Decimal? {
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
