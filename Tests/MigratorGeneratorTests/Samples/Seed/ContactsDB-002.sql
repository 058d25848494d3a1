ALTER TABLE contact ADD COLUMN age INT NULL;
PRAGMA user_version = 2; -- tag the new schema version
