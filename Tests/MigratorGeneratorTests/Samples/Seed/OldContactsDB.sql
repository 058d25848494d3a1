CREATE TABLE contact (
    id   INT  NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    note TEXT
);
PRAGMA user_version = 1;
