-- Every rule of names, types and keys, and texts that would like to be code.
CREATE TABLE everything (
  id INTEGER PRIMARY KEY,
  flag BOOLEAN NOT NULL DEFAULT TRUE,
  small SMALLINT NOT NULL DEFAULT -3,
  big BIGINT,
  ratio DOUBLE PRECISION NOT NULL DEFAULT 1.5,
  price DECIMAL(10, 2),
  name VARCHAR(20) NOT NULL DEFAULT 'it''s "quoted" \(1 + 1) """#',
  picture BLOB,
  token UUID NOT NULL,
  made_at TIMESTAMP NOT NULL,
  untyped,
  odd STRING,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'in progress', 'default', '')),
  mood TEXT CHECK (mood IN ('good', 'bad')),
  double_ratio REAL GENERATED ALWAYS AS (ratio * 2) VIRTUAL,
  label TEXT NOT NULL GENERATED ALWAYS AS (name || id) STORED
);
CREATE TABLE "class" ("init" INTEGER NOT NULL, "self" TEXT, "Type" TEXT, "func" TEXT, "in out" TEXT, "insert" TEXT, "2fa" INT, "größe" REAL, "a""b`c\" INT, "A_B" INT, "aB" INT, "" INT, "😀" INT, "id" INT UNIQUE NOT NULL, "var" INT, "databaseValues" INT, "schema" INT, "hashValue" INT,
  "line
break */ // /// x" INT DEFAULT 7);
CREATE TABLE "classes" (x INT);
CREATE TABLE "CLASS_" (x INT);
CREATE TABLE string (data DATE, uuid UUID);
CREATE TABLE "1st" (a INT);
CREATE TABLE membership (
  club_id INTEGER NOT NULL, player_id INTEGER NOT NULL, since DATE,
  PRIMARY KEY (club_id, player_id)
) WITHOUT ROWID;
CREATE TABLE fee (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  club INTEGER NOT NULL, player INTEGER NOT NULL, cents INT NOT NULL,
  FOREIGN KEY (club, player) REFERENCES membership
);
CREATE TABLE match (
  id TEXT PRIMARY KEY,
  home_club_id INTEGER REFERENCES club, guest_club_id INTEGER NOT NULL REFERENCES club (id)
);
CREATE TABLE club (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE COLLATE NOCASE);
CREATE TABLE strict_one (code INT PRIMARY KEY, amount ANY, note TEXT NOT NULL) STRICT;
CREATE TABLE setting (name TEXT NOT NULL, value, UNIQUE (name));
CREATE TABLE journal (at INTEGER NOT NULL, line TEXT);
CREATE TABLE tag (name TEXT NOT NULL, UNIQUE (name COLLATE NOCASE));
CREATE TABLE token (name TEXT NOT NULL COLLATE NOCASE, kind INT NOT NULL, UNIQUE (kind, name COLLATE BINARY));
CREATE VIRTUAL TABLE page USING fts5 (title, body);
CREATE VIEW club_sizes AS
  SELECT club.id, club.name, count(*) AS members
  FROM club JOIN membership ON club_id = club.id GROUP BY club.id;
CREATE TRIGGER journal_fee AFTER INSERT ON fee BEGIN
  INSERT INTO journal VALUES (new.number, 'fee; "of" ' || new.cents);
END;
