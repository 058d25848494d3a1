"""The schema that all tools change, and what must still hold after a change.

Each property is observed with plain SQLite, by a statement that shows its effect if one exists. The text of a
definition is compared only for the comment.
"""

import sqlite3

SCHEMA = [
    "CREATE TABLE league (id INTEGER PRIMARY KEY, title TEXT)",
    """CREATE TABLE club (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE, -- as printed on the badge
  city TEXT,
  founded TEXT,
  motto TEXT,
  phone TEXT,
  members INTEGER DEFAULT (1 + 1),
  league_id INTEGER REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
  label TEXT GENERATED ALWAYS AS (name || '!') VIRTUAL,
  CONSTRAINT club_members CHECK (members >= 0)
) STRICT""",
    "CREATE TABLE player (id INTEGER PRIMARY KEY, club_id INTEGER REFERENCES club (id) ON DELETE CASCADE)",
    "CREATE TABLE sponsor (id INTEGER PRIMARY KEY, club_id INTEGER REFERENCES club (id) ON DELETE SET NULL)",
    "CREATE TABLE audit (club_id INTEGER)",
    "CREATE INDEX club_partial ON club (city) WHERE city IS NOT NULL",
    "CREATE INDEX club_expression ON club (lower(name))",
    "CREATE INDEX club_descending ON club (members DESC)",
    "CREATE VIEW club_list AS SELECT id, name, members FROM club",
    "CREATE TRIGGER club_changed AFTER UPDATE ON club BEGIN INSERT INTO audit VALUES (new.id); END",
    "CREATE VIRTUAL TABLE club_text USING fts5 (name, content = 'club', content_rowid = 'id')",
]
# What makes a tool fail on this table, and how a user creates it again. peewee cannot read a comment; no statement
# removes one.
OBSTACLES = {
    "Alembic": [("ALTER TABLE club DROP COLUMN label",
                 "ALTER TABLE club ADD COLUMN label TEXT GENERATED ALWAYS AS (name || '!') VIRTUAL"),
                ("DROP VIEW club_list", SCHEMA[8])],
    "Django": [("DROP VIEW club_list", SCHEMA[8])],
    "sqlite-utils": [("DROP INDEX club_partial", SCHEMA[5]), ("DROP INDEX club_expression", SCHEMA[6])],
}
# What each change replaces in SCHEMA.
CHANGES = {
    "NOT NULL": ("city TEXT,", "city TEXT NOT NULL,"),
    "type": ("founded TEXT,", "founded INTEGER,"),
    "drop column": ("  motto TEXT,\n", ""),
    "add CHECK": ("\n) STRICT", ",\n  CONSTRAINT club_name CHECK (length(name) > 0)\n) STRICT"),
    "rename column": ("phone TEXT,", "contact TEXT,"),
}
ROWS = """
INSERT INTO league VALUES (1, 'North');
INSERT INTO club (id, name, city, founded, motto, phone, league_id) VALUES
  (1, 'Rovers', 'Hull', '1901', 'On', '11', 1), (2, 'Albion', 'Leeds', '1902', 'Up', '22', 1),
  (90, 'Gone', 'York', '1903', 'Out', '33', 1);
DELETE FROM club WHERE id = 90;
INSERT INTO player (club_id) VALUES (1), (1), (2);
INSERT INTO sponsor (club_id) VALUES (1), (2);
INSERT INTO club_text (club_text) VALUES ('rebuild');
"""
INSERT = "INSERT INTO club (name, city, founded) VALUES ('New', 'Goole', 7)"


def wanted(change):
    """Returns the statements of the schema after a change."""
    old, new = CHANGES[change]
    return [statement.replace(old, new) if statement.startswith("CREATE TABLE club") else statement
            for statement in SCHEMA]


def rows(connection, sql):
    return connection.execute(sql).fetchall()


def fails(connection, sql):
    try:
        connection.execute(sql)
    except sqlite3.IntegrityError:
        return True
    return False


def inserted(connection, column, sql=INSERT):
    connection.execute(sql)
    return rows(connection, f"SELECT {column} FROM club ORDER BY id DESC")[0][0]


def references(connection, child, action):
    return [(table, column, on_delete) for _, _, table, column, _, _, on_delete, _ in rows(
        connection, f"PRAGMA foreign_key_list({child})")] == [("club", "club_id", action)]


