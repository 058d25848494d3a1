/// An error for a record whose row cannot be found.
public struct RecordError: Error, Sendable, Hashable {
  /// The kind of error.
  public enum Kind: Sendable, Hashable {
    /// No row has the key.
    case notFound
    /// A value of the key is NULL, so the key does not identify a row.
    case noKey
  }

  /// The kind of error.
  public let kind: Kind
  /// The table.
  public let table: String
  /// The values of the key.
  public let key: [DatabaseValue]
}

extension RecordError: CustomStringConvertible {
  /// The error, as a sentence.
  public var description: String {
    let key = key.map(\.description).joined(separator: ", ")
    return switch kind {
    case .notFound: "no row of \(table) has the key \(key)"
    case .noKey:
      "the record of \(table) has a NULL in its key (\(key)), so it does not identify "
        + "a row"
    }
  }
}
