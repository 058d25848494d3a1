import MigratorTestSupport

/// Random schemas, and random changes of them.
struct RandomDesign {
  private var dice: SeededGenerator

  init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

  private static let tables = ["ta", "tb", "tc", "td"]
  private static let letters = ["a", "b", "c", "d", "e"]
  private static let types = ["TEXT", "INT", "REAL", "BLOB", "INTEGER"]

  /// Returns a schema with rows, and a change.
  mutating func pair() -> (old: SchemaDesign, new: SchemaDesign, change: DesignChange) {
    let old = design()
    var new = old
    for _ in 0..<Int.random(in: 1...4, using: &dice) { mutate(&new) }
    let values = Self.values(old, new)
    let change = DesignChange(
      "random", fills: values.fills, defaults: values.defaults, hasNoRenames: true
    ) { _ in }
    return (old, new, change)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &dice) < percent
  }

  private mutating func pick<T>(_ list: [T]) -> T {
    list[Int.random(in: 0..<list.count, using: &dice)]
  }

  // MARK: - Schemas

  private mutating func design() -> SchemaDesign {
    var design = SchemaDesign(tables: [], rows: [])
    let count = Int.random(in: 2...4, using: &dice)
    for role in Self.tables.prefix(count) {
      var table = SchemaDesign.Table(role: role, columns: [key(of: role)])
      for letter in Self.letters.prefix(Int.random(in: 2...4, using: &dice)) {
        table.columns.append(column("\(role)_\(letter)", of: table, among: count))
      }
      design.tables.append(table)
    }
    design.tables.append(
      SchemaDesign.Table(role: "log", columns: [.init(role: "line", type: "TEXT")]))
    for _ in 0..<Int.random(in: 0...4, using: &dice) { addObject(&design) }
    for table in design.tables.dropLast() { addRows(of: table, &design) }
    return design
  }

  private mutating func key(of role: String) -> SchemaDesign.Column {
    let (type, rules) = pick([
      ("INTEGER", "PRIMARY KEY"), ("INTEGER", "PRIMARY KEY"), ("INT", "NOT NULL PRIMARY KEY"),
      ("INTEGER", "PRIMARY KEY AUTOINCREMENT"), ("INT", "NOT NULL UNIQUE"),
    ])
    return SchemaDesign.Column(role: "\(role)_k", type: type, rules: rules)
  }

  private mutating func column(
    _ role: String, of table: SchemaDesign.Table, among count: Int
  ) -> SchemaDesign.Column {
    if chance(30) {
      let parent = pick(Array(Self.tables.prefix(count)))
      let action = pick(["", "CASCADE", "SET NULL", "RESTRICT", "CASCADE", "NO ACTION"])
      let rule = "REFERENCES {\(parent)} ({\(parent)_k})"
      return .init(
        role: role, type: "INT", rules: action.isEmpty ? rule : "\(rule) ON DELETE \(action)")
    }
    return .init(role: role, type: pick(Self.types), rules: rules(role, of: table))
  }

  private mutating func rules(_ role: String, of table: SchemaDesign.Table) -> String {
    let source = table.columns.last { $0.role != role && !$0.isGenerated }?.role ?? role
    return pick([
      "", "", "", "NOT NULL", "NOT NULL DEFAULT 7", "DEFAULT (1 + 1)", "COLLATE NOCASE",
      "CHECK ({\(role)} <> 99)", "UNIQUE", "DEFAULT 'x'", "AS ({\(source)} || 1)",
      "AS ({\(source)}) STORED",
    ])
  }

  private mutating func addObject(_ design: inout SchemaDesign) {
    let table = pick(design.tables.filter { $0.role != "log" })
    let column = pick(table.columns).role
    let role = "o" + pick(Self.letters) + pick(Self.letters)
    guard !design.objects.contains(where: { $0.role == role }) else { return }
    let row = pick(["DELETE", "UPDATE", "INSERT"])
    let rest = pick(["", " DESC", " COLLATE NOCASE", ") WHERE ({\(column)} > 1"])
    let form: (SchemaDesign.Kind, String) = pick([
      (.index, "CREATE INDEX {\(role)} ON {\(table.role)} ({\(column)}\(rest))"),
      (.view, "CREATE VIEW {\(role)} AS SELECT {\(column)} FROM {\(table.role)}"),
      (.view, "CREATE VIEW {\(role)} AS SELECT * FROM {\(table.role)}"),
      (
        .trigger,
        "CREATE TRIGGER {\(role)} AFTER \(row) ON {\(table.role)} BEGIN INSERT INTO {log} "
          + "SELECT count({\(column)}) || '\(role)' FROM {\(table.role)}; END"
      ),
    ])
    design.add(form.0, role, form.1)
  }

  private mutating func addRows(of table: SchemaDesign.Table, _ design: inout SchemaDesign) {
    let columns = table.columns.filter { !$0.isGenerated }
    for number in 1...Int.random(in: 2...5, using: &dice) {
      let values = columns.map { column -> String in
        if column.role.hasSuffix("_k") { return "\(number * 3)" }
        if column.rules.hasPrefix("REFERENCES") { return pick(["NULL", "3", "6"]) }
        let list = ["\(number)", "'\(number)x'", "\(number).5", "x'0\(number)'"]
        return pick(column.rules.hasPrefix("NOT NULL") ? list : list + ["NULL"])
      }
      let names = columns.map { "{\($0.role)}" }.joined(separator: ", ")
      design.rows.append(
        "INSERT INTO {\(table.role)} (\(names)) VALUES (\(values.joined(separator: ", ")))")
    }
  }

  // MARK: - Changes

  private mutating func mutate(_ design: inout SchemaDesign) {
    let tables = design.tables.filter { $0.role != "log" }
    guard let place = tables.indices.randomElement(using: &dice) else { return }
    let table = tables[place]
    let column = pick(table.columns)
    switch Int.random(in: 0..<11, using: &dice) {
    case 0: design.names[column.role] = pick(["renamed", "other name", "Select"])
    case 1: design.names[table.role] = pick(["renamed", "other name", "Select"])
    case 2: if !column.role.hasSuffix("_k") { design.remove(column.role) }
    case 3:
      let made = self.column("\(table.role)_new", of: table, among: tables.count)
      let index = Int.random(in: 1...table.columns.count, using: &dice)
      guard table.column(made.role) == nil else { return }
      design.change(table.role) { $0.columns.insert(made, at: index) }
    case 4: addObject(&design)
    case 5:
      if let object = design.objects.randomElement(using: &dice) { design.remove(object.role) }
    case 6:
      let options = pick([["STRICT"], ["WITHOUT ROWID"], []])
      let isKeyed = table.columns[0].rules.contains("PRIMARY KEY")
      design.change(table.role) { $0.options = Set(isKeyed ? options : []) }
    case 7:
      let key = key(of: table.role)
      design.change(table.role) { $0.change(key.role) { $0 = key } }
    case 8: design.change(table.role) { $0.constraints.append("CHECK ({\(column.role)} <> 'no')") }
    default:
      guard !column.role.hasSuffix("_k"), !column.isGenerated else { return }
      let type = pick(Self.types)
      let rules = rules(column.role, of: table)
      guard !rules.hasPrefix("AS (") else { return }
      design.change(table.role) { $0.change(column.role) { ($0.type, $0.rules) = (type, rules) } }
    }
  }

  /// The values that replace NULL: those of `--fill`, and default values.
  private static func values(
    _ old: SchemaDesign, _ new: SchemaDesign
  ) -> (fills: [String: String], defaults: [String: String]) {
    var (fills, defaults): ([String: String], [String: String]) = ([:], [:])
    for table in new.tables {
      guard let former = old.table(table.role) else { continue }
      for column in table.columns
      where column.rules.hasPrefix("NOT NULL") && !column.role.hasSuffix("_k") {
        let was = former.column(column.role)?.rules ?? ""
        if was.hasPrefix("NOT NULL") { continue }
        if column.rules.contains("DEFAULT") {
          defaults[column.role] = "7"
        } else {
          fills[column.role] = "5"
        }
      }
    }
    return (fills, defaults)
  }
}
