import MigratorEngine
import MigratorTestSupport

struct RandomRows: CustomStringConvertible {
  /// Rows by their key values; values by their column names.
  typealias Dump = [[DatabaseValue]: [String: DatabaseValue]]

  var description: String { "\(start)\n\(migration)" }
  let start: String
  let migration: String
  let tableAfter: String
  /// The original columns that still exist, with their current names.
  let names: [String: String]
  let added: [String]
  let keys: [String]

  private static let values = [
    "NULL", "0", "1", "'1'", "1.0", "2.5", "'a'", "'A'", "x'61'", "''",
    "'long ' || hex(zeroblob(3000))",
  ]
  private static let shapes: [(sql: String, keys: [String])] = [
    ("(k INTEGER PRIMARY KEY, a, b TEXT, c)", ["k"]),
    ("(k TEXT PRIMARY KEY NOT NULL, a, b TEXT, c)", ["k"]),
    ("(a, k TEXT COLLATE NOCASE PRIMARY KEY, b TEXT, c) WITHOUT ROWID", ["k"]),
    ("(k TEXT, b TEXT, a, c, l INT, PRIMARY KEY (l, k)) WITHOUT ROWID", ["l", "k"]),
  ]

  init(using random: inout SeededGenerator) {
    let shape = Self.shapes.randomElement(using: &random) ?? Self.shapes[0]
    keys = shape.keys
    func value() -> String { Self.values.randomElement(using: &random) ?? "NULL" }
    var rows: [String] = []
    let key = { (n: Int) in keysText(shape.keys, n) }
    for number in 0..<Int.random(in: 0..<60, using: &random) {
      rows.append("(\(key(number)), \(value()), \(value()), \(value()))")
    }
    let list = shape.keys.joined(separator: ", ") + ", a, b, c"
    var start = "CREATE TABLE t \(shape.sql);\n"
    if !rows.isEmpty { start += "INSERT INTO t (\(list)) VALUES \(rows.joined(separator: ", "));" }
    self.start = start

    var names = ["a": "a", "b": "b", "c": "c"]
    var added: [String] = []
    var table = "t"
    // Avoids re-creating a renamed table or column, which would count as lost.
    var isRecreated = false
    var sql: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let condition = "length(\(shape.keys.last ?? "k")) % 2 = 0"
      let present = Array(names.values).sorted() + added
      let column = present.randomElement(using: &random) ?? "a"
      let other = present.randomElement(using: &random) ?? "b"
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: sql.append("UPDATE \(table) SET \(column) = \(value()) WHERE \(condition)")
      case 2: sql.append("UPDATE \(table) SET \(column) = \(other), \(other) = NULL")
      case 3:
        let text = key(Int.random(in: 0..<70, using: &random))
        sql.append(
          "INSERT OR REPLACE INTO \(table) (\(shape.keys.joined(separator: ", ")), \(column)) "
            + "VALUES (\(text), \(value()))")
      case 4 where table == "t" && !isRecreated:
        sql.append("ALTER TABLE t RENAME TO u")
        table = "u"
      case 5 where added.isEmpty:
        sql.append("ALTER TABLE \(table) ADD COLUMN d")
        sql.append("UPDATE \(table) SET d = \(column)")
        added = ["d"]
      case 6 where names["a"] == "a" && !isRecreated:
        sql.append("ALTER TABLE \(table) RENAME COLUMN a TO z")
        names["a"] = "z"
      case 7 where names["a"] == "a" && table == "t" && added.isEmpty:
        isRecreated = true
        // SQLite's procedure, with a column type that converts values.
        let new = shape.sql.replacing("b TEXT", with: "b NUMERIC")
        sql.append("CREATE TABLE new \(new)")
        let source = Bool.random(using: &random) ? "c" : "NULL"
        sql.append(
          "INSERT INTO new (\(list)) SELECT \(shape.keys.joined(separator: ", ")), a, b, \(source) "
            + "FROM \(table)")
        sql.append("DROP TABLE \(table)")
        sql.append("ALTER TABLE new RENAME TO \(table)")
      default: sql.append("DELETE FROM \(table) WHERE \(condition) AND \(column) IS NULL")
      }
    }
    migration = sql.joined(separator: ";\n")
    tableAfter = table
    self.names = names
    self.added = added

    func keysText(_ keys: [String], _ number: Int) -> String {
      keys == ["k"] && shape.sql.hasPrefix("(k INTEGER")
        ? "\(number + 1)"
        : keys.map { $0 == "l" ? "\(number % 7)" : "'K\(number)'" }.joined(separator: ", ")
    }
  }

  func dump(_ queue: DatabaseQueue, table: String) throws -> Dump {
    try queue.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM \(table)").reduce(into: [:]) { rows, row in
        var values: [String: DatabaseValue] = [:]
        for (column, value) in zip(row.columnNames, row.databaseValues) { values[column] = value }
        rows[keys.map { values[$0] ?? .null }] = values
      }
    }
  }

  /// The numbers of overwritten and of nulled values, for each column that lost values.
  ///
  /// Leaves out columns whose lost values, at least two different ones, are all in another column.
  func changes(from before: Dump, to after: Dump) -> [String: [Int64]] {
    var counts: [String: [Int64]] = [:]
    for (name, present) in names {
      var targets = Set(names.values).union(added).subtracting([present])
      var gone: Set<DatabaseValue> = []
      var count: [Int64] = [0, 0]
      for (key, old) in before {
        guard let new = after[key], let value = old[name], !value.isNull, let now = new[present],
          now != value, !Self.isSame(value, now)
        else { continue }
        gone.insert(value)
        count[now.isNull ? 1 : 0] += 1
        targets = targets.filter { target in
          let former = names.first { $0.value == target }?.key
          return new[target] == value && former.map { old[$0] != value } ?? true
        }
      }
      if count != [0, 0], gone.count < 2 || targets.isEmpty { counts[present] = count }
    }
    return counts
  }

  private static func isSame(_ one: DatabaseValue, _ other: DatabaseValue) -> Bool {
    func words(_ value: DatabaseValue) -> Set<String> {
      switch value.storage {
      case .null: []
      case .int64(let number): ["\(number)"]
      case .double(let number):
        Set([Int64(exactly: number).map { "\($0)" }, "\(number)"].compactMap { $0 })
      case .string(let text): [text]
      case .blob(let bytes): [String(decoding: bytes, as: UTF8.self)]
      }
    }
    return !words(one).isDisjoint(with: words(other))
  }
}
