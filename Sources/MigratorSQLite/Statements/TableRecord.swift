/// A type with a table name.
///
/// This library has no record types; migrations use such types for table names.
public protocol TableRecord: SendableMetatype {
  /// The name of the table.
  ///
  /// By default, it is the type name with a lower-case first word: `httpRequest` for `HTTPRequest`.
  static var databaseTableName: String { get }
}

extension TableRecord {
  /// The type name with a lower-case first word.
  public static var databaseTableName: String {
    let name = "\(Self.self)".prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let capitals = name.prefix { ("A"..."Z").contains($0) }
    // The last of several capitals begins the next word.
    let small = capitals.count > 1 && capitals.count < name.count ? capitals.dropLast() : capitals
    return small.lowercased() + name.dropFirst(small.count)
  }
}
