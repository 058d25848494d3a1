CREATE TABLE contact (
    id   INT  NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
);
PRAGMA user_version = 1; -- tag the schema version
