internal import MigratorSQLite
internal import MigratorSchema

/// Existing objects that `CREATE … IF NOT EXISTS` leaves unchanged although they differ.
struct DifferingObjects {
  private let before: SchemaSnapshot
  private lazy var objects = Dictionary(
    before.objects.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  private(set) var warnings: [String] = []

  init(_ before: SchemaSnapshot) { self.before = before }

  /// Examines a statement before it runs; `events` are those of the earlier statements.
  mutating func note(_ sql: String, after events: @autoclosure () -> [SchemaEvent]) {
    guard sql.utf8.count < 10_000, SQLTokenizer.firstWord(of: sql) == "CREATE",
      sql.containsIgnoringASCIICase("if"),
      case .change(.created(let kind, let name), let schema)? = SchemaStatement(sql),
      schema == nil || schema == "main", let creation = Self.creation(sql),
      let object = objects[name], object.kind == kind,
      !events().contains(where: { $0.subject == name })
    else { return }
    let wanted = SchemaObject(
      kind: kind, name: object.name, tableName: object.tableName,
      sql: Self.respelled(creation, as: object.sql ?? ""))
    if kind == .index, before.hasSameForm(object, wanted) { return }
    let diff = SchemaDiff(
      before: SchemaSnapshot(objects: [object]), after: SchemaSnapshot(objects: [wanted]))
    if diff.isTextOnly { return }
    warnings.append(
      "The \(kind.rawValue) \(object.name) already exists, so IF NOT EXISTS leaves it unchanged. "
        + "The statement would change it: \(diff.summaryLines.joined(separator: "; ")).")
  }

  /// The statement with its names spelled as in another, because SQLite ignores their case.
  ///
  /// A name that is in double quotes in both statements keeps its spelling, because it may be a
  /// string.
  private static func respelled(_ sql: String, as other: String) -> String {
    let names = Dictionary(
      SQLTokenizer.tokens(of: other).filter { $0.kind == .identifier }.map {
        (SQLName($0.unquoted), $0)
      }, uniquingKeysWith: { first, _ in first })
    return SQLTokenizer.tokens(of: sql).map { token in
      guard token.kind == .identifier, let name = names[SQLName(token.unquoted)],
        !(token.text.hasPrefix("\"") && name.text.hasPrefix("\""))
      else { return token.text }
      return name.text
    }.joined()
  }

  /// The statement as `sqlite_master` would have it, or `nil` without `IF NOT EXISTS`.
  private static func creation(_ sql: String) -> String? {
    var tokens = SQLTokenizer.tokens(of: sql)
    let places = tokens.indices.filter { !tokens[$0].isTrivia }
    guard let start = places.prefix(6).firstIndex(where: { tokens[$0].isWord("IF") }),
      start + 4 < places.count, tokens[places[start + 1]].isWord("NOT"),
      tokens[places[start + 2]].isWord("EXISTS")
    else { return nil }
    let isQualified = tokens[places[start + 4]].text == "."
    tokens.removeSubrange(places[start]..<places[start + (isQualified ? 5 : 3)])
    let text = tokens.map(\.text).joined()
    return text.hasSuffix(";") ? String(text.dropLast()) : text
  }
}
