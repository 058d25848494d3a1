CREATE TABLE contact (
    id    INT  NOT NULL PRIMARY KEY,
    name  TEXT NOT NULL,
    note  TEXT NOT NULL DEFAULT 'none',
    age   INT,
    since TEXT NOT NULL
);
PRAGMA user_version = 2;
