internal import MigratorEngine

enum Filling {
  static func small(_ path: String) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)")
      try db.execute(sql: "INSERT INTO note VALUES (1, 'one')")
    }
  }

  /// Creates a database of players that refer to 20,000 teams.
  static func large(_ path: String, players: Int = 200_000) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, teamId INTEGER NOT NULL
            REFERENCES team(id) ON DELETE CASCADE);
          CREATE INDEX player_on_teamId ON player(teamId);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO team SELECT i, 'Team ' || i FROM n;
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(players))
            INSERT INTO player SELECT i, 'Player number ' || i, 1 + (i * 7919) % 20000 FROM n;
          """)
    }
  }

  /// Creates a database of about 1 GB.
  static func gigabyte(_ path: String) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE page (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250000)
            INSERT INTO page SELECT i, randomblob(3950) FROM n;
          """)
    }
  }

  static func million(_ path: String) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
            INSERT INTO item SELECT i, 'item number ' || i, i * 0.25 FROM n;
          """)
    }
  }

  /// Creates a database with a number of applied migrations.
  static func migrated(_ path: String, count: Int) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: Migrations.ledger)
      for number in 0..<count {
        try db.execute(
          sql: "INSERT INTO grdb_migrations VALUES (?)",
          arguments: [Migrations.identifier(number)])
      }
    }
  }
}
