import MigratorEngine

/// The rows of the demonstration database, which are the same in every run.
enum DemoData {
  private static let clubs: [(name: String, city: String, founded: Int64)] = [
    ("Harbour Town", "Harbour", 1881), ("Osaka Lanterns 大阪", "大阪", 1965),
    ("\"Kick\" Rovers", "Millbrook", 1902), ("St. O'Hara & Sons", "Galway", 1899),
    ("Étoile du Nord", "Lille", 1926), ("FC Ōmi Ōe", "大津", 1991),
    ("Ørsted IF", "Aarhus", 1919), ("Real  Double  Space", "Toledo", 1934),
    ("Łódź Weavers", "Łódź", 1908), ("Αθηναϊκός", "Αθήνα", 1917),
    ("Quay United", "Leith", 1888), ("Semi;colon City", "Bath", 1977),
  ]

  private static let firstNames = [
    "Aoife", "Bram", "Chloé", "Dmitri", "Ewa", "Femi", "Greta", "Hiro", "Inês", "Jonas", "Kwame",
    "Lucía", "Mehmet", "Nia", "Oskar", "Petra", "Quentin", "Rosa", "Søren", "Tomás",
  ]

  private static let lastNames = [
    "Abbott", "Brandt", "Castillo", "Duarte", "Eriksen", "Fofana", "Grant", "Hoffmann", "Ito",
    "Jansen", "Kowalski", "Larsen",
  ]

  /// Names that cause trouble: quotes, wide characters, terminal controls, and characters that
  /// reorder or hide text.
  private static let oddNames: [Int: String] = [
    3: "O'Brien", 7: "Ōe 大江", 11: "Robert'); DROP TABLE player;--", 16: "\"Nobby\" Stiles",
    23: "Mallory\u{1B}[2J\u{1B}]0;owned\u{7}", 31: "Eve \u{202E}livE\u{202C} Bidi",
    38: "Zoë\u{200B} Zero\u{AD}width", 47: "Tab\tby Line\nby Line",
    52: "e\u{301}\u{302}\u{323} Stack",
    60: "🧤 Keeper 👩‍👩‍👧", 71: "محمد صلاح", 84: "金 城武",
  ]

  static let playerCount = 240
  static let matchCount = 66
  static let reportCount = 812

  static func insertRows(_ db: Database) throws {
    for (index, club) in clubs.enumerated() {
      try db.execute(
        sql: "INSERT INTO club (id, name, city, founded) VALUES (?, ?, ?, ?)",
        arguments: [index + 1, club.name, club.city, club.founded])
    }
    for id in 1...playerCount {
      let hasClub = id % 40 != 0
      try db.execute(
        sql: "INSERT INTO player (id, clubId, name, shirt, score, email) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          id, hasClub ? (id - 1) % clubs.count + 1 : nil, name(of: id), (id - 1) / clubs.count + 1,
          id * 7_919 % 37, id % 2 == 0 ? "player\(id)@matchday.example" : nil,
        ])
    }
    try insertMatches(db)
    for id in 1...reportCount {
      try db.execute(
        sql: "INSERT INTO report (playerId, matchId, grade, body) VALUES (?, ?, ?, ?)",
        arguments: [
          (id * 31) % playerCount + 1, id % matchCount + 1, id * 13 % 10 + 1, remarks[id % 5],
        ])
    }
    for id in 1...72 {
      try db.execute(
        sql: """
          INSERT INTO transfer (id, playerName, fromId, toId, fee, day)
          VALUES (?, ?, ?, ?, ?, date('2024-06-01', ?))
          """,
        arguments: [
          id, name(of: id * 3), id % 5 == 0 ? nil : id % 12 + 1, (id * 5) % 12 + 1,
          id * 4_750 % 90_000, "+\(id) days",
        ])
    }
  }

  private static let remarks = [
    "Quick on the left, quiet after the break.", "Won every header; lost the ball twice.",
    "Ran the middle. \"Best on the pitch\", said the other coach.",
    "Came on late, changed nothing.",
    "守備が堅い。もう一度見たい。",
  ]

  private static func name(of id: Int) -> String {
    oddNames[id]
      ?? "\(firstNames[id * 7 % firstNames.count]) \(lastNames[id / 20 % lastNames.count])"
  }

  /// Every club plays every other club once: 66 matches with eleven players per side.
  private static func insertMatches(_ db: Database) throws {
    var id = 0
    for home in 1...clubs.count {
      for away in 1...clubs.count where away > home {
        id += 1
        try db.execute(
          sql: """
            INSERT INTO match (id, homeId, awayId, day, attendance)
            VALUES (?, ?, ?, date('2024-08-17', ?), ?)
            """,
          arguments: [id, home, away, "+\(id / 6 * 7) days", 1_200 + id * 977 % 20_000])
        try db.execute(
          sql: "UPDATE match SET homeGoals = ?, awayGoals = ? WHERE id = ?",
          arguments: [id * 5 % 4, id * 3 % 5 % 4, id])
        for (club, slot) in [home, away].flatMap({ club in (1...11).map { (club, $0) } }) {
          try db.execute(
            sql: "INSERT INTO line_up (matchId, clubId, slot, playerId) VALUES (?, ?, ?, ?)",
            arguments: [id, club, slot, club + (slot - 1) * clubs.count])
        }
      }
    }
  }

  /// Inserts 100 rows without parents, as an import with foreign keys off would.
  static func insertViolations(_ db: Database) throws {
    for index in 0..<37 {
      let names = [0: "O'Brien", 1: "Ōe 大江", 2: "\u{1B}[31mRed\u{1B}[0m Import"]
      try db.execute(
        sql: "INSERT INTO player (id, clubId, name, shirt, score) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          1_000 + index, index < 30 ? 42 : 43,
          names[index] ?? "Imported player \(index + 1)", index + 1, index * 10,
        ])
    }
    for index in 0..<45 {
      try db.execute(
        sql: "INSERT INTO line_up (matchId, clubId, slot, playerId) VALUES (?, ?, ?, ?)",
        arguments: [9_001 + index / 11, 3, index % 11 + 1, 1_000 + index % 37])
    }
    for index in 0..<18 {
      try db.execute(
        sql: """
          INSERT INTO transfer (id, playerName, fromId, toId, fee, day)
          VALUES (?, ?, ?, 77, 0, '2023-07-01')
          """,
        arguments: [500 + index, "Imported player \(index + 1)", index % 12 + 1])
    }
  }
}
