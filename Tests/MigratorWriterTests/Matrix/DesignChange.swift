/// A change of a schema.
struct DesignChange: Sendable {
  let title: String
  /// Adds to the former schema what the change needs.
  var prepare: @Sendable (inout SchemaDesign) -> Void = { _ in }
  let apply: @Sendable (inout SchemaDesign) -> Void
  /// The values of `--fill`, by role.
  var fills: [String: String] = [:]
  /// The values that replace NULL without a question, by role.
  var defaults: [String: String] = [:]
  /// Columns whose values depend on the time.
  var ignored: Set<String> = []
  var keepsOrder = false
  /// True if what is missing was dropped, not renamed.
  var hasNoRenames = false
  /// True if both schemas mean the same.
  var isNothing = false

  init(
    _ title: String, fills: [String: String] = [:], defaults: [String: String] = [:],
    ignored: Set<String> = [], keepsOrder: Bool = false, hasNoRenames: Bool = false,
    isNothing: Bool = false, prepare: @escaping @Sendable (inout SchemaDesign) -> Void = { _ in },
    _ apply: @escaping @Sendable (inout SchemaDesign) -> Void
  ) {
    (self.title, self.fills, self.defaults, self.ignored) = (title, fills, defaults, ignored)
    (self.keepsOrder, self.hasNoRenames, self.isNothing) = (keepsOrder, hasNoRenames, isNothing)
    (self.prepare, self.apply) = (prepare, apply)
  }

  /// All changes: each kind once.
  static let all = columns + keys + objects

  static let columns: [DesignChange] = [
    .init("add a column") { $0.add("motto", "TEXT") },
    .init("add NOT NULL with a default") { $0.add("motto", "TEXT", "NOT NULL DEFAULT 'it''s'") },
    .init("add a default with a comment mark") { $0.add("motto", "TEXT", "DEFAULT ' -- x'") },
    .init("add NOT NULL with a value", fills: ["motto": "'?'"]) {
      $0.add("motto", "TEXT", "NOT NULL")
    },
    .init("add with a computed default") { $0.add("motto", "INT", "DEFAULT (1 + 1)") },
    .init("add with the time", ignored: ["motto"]) {
      $0.add("motto", "TEXT", "DEFAULT CURRENT_TIMESTAMP")
    },
    .init("add DEFAULT (NULL)") { $0.add("motto", "TEXT", "DEFAULT (NULL)") },
    .init("add UNIQUE") { $0.add("motto", "TEXT", "UNIQUE") },
    .init("add a reference") { $0.add("motto", "INT", "REFERENCES {division} ON DELETE CASCADE") },
    .init("add a reference with a default") {
      $0.add("motto", "INT", "DEFAULT 1 REFERENCES {division}")
    },
    .init("add a virtual column") { $0.add("motto", "TEXT", "AS (lower({name}))") },
    .init("add a stored column") { $0.add("motto", "TEXT", "AS (lower({name})) STORED") },
    .init("add with CHECK") { $0.add("motto", "TEXT", "CHECK ({motto} <> '' OR {motto} IS NULL)") },
    .init("add with a collation") { $0.add("motto", "TEXT", "COLLATE NOCASE DEFAULT 'A'") },
    .init("add in the middle") { $0.add("motto", "TEXT", at: 2) },
    .init("add in the middle, in this order", keepsOrder: true) { $0.add("motto", "TEXT", at: 2) },
    .init("add two") {
      $0.add("motto", "TEXT")
      $0.add("founded", "INT", "DEFAULT -1")
    },
    .init("drop a column") { $0.remove("note") },
    .init("drop a unique column") { $0.remove("badge") },
    .init("drop a used column", hasNoRenames: true) { $0.remove("city") },
    .init("drop one and add one", hasNoRenames: true) {
      $0.remove("note")
      $0.add("motto", "TEXT", "DEFAULT 'new'")
    },
    .init("rename a column") { $0.names["city"] = "town" },
    .init("rename a column to a keyword") { $0.names["name"] = "title of" },
    .init("exchange two names") {
      $0.names["city"] = "code"
      $0.names["code"] = "city"
    },
    .init("rename and change a column", defaults: ["city": "'?'"]) {
      $0.names["city"] = "town"
      $0.club.change("city") { $0.rules = "NOT NULL DEFAULT '?'" }
    },
    .init("rename the table") { $0.names["club"] = "team" },
    .init("rename table and column, change type") {
      $0.names["club"] = "team"
      $0.names["size"] = "count"
      $0.club.change("size") { $0.type = "TEXT" }
    },
    .init("number to text") { $0.club.change("size") { $0.type = "TEXT" } },
    .init("text to any type") { design in
      // STRICT would reject the values.
      let isStrict = design.club.options.contains("STRICT")
      design.club.change("city") { $0.type = isStrict ? "ANY" : "BLOB" }
    },
    .init("text to number") { design in
      let isStrict = design.club.options.contains("STRICT")
      design.club.change("code") { $0.type = isStrict ? "ANY" : "REAL" }
    },
    .init("number to any type", prepare: { $0.club.change("size") { $0.type = "REAL" } }) {
      design in
      let isStrict = design.club.options.contains("STRICT")
      design.club.change("size") { $0.type = isStrict ? "ANY" : "" }
    },
    .init("NOT NULL with a default", defaults: ["city": "'none'"]) {
      $0.club.change("city") { $0.rules = "NOT NULL DEFAULT 'none'" }
    },
    .init("NOT NULL with a value", fills: ["city": "'?' || 1"]) {
      $0.club.change("city") { $0.rules = "NOT NULL" }
    },
    .init("NULL allowed") { $0.club.change("name") { $0.rules = "" } },
    .init("another default") { $0.club.change("size") { $0.rules = "DEFAULT 4" } },
    .init("another collation") { $0.club.change("name") { $0.rules += " COLLATE NOCASE" } },
    .init("CHECK of a column") {
      $0.club.change("size") { $0.rules = "CHECK ({size} > -1 OR {size} IS NULL)" }
    },
    .init("virtual column becomes stored", prepare: { $0.add("motto", "TEXT", "AS ({name} || 1)") })
    {
      $0.club.change("motto") { $0.rules += " STORED" }
    },
    .init("column becomes generated", prepare: { $0.add("motto", "TEXT") }) {
      $0.club.change("motto") { $0.rules = "AS ({name} || 2)" }
    },
    .init(
      "another generated expression", prepare: { $0.add("motto", "TEXT", "AS ({name}) STORED") }
    ) {
      $0.club.change("motto") { $0.rules = "AS ({name} || 3) STORED" }
    },
    .init("drop a generated column", prepare: { $0.add("motto", "TEXT", "AS ({name} || 1)") }) {
      $0.remove("motto")
    },
    .init("another order", isNothing: true) { $0.club.columns.swapAt(2, 3) },
    .init("another order, kept", keepsOrder: true) { $0.club.columns.swapAt(2, 3) },
    .init("another spelling", isNothing: true) {
      $0.club.change("size") { $0.type = $0.type.lowercased() }
      $0.club.change("note") { $0.rules += " /* any value */" }
    },
  ]
}
