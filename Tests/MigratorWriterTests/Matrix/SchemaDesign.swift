/// A schema made of pieces, so that every change can be combined with all surroundings.
///
/// The SQL of the pieces contains roles in braces. `{city}` becomes the present name of the column,
/// and `{'city}` the same name as a string. A rename changes only the name of a role.
struct SchemaDesign {
  struct Column {
    let role: String
    var type: String
    var rules = ""

    var isGenerated: Bool { rules.contains(" AS (") || rules.hasPrefix("AS (") }
  }

  struct Table {
    let role: String
    var columns: [Column]
    var constraints: [String] = []
    var options: Set<String> = []

    var isAutoincremented: Bool { columns.contains { $0.rules.contains("AUTOINCREMENT") } }

    func column(_ role: String) -> Column? { columns.first { $0.role == role } }

    /// Changes a column; does nothing if it is missing.
    mutating func change(_ role: String, _ body: (inout Column) -> Void) {
      for index in columns.indices where columns[index].role == role { body(&columns[index]) }
    }
  }

  enum Kind: String {
    case index = "INDEX"
    case view = "VIEW"
    case trigger = "TRIGGER"
    /// A full-text index of the rows of a table.
    case externalContent
    /// A virtual table with rows of its own.
    case ownContent

    var isVirtual: Bool { self == .externalContent || self == .ownContent }
  }

  struct Object {
    let kind: Kind
    let role: String
    var sql: String
  }

  var tables: [Table]
  var objects: [Object] = []
  /// The names that differ from their roles.
  var names: [String: String] = [:]
  /// Statements that insert the rows of the former schema.
  var rows: [String]
  /// True if all names need quotes.
  var hasOddNames = false

  func table(_ role: String) -> Table? { tables.first { $0.role == role } }

  /// The table that all changes are about.
  var club: Table {
    get { table("club") ?? Table(role: "club", columns: []) }
    set {
      for index in tables.indices where tables[index].role == "club" { tables[index] = newValue }
    }
  }

  mutating func change(_ role: String, _ body: (inout Table) -> Void) {
    for index in tables.indices where tables[index].role == role { body(&tables[index]) }
  }

  /// Adds a column of the table that all changes are about, at the end unless a place is given.
  mutating func add(_ role: String, _ type: String, _ rules: String = "", at place: Int? = nil) {
    let column = Column(role: role, type: type, rules: rules)
    club.columns.insert(column, at: place ?? club.columns.count)
  }

  mutating func add(_ kind: Kind, _ role: String, _ sql: String) {
    objects.append(Object(kind: kind, role: role, sql: sql))
  }

  /// Removes an object, and all objects and constraints that use it.
  mutating func remove(_ role: String) {
    tables.removeAll { $0.role == role }
    for index in tables.indices {
      let lost = tables[index].columns.filter { $0.isGenerated && $0.rules.contains("{\(role)}") }
      tables[index].columns.removeAll { $0.role == role }
      tables[index].constraints.removeAll { $0.contains("{\(role)}") }
      for column in lost { remove(column.role) }
    }
    let lost = objects.filter {
      $0.role != role && ($0.sql.contains("{\(role)}") || $0.sql.contains("{'\(role)}"))
    }
    objects.removeAll { $0.role == role }
    for object in lost where objects.contains(where: { $0.role == object.role }) {
      remove(object.role)
    }
  }

  /// True if the order of columns matters to a view or trigger.
  var usesPositions: Bool {
    objects.contains { $0.sql.contains("SELECT *") || $0.sql.contains("{*") }
  }

  // MARK: - SQL

  /// The name of a role.
  func name(_ role: String) -> String {
    let name = names[role] ?? role
    return hasOddNames ? "\(name) \"é; '" : name
  }

  /// The name of a role, in quotes if necessary.
  func quoted(_ role: String) -> String {
    let name = name(role)
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    return isPlain ? name : Self.quoted(name)
  }

  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// Returns SQL with the names of the roles.
  func sql(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let role = rest[rest.index(after: open)..<close]
      if role.hasPrefix("'") {
        result += Self.literal(name(String(role.dropFirst())))
      } else if role.hasPrefix("*") {
        result += values(of: String(role.dropFirst()))
      } else {
        result += quoted(String(role))
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// One value for each stored column of a table, in order.
  private func values(of role: String) -> String {
    let count = "(SELECT count(*) FROM {\(role)})"
    return (table(role)?.columns ?? []).filter { !$0.isGenerated }.map { column in
      if column.role == "id" { return sql("(SELECT coalesce(max({id}), 0) + 1 FROM {\(role)})") }
      // It can be a foreign key.
      if column.role == "league" { return "1" }
      if column.rules.contains("REFERENCES") { return "NULL" }
      return column.type.hasPrefix("INT") ? sql("\(count) + 50") : sql("'v' || \(count)")
    }.joined(separator: ", ")
  }

  func sql(_ table: Table) -> String {
    let columns = table.columns.map { column in
      [quoted(column.role), column.type, sql(column.rules)].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    let options = table.options.sorted().joined(separator: ", ")
    let list = (columns + table.constraints.map { sql($0) }).joined(separator: ",\n  ")
    return "CREATE TABLE \(quoted(table.role)) (\n  \(list)\n)"
      + (options.isEmpty ? "" : " \(options)")
  }

  /// The statements that create the schema: tables first, then the other objects in order.
  var statements: [String] { tables.map { sql($0) } + objects.map { sql($0.sql) } }

  /// The wanted schema as a script.
  var script: String { statements.map { "\($0);\n" }.joined() }
}
