CREATE TABLE solar_bodies (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    is_planet  BOOLEAN NOT NULL DEFAULT FALSE,
    density    REAL,
    discovered DATE,
    orbits     TEXT REFERENCES solar_bodies (id)
);
CREATE VIEW planets AS SELECT id, name FROM solar_bodies WHERE is_planet;
PRAGMA user_version = 3;
