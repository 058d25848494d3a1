/// What surrounds the table that changes.
struct DesignSurroundings: Sendable {
  let title: String
  let add: @Sendable (inout SchemaDesign) -> Void

  /// The schema without surroundings.
  static var base: SchemaDesign {
    let club = SchemaDesign.Table(
      role: "club",
      columns: [
        .init(role: "id", type: "INTEGER", rules: "PRIMARY KEY"),
        .init(role: "name", type: "TEXT", rules: "NOT NULL"),
        .init(role: "city", type: "TEXT"), .init(role: "size", type: "INT"),
        .init(role: "code", type: "TEXT"), .init(role: "note", type: ""),
        .init(role: "badge", type: "TEXT", rules: "UNIQUE"), .init(role: "league", type: "INT"),
      ])
    let others = [
      SchemaDesign.Table(
        role: "division",
        columns: [
          .init(role: "division_id", type: "INTEGER", rules: "PRIMARY KEY"),
          .init(role: "title", type: "TEXT"),
        ]),
      SchemaDesign.Table(role: "log", columns: [.init(role: "line", type: "TEXT")]),
      SchemaDesign.Table(role: "spare", columns: [.init(role: "thing", type: "TEXT")]),
    ]
    return SchemaDesign(
      tables: [others[0], club] + others.dropFirst(),
      rows: [
        "INSERT INTO {division} VALUES (1, 'A'), (2, 'B')", "INSERT INTO {spare} VALUES ('x')",
        """
        INSERT INTO {club} ({id}, {name}, {city}, {size}, {code}, {note}, {badge}, {league}) VALUES
          (3, 'Alpha', 'Oslo', 12, '007', 1, 'x', 1),
          (7, 'Beta', NULL, NULL, '1e3', 1.0, NULL, 2),
          (9, 'Gamma', 'Bergen', 9007199254740993, ' 5 ', 'text', NULL, NULL),
          (12, 'delta', 'oslo', 0, '2.5', x'00ff', '', 1),
          (1000000, 'Éa', '', 7, '0x10', NULL, 'é', 2)
        """,
      ])
  }

  /// A table whose rows refer to the table that changes.
  private static func addChild(
    _ design: inout SchemaDesign, _ role: String, _ action: String, key: String = "id",
    type: String = "INT", rules: String = "", rows: String
  ) {
    design.tables.append(
      SchemaDesign.Table(
        role: role,
        columns: [
          .init(role: "\(role)_id", type: "INTEGER", rules: "PRIMARY KEY"),
          .init(
            role: "\(role)_club", type: type,
            rules: "\(rules)REFERENCES {club} ({\(key)}) \(action)"),
        ]))
    design.rows.append("INSERT INTO {\(role)} VALUES \(rows)")
  }

  /// A trigger that records the rows of a table that it runs for.
  private static func record(
    _ design: inout SchemaDesign, _ table: String, _ event: String, _ time: String, _ column: String
  ) {
    let row = event == "DELETE" ? "old" : "new"
    let role = "\(table)_\(time.lowercased())_\(event.lowercased())"
    design.add(
      .trigger, role,
      """
      CREATE TRIGGER {\(role)} \(time) \(event) ON {\(table)} BEGIN
        INSERT INTO {log} ({line}) VALUES ('\(role) ' || CASE WHEN \(row).{\(column)} IS NULL
          THEN 'nothing' ELSE \(row).{\(column)} END); -- a comment; with a semicolon
      END
      """)
  }

