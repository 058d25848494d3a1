extension DesignChange {
  /// Changes of constraints and options.
  static let keys: [DesignChange] = [
    .init("CHECK of the table") { $0.club.constraints.append("CHECK (length({name}) < 99)") },
    .init("CHECK with CASE") {
      $0.club.constraints.append("CHECK (CASE WHEN {name} = '?' THEN 0 ELSE 1 END)")
    },
    .init(
      "CHECK of the table dropped",
      prepare: { $0.club.constraints.append("CONSTRAINT short CHECK (length({name}) < 99)") }
    ) { $0.club.constraints.removeAll { $0.contains("short") } },
    .init("UNIQUE of a column") { $0.club.change("code") { $0.rules = "UNIQUE" } },
    .init("UNIQUE of the table") {
      $0.club.constraints.append("UNIQUE ({code}, {name}) ON CONFLICT REPLACE")
    },
    .init("UNIQUE dropped") { $0.club.change("badge") { $0.rules = "" } },
    .init("AUTOINCREMENT") { design in
      let isNew = !design.club.isAutoincremented
      design.club.options.remove("WITHOUT ROWID")
      design.club.change("id") {
        ($0.type, $0.rules) = ("INTEGER", isNew ? "PRIMARY KEY AUTOINCREMENT" : "PRIMARY KEY")
      }
    },
    .init("WITHOUT ROWID") { design in
      let isNew = !design.club.options.contains("WITHOUT ROWID")
      design.club.change("id") { ($0.type, $0.rules) = ("INTEGER", "PRIMARY KEY") }
      if isNew {
        design.club.options.insert("WITHOUT ROWID")
      } else {
        design.club.options.remove("WITHOUT ROWID")
      }
    },
    .init("STRICT") { design in
      let isNew = !design.club.options.contains("STRICT")
      if isNew {
        design.club.options.insert("STRICT")
      } else {
        design.club.options.remove("STRICT")
      }
      design.club.change("note") { $0.type = isNew ? "ANY" : "" }
    },
    .init("key of two columns") { design in
      design.club.change("id") { ($0.type, $0.rules) = ("INTEGER", "NOT NULL UNIQUE") }
      design.club.constraints.append("PRIMARY KEY ({name}, {id})")
    },
    .init("key without rowid alias") { design in
      design.club.change("id") { ($0.type, $0.rules) = ("INT", "PRIMARY KEY NOT NULL") }
    },
    .init("foreign key") {
      $0.club.change("league") {
        $0.rules = "REFERENCES {division} ({division_id}) ON DELETE CASCADE"
      }
    },
    .init("foreign key of the table") {
      $0.club.constraints.append("FOREIGN KEY ({league}) REFERENCES {division} ON UPDATE CASCADE")
    },
    .init(
      "foreign key dropped",
      prepare: { $0.club.change("league") { $0.rules = "REFERENCES {division} ON DELETE CASCADE" } }
    ) { $0.club.change("league") { $0.rules = "" } },
    .init(
      "another action",
      prepare: { $0.club.change("league") { $0.rules = "REFERENCES {division} ON DELETE CASCADE" } }
    ) {
      $0.club.change("league") { $0.rules = "REFERENCES {division} ON DELETE SET NULL" }
    },
    .init(
      "foreign key to another column",
      prepare: { design in
        design.change("division") {
          $0.columns.append(.init(role: "rank", type: "INT", rules: "UNIQUE"))
        }
        design.rows[0] =
          "INSERT INTO {division} ({division_id}, {title}, {rank}) VALUES (1, 'A', 1), (2, 'B', 2)"
        design.club.change("league") { $0.rules = "REFERENCES {division} ({division_id})" }
      }
    ) { $0.club.change("league") { $0.rules = "REFERENCES {division} ({rank})" } },
    .init(
      "deferred foreign key",
      prepare: { $0.club.change("league") { $0.rules = "REFERENCES {division}" } }
    ) {
      $0.club.change("league") { $0.rules += " DEFERRABLE INITIALLY DEFERRED" }
    },
    .init("another action of children") { design in
      for index in design.tables.indices where design.tables[index].role != "club" {
        for column in design.tables[index].columns {
          design.tables[index].change(column.role) {
            $0.rules = $0.rules.replacing("ON DELETE CASCADE", with: "ON DELETE SET NULL")
          }
        }
      }
      design.club.change("size") { $0.rules = "DEFAULT 5" }
    },
    .init("conflict clause") {
      $0.club.change("name") { $0.rules = "NOT NULL ON CONFLICT REPLACE DEFAULT 'x'" }
    },
    .init(
      "unique index becomes UNIQUE",
      prepare: { $0.add(.index, "one_code", "CREATE UNIQUE INDEX {one_code} ON {club} ({code})") }
    ) {
      $0.remove("one_code")
      $0.club.change("code") { $0.rules = "UNIQUE" }
    },
    .init(
      "UNIQUE becomes a unique index",
      prepare: { $0.club.change("code") { $0.rules = "UNIQUE" } }
    ) {
      $0.club.change("code") { $0.rules = "" }
      $0.add(.index, "one_code", "CREATE UNIQUE INDEX {one_code} ON {club} ({code})")
    },
  ]

  /// Changes of other objects, and several changes at once.
  static let objects: [DesignChange] = [
    .init("add a table") { design in
      design.tables.append(
        SchemaDesign.Table(
          role: "stadium",
          columns: [
            .init(role: "stadium_id", type: "INTEGER", rules: "PRIMARY KEY"),
            .init(role: "owner", type: "INT", rules: "REFERENCES {club} ({id}) ON DELETE CASCADE"),
          ]))
    },
    .init("drop a table") { $0.remove("spare") },
    .init(
      "drop a parent and its key",
      prepare: { $0.club.change("league") { $0.rules = "REFERENCES {division} ON DELETE CASCADE" } }
    ) {
      $0.club.change("league") { $0.rules = "" }
      $0.remove("division")
    },
    .init("rename another table") { $0.names["log"] = "journal" },
    .init("add indexes") {
      $0.add(.index, "fresh", "CREATE INDEX {fresh} ON {club} ({size} DESC, lower({name}))")
      $0.add(.index, "one_code", "CREATE UNIQUE INDEX {one_code} ON {club} ({code})")
    },
    .init(
      "drop an index",
      prepare: { $0.add(.index, "fresh", "CREATE INDEX {fresh} ON {club} ({size})") }
    ) { $0.remove("fresh") },
    .init(
      "another index",
      prepare: { $0.add(.index, "fresh", "CREATE INDEX {fresh} ON {club} ({size})") }
    ) { design in
      for index in design.objects.indices where design.objects[index].role == "fresh" {
        design.objects[index].sql = "CREATE INDEX {fresh} ON {club} ({code}) WHERE {size} > 1"
      }
    },
    .init(
      "rename a unique index",
      prepare: { $0.add(.index, "one_code", "CREATE UNIQUE INDEX {one_code} ON {club} ({code})") }
    ) { design in
      design.remove("one_code")
      design.remove("code_key")
      design.add(.index, "code_once", "CREATE UNIQUE INDEX {code_once} ON {club} ({code})")
      design.club.change("size") { $0.rules = "DEFAULT 5" }
    },
    .init("add a view") {
      $0.add(.view, "seen", "CREATE VIEW {seen} AS SELECT {name} FROM {club}")
    },
    .init(
      "another view and a new column",
      prepare: { $0.add(.view, "seen", "CREATE VIEW {seen} AS SELECT {name} FROM {club}") }
    ) { design in
      design.add("motto", "TEXT")
      for index in design.objects.indices where design.objects[index].role == "seen" {
        design.objects[index].sql = "CREATE VIEW {seen} AS SELECT {name}, {motto} FROM {club}"
      }
    },
    .init("add a trigger") {
      $0.add(
        .trigger, "heard",
        "CREATE TRIGGER {heard} AFTER UPDATE OF {size} ON {club} WHEN new.{size} > 1 BEGIN "
          + "INSERT INTO {log} VALUES ('heard'); END")
    },
    .init(
      "another trigger",
      prepare: {
        $0.add(
          .trigger, "heard", "CREATE TRIGGER {heard} AFTER UPDATE ON {club} BEGIN SELECT 1; END")
      }
    ) { design in
      for index in design.objects.indices where design.objects[index].role == "heard" {
        design.objects[index].sql =
          "CREATE TRIGGER {heard} AFTER DELETE ON {club} BEGIN INSERT INTO {log} VALUES (old.{name}); END"
      }
    },
    .init(
      "rename a full-text column",
      prepare: { design in
        design.add(
          .ownContent, "essay", "CREATE VIRTUAL TABLE {essay} USING fts5({heading}, {words})")
        design.rows.append("INSERT INTO {essay} VALUES ('one', 'two three'), ('four', 'five')")
      }
    ) { $0.names["words"] = "wording" },
    .init(
      "another full-text module",
      prepare: { design in
        design.add(
          .ownContent, "essay", "CREATE VIRTUAL TABLE {essay} USING fts4({heading}, {words})")
        design.rows.append("INSERT INTO {essay} VALUES ('one', 'two three'), ('four', 'five')")
      }
    ) { design in
      for index in design.objects.indices where design.objects[index].role == "essay" {
        design.objects[index].sql = "CREATE VIRTUAL TABLE {essay} USING fts5({heading}, {words})"
      }
    },
    .init("several at once", defaults: ["city": "'none'"], hasNoRenames: true) { design in
      design.names["name"] = "title"
      design.club.change("city") { $0.rules = "NOT NULL DEFAULT 'none'" }
      design.club.change("size") { $0.type = "TEXT" }
      design.remove("note")
      design.remove("spare")
      design.add("motto", "TEXT", "UNIQUE", at: 1)
      design.add(.index, "fresh", "CREATE INDEX {fresh} ON {club} ({motto}, {name})")
    },
    .init("two tables at once") { design in
      design.club.change("size") { $0.rules = "CHECK ({size} > -1)" }
      design.change("division") { table in
        table.change("title") { $0.rules = "COLLATE NOCASE" }
        table.constraints.append("UNIQUE ({title})")
      }
      design.change("player") { table in
        table.columns.append(.init(role: "number", type: "INT", rules: "UNIQUE"))
      }
    },
  ]
}
