/// A type that is named after a table, or the other way round.
///
/// There are no records here; migrations take the names of tables from such types.
public protocol TableRecord: SendableMetatype {
  /// The name of the table; by default that of the type, with a small first word: `httpRequest` for `HTTPRequest`.
  static var databaseTableName: String { get }
}

extension TableRecord {
  /// The name of the type, with a small first word.
  public static var databaseTableName: String {
    let name = "\(Self.self)".prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let capitals = name.prefix { ("A"..."Z").contains($0) }
    // Of several capitals the last begins the next word.
    let small = capitals.count > 1 && capitals.count < name.count ? capitals.dropLast() : capitals
    return small.lowercased() + name.dropFirst(small.count)
  }
}