  static let all: [DesignSurroundings] = [
    .init(title: "nothing") { _ in },
    .init(title: "child with CASCADE") { design in
      addChild(
        &design, "player", "ON DELETE CASCADE ON UPDATE CASCADE",
        rows: "(1, 3), (2, 3), (3, 9), (4, NULL)")
      for time in ["BEFORE", "AFTER"] {
        record(&design, "player", "DELETE", time, "player_id")
        record(&design, "player", "UPDATE", time, "player_id")
      }
    },
    .init(title: "children with SET NULL and SET DEFAULT") { design in
      addChild(&design, "player", "ON DELETE SET NULL", rows: "(1, 3), (2, 9)")
      addChild(
        &design, "coach", "ON DELETE SET DEFAULT", rules: "DEFAULT 7 ", rows: "(1, 3), (2, 12)")
      record(&design, "player", "UPDATE", "AFTER", "player_id")
      record(&design, "coach", "UPDATE", "BEFORE", "coach_id")
    },
    .init(title: "child with RESTRICT and a grandchild") { design in
      addChild(&design, "player", "ON DELETE RESTRICT", rows: "(1, 3), (2, 9)")
      design.tables.append(
        SchemaDesign.Table(
          role: "goal",
          columns: [
            .init(role: "goal_player", type: "INT", rules: "REFERENCES {player} ON DELETE CASCADE")
          ]))
      design.rows.append("INSERT INTO {goal} VALUES (1), (1), (2)")
      addChild(&design, "coach", "DEFERRABLE INITIALLY DEFERRED", rows: "(1, 3)")
    },
    .init(title: "self-reference") { design in
      design.add("boss", "INT", "REFERENCES {club} ({id}) ON DELETE CASCADE")
      design.add("friend", "INT", "REFERENCES {club} ({id}) ON DELETE SET NULL")
      design.rows.append("UPDATE {club} SET {boss} = 3, {friend} = {id} WHERE {id} > 3")
      record(&design, "club", "DELETE", "AFTER", "name")
    },
    .init(title: "cycle") { design in
      design.add("captain", "INT", "REFERENCES {player} ({player_id}) ON DELETE SET NULL")
      addChild(&design, "player", "ON DELETE CASCADE", rules: "NOT NULL ", rows: "(1, 3), (2, 9)")
      design.rows.append("UPDATE {club} SET {captain} = 1 WHERE {id} = 3")
    },
    .init(title: "triggers on it") { design in
      for event in ["INSERT", "UPDATE", "DELETE"] {
        record(&design, "club", event, "AFTER", "name")
        record(&design, "club", event, "BEFORE", "city")
      }
    },
    .init(title: "triggers elsewhere") { design in
      design.add(
        .trigger, "division_gone",
        "CREATE TRIGGER {division_gone} AFTER DELETE ON {division} BEGIN "
          + "UPDATE {club} SET {league} = NULL WHERE {league} = old.{division_id}; "
          + "INSERT INTO {log} SELECT {name} || 1 FROM {club} WHERE {city} IS NOT NULL; END")
    },
    .init(title: "views") { design in
      design.add(
        .view, "roster",
        "CREATE VIEW {roster} AS SELECT c.{id}, upper(c.{name}) AS shown, {city} FROM {club} AS c "
          + "WHERE c.{city} <> ''")
      design.add(.view, "shouted", "CREATE VIEW {shouted} (x) AS SELECT shown FROM {roster}")
    },
    .init(title: "view with INSTEAD OF") { design in
      design.add(.view, "names", "CREATE VIEW {names} AS SELECT {id}, {name} FROM {club}")
      design.add(
        .trigger, "names_insert",
        "CREATE TRIGGER {names_insert} INSTEAD OF INSERT ON {names} BEGIN "
          + "INSERT INTO {club} ({name}) VALUES (new.{name}); END")
    },
    .init(title: "full-text index") { design in
      design.add(
        .externalContent, "found",
        "CREATE VIRTUAL TABLE {found} USING fts5({name}, {city}, content={'club}, content_rowid={'id})"
      )
      design.add(
        .trigger, "found_insert",
        "CREATE TRIGGER {found_insert} AFTER INSERT ON {club} BEGIN INSERT INTO {found} "
          + "(rowid, {name}, {city}) VALUES (new.{id}, new.{name}, new.{city}); END")
      design.add(
        .trigger, "found_delete",
        "CREATE TRIGGER {found_delete} AFTER DELETE ON {club} BEGIN INSERT INTO {found} "
          + "({found}, rowid, {name}, {city}) VALUES ('delete', old.{id}, old.{name}, old.{city}); END"
      )
    },
    .init(title: "R-tree") { design in
      design.add(
        .ownContent, "area", "CREATE VIRTUAL TABLE {area} USING rtree(area_id, low, high)")
      design.add(
        .trigger, "area_insert",
        "CREATE TRIGGER {area_insert} AFTER INSERT ON {club} BEGIN "
          + "INSERT INTO {area} VALUES (new.{id}, 0, new.{id}); END")
    },
    .init(title: "AUTOINCREMENT") { design in
      design.club.change("id") { $0.rules = "PRIMARY KEY AUTOINCREMENT" }
      design.rows += [
        "INSERT INTO {club} ({id}, {name}) VALUES (2000000, 'gone')",
        "DELETE FROM {club} WHERE {id} = 2000000",
      ]
    },
    .init(title: "WITHOUT ROWID") { design in
      design.club.options = ["WITHOUT ROWID"]
      addChild(&design, "player", "ON DELETE CASCADE", rows: "(1, 3), (2, 9)")
    },
    .init(title: "hidden rowid") { design in
      design.club.change("id") {
        $0.type = "INT"
        $0.rules = "NOT NULL UNIQUE"
      }
      design.rows.append("UPDATE {club} SET rowid = {id} * 3")
    },
    .init(title: "generated columns") { design in
      design.add("tag", "TEXT", "AS ({name} || '!')", at: 1)
      design.add("twice", "INT", "AS ({size} * 2) STORED")
      design.add(.index, "by_tag", "CREATE INDEX {by_tag} ON {club} ({tag}, {twice})")
    },
    .init(title: "indexes of all kinds") { design in
      design.add(
        .index, "some", "CREATE INDEX {some} ON {club} ({city} DESC) WHERE {city} IS NOT NULL")
      design.add(
        .index, "lower_name", "CREATE INDEX {lower_name} ON {club} (lower({name}), {size})")
      design.add(
        .index, "sorted",
        "CREATE UNIQUE INDEX {sorted} ON {club} ({name} COLLATE NOCASE, {id} DESC)")
    },
    .init(title: "names in quotes") { design in
      design.hasOddNames = true
      addChild(&design, "player", "ON DELETE CASCADE", rows: "(1, 3), (2, 9)")
      record(&design, "club", "UPDATE", "AFTER", "name")
      design.add(.index, "by_city", "CREATE INDEX {by_city} ON {club} ({city})")
      design.add(.view, "roster", "CREATE VIEW {roster} AS SELECT {name} FROM {club}")
    },
    .init(title: "STRICT") { design in
      design.club.options = ["STRICT"]
      design.club.change("note") { $0.type = "ANY" }
      addChild(&design, "player", "ON DELETE CASCADE", rows: "(1, 3), (2, 9)")
    },
    .init(title: "key in a unique index") { design in
      design.add(.index, "code_key", "CREATE UNIQUE INDEX {code_key} ON {club} ({code})")
      addChild(
        &design, "player", "ON DELETE CASCADE", key: "code", type: "",
        rows: "(1, '007'), (2, ' 5 ')")
    },
    .init(title: "conflict clauses and comments") { design in
      design.club.change("name") { $0.rules = "NOT NULL ON CONFLICT IGNORE /* shown, always */" }
      design.club.change("badge") { $0.rules = "UNIQUE ON CONFLICT REPLACE" }
      design.club.constraints.append(
        "CONSTRAINT sized CHECK ({size} >= 0 OR {size} IS NULL) /* (not negative) */")
    },
    .init(title: "objects that insert by position") { design in
      design.add(.view, "everything", "CREATE VIEW {everything} AS SELECT * FROM {club}")
      design.add(
        .trigger, "division_made",
        "CREATE TRIGGER {division_made} AFTER INSERT ON {division} BEGIN "
          + "INSERT INTO {club} VALUES ({*club}); END")
    },
    .init(title: "full-text table of its own") { design in
      design.add(.ownContent, "pages", "CREATE VIRTUAL TABLE {pages} USING fts5({body}, {author})")
      design.rows.append(
        "INSERT INTO {pages} (rowid, {body}, {author}) VALUES (5, 'a b', 'c'), (9, 'b', 'd')")
    },
  ]
}