def fires(connection):
    quiet = rows(connection, "SELECT * FROM audit") == []
    connection.execute("UPDATE club SET city = city WHERE id = 1")
    return quiet and rows(connection, "SELECT * FROM audit") == [(1,)]


def deferred(connection):
    # The parent is inserted after its child.
    connection.execute("INSERT INTO club (name, city, founded, league_id) VALUES ('New', 'Goole', 7, 5)")
    orphan = any(row[0] == "club" for row in rows(connection, "PRAGMA foreign_key_check"))
    connection.execute("INSERT INTO league VALUES (5, 'South')")
    return orphan


def searches(connection):
    connection.execute("INSERT INTO club_text (club_text, rank) VALUES ('integrity-check', 1)")
    return rows(connection, "SELECT c.id FROM club_text t JOIN club c ON c.id = t.rowid "
                            "WHERE club_text MATCH 'albion'") == [(2,)]


def index(connection, name, column):
    """Returns a column of PRAGMA index_xinfo for the first key of an index of club."""
    found = rows(connection, f"SELECT x.{column} FROM pragma_index_list('club') l, pragma_index_xinfo(l.name) x "
                             f"WHERE l.name = '{name}' AND x.seqno = 0")
    return found[0][0] if found else None


PROPERTIES = {
    "cascading child": lambda c: references(c, "player", "CASCADE")
    and rows(c, "SELECT * FROM player") == [(1, 1), (2, 1), (3, 2)],
    "set-null child": lambda c: references(c, "sponsor", "SET NULL")
    and rows(c, "SELECT * FROM sponsor") == [(1, 1), (2, 2)],
    "trigger": fires,
    "partial index": lambda c: rows(
        c, "SELECT partial FROM pragma_index_list('club') WHERE name = 'club_partial'") == [(1,)],
    "expression index": lambda c: index(c, "club_expression", "cid") == -2,
    "collation": lambda c: rows(c, "SELECT id FROM club WHERE name = 'ROVERS'") == [(1,)],
    "CHECK": lambda c: fails(c, INSERT.replace("name,", "members, name,").replace("'New',", "-1, 'New',")),
    "default expression": lambda c: inserted(c, "members") == 2,
    "sequence": lambda c: inserted(c, "id") == 91,
    "view": lambda c: rows(c, "SELECT * FROM club_list ORDER BY id") == [(1, "Rovers", 2), (2, "Albion", 2)],
    "generated column": lambda c: inserted(c, "label") == "New!" and rows(
        c, "SELECT hidden FROM pragma_table_xinfo('club') WHERE name = 'label'") == [(2,)],
    "comment": lambda c: "as printed" in rows(c, "SELECT sql FROM sqlite_schema WHERE name = 'club'")[0][0],
    "DESC index": lambda c: index(c, "club_descending", "desc") == 1,
    "DEFERRABLE key": deferred,
    "STRICT": lambda c: fails(c, INSERT.replace("name,", "members, name,").replace("'New',", "'many', 'New',")),
    "full-text index": searches,
}


def column(connection, name, field):
    return rows(connection, f"SELECT {field} FROM pragma_table_xinfo('club') WHERE name = '{name}'")


DONE = {
    "NOT NULL": lambda c: column(c, "city", '"notnull"') == [(1,)],
    "type": lambda c: column(c, "founded", "upper(type)") == [("INTEGER",)],
    "drop column": lambda c: column(c, "motto", "name") == [],
    "add CHECK": lambda c: fails(c, INSERT.replace("'New'", "''")),
    "rename column": lambda c: column(c, "phone", "name") == []
    and rows(c, "SELECT contact FROM club ORDER BY id") == [("11",), ("22",)],
}


def holds(path, test):
    """Returns whether a test holds. Its writes are rolled back."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # Only the deferred key is tested with foreign keys on.
        connection.execute(f"PRAGMA foreign_keys = {'ON' if test is deferred else 'OFF'}")
        connection.execute("BEGIN")
        return bool(test(connection))
    except sqlite3.Error:
        return False
    finally:
        connection.close()


def lost(path):
    """Returns how many child rows are deleted or no longer refer to their club."""
    connection = sqlite3.connect(path)
    try:
        return 5 - sum(rows(connection, f"SELECT count(club_id) FROM {child}")[0][0] for child in ("player", "sponsor"))
    finally:
        connection.close()
