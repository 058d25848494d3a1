extension DemoFiles {
  static let applied: [DemoFiles.File] = [
    File(
      name: "001_create_clubs.sql",
      text: #"""
        -- The clubs whose match days the app follows.
        CREATE TABLE club (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          city TEXT NOT NULL,
          founded INTEGER CHECK (founded > 1850)
        );
        """#),
    File(
      name: "002_create_players.sql",
      text: #"""
        -- A player may be without a club between two contracts.
        CREATE TABLE player (
          id INTEGER PRIMARY KEY,
          clubId INTEGER REFERENCES club(id),
          name TEXT NOT NULL,
          shirt INTEGER,
          score INTEGER NOT NULL DEFAULT 0
        );

        CREATE INDEX player_on_clubId ON player(clubId);
        CREATE INDEX player_on_name ON player(name COLLATE NOCASE);
        """#),
    File(
      name: "003_create_matches.sql",
      text: #"""
        CREATE TABLE match (
          id INTEGER PRIMARY KEY,
          homeId INTEGER NOT NULL REFERENCES club(id),
          awayId INTEGER NOT NULL REFERENCES club(id),
          day TEXT NOT NULL,
          homeGoals INTEGER,
          awayGoals INTEGER,
          CHECK (homeId <> awayId)
        );

        CREATE INDEX match_on_day ON match(day);
        """#),
    File(
      name: "004_player_emails.sql",
      text: #"""
        -- Match reports are sent to the players by mail.
        ALTER TABLE player ADD COLUMN email TEXT;
        CREATE UNIQUE INDEX player_on_email ON player(email) WHERE email IS NOT NULL;
        """#),
    File(
      name: "005_create_line_ups.sql",
      text: #"""
        -- Who started a match, by slot. A line-up is history: it keeps the player's number even when the
        -- player is gone, so playerId is not a foreign key.
        CREATE TABLE line_up (
          matchId INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
          clubId INTEGER NOT NULL REFERENCES club(id),
          slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 11),
          playerId INTEGER NOT NULL,
          PRIMARY KEY (matchId, clubId, slot)
        ) WITHOUT ROWID;
        """#),
    File(
      name: "006_create_reports.sql",
      text: #"""
        -- A scout's report on a player in a match. When a player leaves the app, so do the reports.
        CREATE TABLE report (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          playerId INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
          matchId INTEGER REFERENCES match(id),
          grade INTEGER NOT NULL CHECK (grade BETWEEN 1 AND 10),
          body TEXT NOT NULL
        );

        CREATE INDEX report_on_playerId ON report(playerId);
        """#),
    File(
      name: "007_create_transfers.sql",
      text: #"""
        CREATE TABLE transfer (
          id INTEGER PRIMARY KEY,
          playerName TEXT NOT NULL,
          fromId INTEGER REFERENCES club(id),
          toId INTEGER REFERENCES club(id),
          fee INTEGER NOT NULL DEFAULT 0,
          day TEXT NOT NULL
        );
        """#),
    File(
      name: "008_top_scorers.sql",
      text: #"""
        -- The front page: the best scorers, and a running total for each club.
        ALTER TABLE club ADD COLUMN goals INTEGER NOT NULL DEFAULT 0;

        CREATE VIEW "top scorers" AS
        SELECT player.name AS player, club.name AS club, player.score
        FROM player LEFT JOIN club ON club.id = player.clubId
        ORDER BY player.score DESC, player.name
        LIMIT 20;

        CREATE TRIGGER match_goals AFTER UPDATE OF homeGoals, awayGoals ON match
        BEGIN
          -- Two statements in one: their semicolons do not end it.
          UPDATE club SET goals = goals + coalesce(new.homeGoals, 0) - coalesce(old.homeGoals, 0)
          WHERE id = new.homeId;
          UPDATE club SET goals = goals + coalesce(new.awayGoals, 0) - coalesce(old.awayGoals, 0)
          WHERE id = new.awayId;
        END;
        """#),
    File(
      name: "010_match_attendance.sql",
      text: #"""
        ALTER TABLE match ADD COLUMN attendance INTEGER CHECK (attendance >= 0);
        CREATE TABLE season (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          firstDay TEXT NOT NULL,
          lastDay TEXT NOT NULL
        );
        """#),
  ]
}
