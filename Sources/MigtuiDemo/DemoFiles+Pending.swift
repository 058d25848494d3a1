extension DemoFiles {
  /// The pending migrations: one that is out of order, then four new ones.
  static let pending: [DemoFiles.File] = [
    File(
      name: "009_club_short_names.sql",
      text: #"""
        -- Three letters for the score board: "HAR 2 : 1 OSA".
        --
        -- Written on a branch that was merged after 010 had shipped, so it is out of order.
        -- Immediate: it deletes no parent and drops no table, and each statement may be checked as it runs.
        -- migtui: foreign-keys immediate
        ALTER TABLE club ADD COLUMN short TEXT;
        UPDATE club SET short = upper(substr(replace(name, '"', ''), 1, 3));
        """#),
    File(
      name: "011_players_need_a_club.sql",
      text: #"""
        -- Every player must belong to a club; players without one join the free agents.
        --
        -- SQLite cannot add NOT NULL to a column, so the table is re-created (the 12 steps of
        -- https://www.sqlite.org/lang_altertable.html#otheralter).
        --
        -- Immediate, so that a wrong club number stops us right here.
        -- migtui: foreign-keys immediate
        INSERT INTO club (id, name, city, founded) VALUES (999, 'Free agents', '-', NULL);

        UPDATE player SET clubId = 999
        WHERE clubId IS NULL OR clubId NOT IN (SELECT id FROM club);

        -- A view of a missing table would stop the renaming.
        DROP VIEW "top scorers";

        CREATE TABLE player_new (
          id INTEGER PRIMARY KEY,
          clubId INTEGER NOT NULL REFERENCES club(id),
          name TEXT NOT NULL,
          shirt INTEGER,
          score INTEGER NOT NULL DEFAULT 0,
          email TEXT
        );

        INSERT INTO player_new (id, clubId, name, shirt, score, email)
        SELECT id, clubId, name, shirt, score, email FROM player;

        -- With foreign keys on, DROP TABLE deletes the rows first: report's ON DELETE CASCADE takes every
        -- report along. (Had we left the mode deferred, they would be kept.)
        DROP TABLE player;
        ALTER TABLE player_new RENAME TO player;

        CREATE INDEX player_on_clubId ON player(clubId);
        CREATE INDEX player_on_name ON player(name COLLATE NOCASE);
        -- player_on_email was forgotten here.

        CREATE VIEW "top scorers" AS
        SELECT player.name AS player, club.name AS club, player.score
        FROM player LEFT JOIN club ON club.id = player.clubId
        ORDER BY player.score DESC, player.name
        LIMIT 20;
        """#),
    File(
      name: "012_leagues.sql",
      text: #"""
        -- migtui: foreign-keys immediate
        CREATE TABLE league (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          country TEXT NOT NULL
        ) STRICT;

        INSERT INTO league (id, name, country) VALUES
          (1, 'First Division', 'England'),
          (2, 'J2 リーグ', '日本'),
          (3, 'Ligue d''Île-de-France', 'France');

        ALTER TABLE club ADD COLUMN leagueId INTEGER REFERENCES league(id);
        UPDATE club SET leagueId = 1 + id % 3 WHERE id < 999;
        CREATE INDEX club_on_leagueId ON club(leagueId);
        """#),
    File(
      name: "013_season_tickets.sql",
      text: #"""
        -- Season tickets for every club, and one for the club that was dissolved last year: there is no
        -- club 77, so this migration adds a violation of its foreign key and is rolled back.
        -- The mode is deferred (the default): all foreign keys are checked before the commit.
        CREATE TABLE season_ticket (
          number INTEGER PRIMARY KEY,
          clubId INTEGER NOT NULL REFERENCES club(id),
          holder TEXT NOT NULL,
          stand TEXT NOT NULL DEFAULT 'north'
        );

        INSERT INTO season_ticket (clubId, holder)
        SELECT id, 'Friends of ' || name FROM club WHERE id < 999;

        INSERT INTO season_ticket (clubId, holder) VALUES (77, 'Siobhán O''Brien');
        """#),
    File(
      name: "014_drop_legacy_scores.sql",
      text: #"""
        -- Scores are now computed from the reports.
        -- migtui: foreign-keys immediate
        CREATE TABLE score_archive (
          playerId INTEGER PRIMARY KEY,
          score INTEGER NOT NULL
        );

        INSERT INTO score_archive (playerId, score)
        SELECT id, score FORM player WHERE score > 0;

        DROP VIEW "top scorers";
        ALTER TABLE player DROP COLUMN score;
        """#),
  ]
}
