"""Steps a folder of migrations with migtui over random rows and compares with a plain replay.

    replay.py MIGTUI FOLDER [--format NAME] [--order ORDER] [--seed N] [--work DIR] [--rows N]

1. migtui applies all migrations to an empty database. Python runs the unchanged files on another one, with
   foreign keys off. Schema and rows must be equal.
2. Another database is stepped halfway, and its tables are filled with random rows that its constraints
   accept. Then migtui steps to the end, and Python runs the rest on a copy of the file. Schema and rows must
   be equal, and the ledger must equal that of 1.

A migration that fails in both is not a difference. Prints a line with the result; exits with 1 on a
difference, and with 2 if the folder cannot be stepped from the start.
"""

import argparse
import json
import os
import random
import re
import shutil
import sqlite3
import string
import subprocess
import sys
import tempfile


class Difference(Exception):
    pass


class Untried(Exception):
    pass


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("migtui")
    parser.add_argument("folder")
    parser.add_argument("--format")
    parser.add_argument("--order")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--work")
    return parser.parse_args()


ARGS = arguments()
WORK = ARGS.work or tempfile.mkdtemp(prefix="replay-")
RANDOM = random.Random(ARGS.seed)


def migtui(command, database, *options):
    line = [ARGS.migtui, command, database, "--migrations", ARGS.folder, "--json", *options]
    for name in ("format", "order"):
        if getattr(ARGS, name):
            line += ["--" + name, getattr(ARGS, name)]
    found = subprocess.run(
        line, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        timeout=600)
    try:
        return found.returncode, json.loads(found.stdout), found.stderr
    except json.JSONDecodeError:
        return found.returncode, {}, found.stderr


def status(database):
    code, value, errors = migtui("status", database)
    if "migrations" not in value:
        raise Untried(errors.strip().split("\n")[0])
    return value


def new(name):
    path = os.path.join(WORK, name)
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    sqlite3.connect(path).close()
    return path


def step(database, *options):
    """Applies the next migration, or all, accepting losses; returns the reason of a failure, or None."""
    agreed = []
    for _ in range(2):
        code, value, errors = migtui("step", database, "--yes", "--no-backup", *options, *agreed)
        if code == 0:
            return None
        if code != 1:
            return errors.strip() or f"status {code}"
        phrases = re.findall(r'--agree "([^"]*)"', errors)
        agreed = [part for phrase in phrases for part in ("--agree", phrase)]
    return errors.strip()


# MARK: the plain replay

MARKS = {
    "goose": (r"^-- \+goose Up.*?$(.*?)(?:^-- \+goose Down|\Z)", re.S | re.M),
    "dbmate": (r"^--\s*migrate:up.*?$(.*?)(?:^--\s*migrate:down|\Z)", re.S | re.M),
}


def text(path, fmt):
    with open(path, encoding="utf-8-sig", newline="") as file:
        found = file.read()
    if fmt in MARKS:
        pattern, flags = MARKS[fmt]
        return "\n".join(re.findall(pattern, found, flags))
    if fmt == "d1":
        return re.sub(r"^\s*(BEGIN TRANSACTION|COMMIT)\s*;", "", found, flags=re.M | re.I)
    # Drizzle's breakpoint ends a statement without a semicolon.
    return found.replace("--> statement-breakpoint", ";--> statement-breakpoint")


# Ledgers that the migration files themselves change.
LEDGERS = {"maragudk": "CREATE TABLE IF NOT EXISTS migrations (version text not null)"}


def replay(database, migration, fmt):
    connection = sqlite3.connect(database, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = OFF")
        if fmt in LEDGERS:
            connection.execute(LEDGERS[fmt])
        script = text(migration["file"], fmt)
        first = re.search(r"^\s*(BEGIN|COMMIT|VACUUM|PRAGMA journal_mode)\b", script, re.M | re.I)
        # The file may end the transaction that its tool began.
        begins = first is None or first[1].upper() == "COMMIT"
        try:
            connection.executescript(("BEGIN;\n" if begins else "") + script)
            if connection.in_transaction:
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return str(error)
        return None
    finally:
        connection.close()


# MARK: comparison

def contents(database, ledgers):
    connection = sqlite3.connect(database)
    connection.text_factory = bytes
    schema = sorted(
        row for row in connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        if row[2].decode().lower() not in ledgers and row[2] != b"sqlite_sequence")
    rows = {}
    for kind, name, _, sql in schema:
        if kind != b"table":
            continue
        quoted = name.decode().replace('"', '""')
        try:
            names = [row[1].decode().replace('"', '""') for row in connection.execute(
                f'PRAGMA table_xinfo("{quoted}")')]
            columns = ", ".join(f'"{column}", typeof("{column}")' for column in names)
            rows[name] = sorted(
                connection.execute(f'SELECT {columns} FROM "{quoted}"').fetchall(), key=repr)
        except sqlite3.OperationalError as error:
            # A virtual table whose module is missing.
            rows[name] = str(error)
    connection.close()
    return schema, rows


VARYING = re.compile(
    r"applied_at|installed_on|executed_at|execution_time|run_on|tstamp|_at$|_on$|_utc$|^id$|applied_on"
    r"|installed_by|operator|hostname|username", re.I)


def ledger(database, tables):
    connection = sqlite3.connect(database)
    found = {"user_version": connection.execute("PRAGMA user_version").fetchone()[0]}
    for table in tables:
        columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
        kept = [column for column in columns if not VARYING.search(column)]
        if kept:
            names = ", ".join(f'"{column}"' for column in kept)
            found[table] = sorted(connection.execute(f'SELECT {names} FROM "{table}"').fetchall(), key=repr)
    connection.close()
    return found


def compare(ours, plain, ledgers, when):
    (schema, rows), (other_schema, other_rows) = contents(ours, ledgers), contents(plain, ledgers)
    if schema != other_schema:
        raise Difference(f"{when}, the schemas differ: {sorted(set(schema) ^ set(other_schema))[:4]}")
    for table in rows:
        if rows[table] != other_rows[table]:
            odd = [row for row in rows[table] if row not in other_rows[table]][:2]
            other = [row for row in other_rows[table] if row not in rows[table]][:2]
            if not is_clock(odd, other):
                raise Difference(f"{when}, the rows of {table.decode()} differ: {odd} against {other}")
    return sum(len(found) for found in rows.values() if not isinstance(found, str)), len(rows)


def is_clock(ours, plain):
    """Returns whether rows differ only in times or random numbers written by defaults or statements."""
    if len(ours) != len(plain):
        return False
    stamp = re.compile(rb"^\d{4}-\d\d-\d\d[ T]\d\d:\d\d|^\d{10,19}$|^[0-9a-fA-F-]{16,36}$")
    for one, other in zip(sorted(ours, key=repr), sorted(plain, key=repr)):
        for a, b in zip(one, other):
            if a == b:
                continue
            if isinstance(a, int) and isinstance(b, int) and (abs(a - b) < 10**9 or min(a, b) > 10**9):
                continue
            if not (isinstance(a, bytes) and isinstance(b, bytes) and stamp.match(a) and stamp.match(b)):
                return False
    return True


# MARK: random rows

def fill(database, ledgers, json_text):
    """Fills tables with rows that their constraints accept; returns the counts and the empty tables."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    names = [
        row[0] for row in connection.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
            "AND name NOT LIKE 'sqlite_%'") if row[0].lower() not in ledgers]
    made, pending = {}, list(names)
    # Children after parents if possible; repeated for cycles of nullable keys.
    for _ in range(3):
        for table in list(pending):
            parents = {row[2].lower() for row in connection.execute(f'PRAGMA foreign_key_list("{table}")')}
            waiting = {p.lower() for p in pending if p != table}
            if parents & waiting and _ < 2:
                continue
            made[table] = insert(connection, table, json_text)
            pending.remove(table)
    count = sum(
        connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in names)
    violations = connection.execute("PRAGMA foreign_key_check").fetchall()
    connection.close()
    if violations:
        raise Difference(f"the random rows are not valid: {violations[:3]}")
    return count, [table for table, rows in made.items() if rows == 0]


def insert(connection, table, json_text=False):
    columns = [
        row for row in connection.execute(f'PRAGMA table_xinfo("{table}")') if row[6] == 0]
    sql = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    # Literals in CHECK constraints are permitted values of the column.
    literals = [text.replace("''", "'") for text in re.findall(r"'((?:[^']|'')*)'", sql)]
    if not re.search(r"\bCHECK\b", sql, re.I):
        literals = []
    keys = {}
    for row in connection.execute(f'PRAGMA foreign_key_list("{table}")'):
        keys.setdefault(row[0], []).append((row[2], row[3], row[4]))
    made = 0
    for number in range(ARGS.rows * 4):
        if made >= ARGS.rows:
            break
        values = {row[1]: value(row, number, literals, json_text) for row in columns}
        for parts in keys.values():
            values.update(parent(connection, parts))
        names = ", ".join(f'"{name}"' for name in values)
        marks = ", ".join("?" for _ in values)
        try:
            connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', list(values.values()))
            made += 1
        except (sqlite3.Error, OverflowError):
            continue
    return made


def parent(connection, parts):
    table = parts[0][0]
    try:
        keys = [row[1] for row in sorted(
            connection.execute(f'PRAGMA table_info("{table}")'), key=lambda row: row[5]) if row[5]]
        columns = [to or keys[index] for index, (_, _, to) in enumerate(parts)]
        rows = connection.execute(
            f'SELECT {", ".join(chr(34) + c + chr(34) for c in columns)} FROM "{table}"').fetchall()
    except (sqlite3.Error, IndexError):
        rows = []
    if not rows:
        return {column: None for _, column, _ in parts}
    return dict(zip([column for _, column, _ in parts], RANDOM.choice(rows)))


def value(column, number, literals, json_text):
    _, name, kind, notnull, default, key, _ = column
    kind = (kind or "").upper()
    if key and "INT" in kind:
        return number + 1
    is_time = re.search(r"date|time|_at$|_on$", name, re.I)
    if not notnull and not key and not is_time and RANDOM.random() < 0.15:
        return None
    if json_text and not key and not kind.startswith("VAR") and kind in ("TEXT", "JSON", ""):
        return json.dumps(RANDOM.choice([{"n": number}, [str(number)], []]))
    if literals and "INT" not in kind and RANDOM.random() < 0.4 and not key:
        return RANDOM.choice(literals)
    if is_time and "INT" not in kind:
        return f"2024-{RANDOM.randint(1, 12):02}-{RANDOM.randint(1, 28):02}T10:{number % 60:02}:00Z"
    if "BOOL" in kind:
        return RANDOM.randint(0, 1)
    if "INT" in kind:
        return RANDOM.choice([0, 1, number, RANDOM.randint(-5, 10**6)])
    if any(word in kind for word in ("REAL", "FLOA", "DOUB", "NUMERIC", "DECIMAL")):
        return RANDOM.choice([number + 0.5, RANDOM.random() * 1000])
    if any(word in kind for word in ("DATE", "TIME")):
        return f"2024-{RANDOM.randint(1, 12):02}-{RANDOM.randint(1, 28):02} 10:{number % 60:02}:00"
    if "BLOB" in kind:
        return bytes(RANDOM.randrange(256) for _ in range(RANDOM.randint(0, 20)))
    if "JSON" in kind:
        return json.dumps({"n": number})
    letters = "".join(RANDOM.choice(string.ascii_letters + " 'é\"%_") for _ in range(RANDOM.randint(0, 24)))
    return f"{letters}{number}" if RANDOM.random() < 0.9 else json.dumps([number])


# MARK: the check

def names_of(status):
    name = status["ledger"]["name"]
    return [] if name.startswith("PRAGMA") else [name]


def over_rows(applied, order, fmt, ledgers, json_text, records, after):
    half = new("half.sqlite")
    for _ in applied[: len(applied) // 2]:
        failure = step(half)
        if failure:
            raise Difference(f"stepping halfway: {failure}")
    rows, empty = fill(half, ledgers, json_text)
    other = os.path.join(WORK, "half-plain.sqlite")
    shutil.copyfile(half, other)
    stop = None
    # Later migrations in the folder are not run here either.
    failure = step(half, "--all")
    done = {m["identifier"] for m in status(half)["migrations"] if m["state"] == "applied"}
    for identifier in applied[len(applied) // 2:]:
        theirs = replay(other, order[identifier], fmt)
        if (identifier in done) != (theirs is None):
            raise Difference(f"{identifier} over rows: migtui {failure!r}, plainly {theirs!r}")
        if theirs:
            stop = f"{identifier} fails over these rows in both ({theirs})".replace("\n", " ")
            break
    total, tables = compare(half, other, ledgers, "over rows")
    if not stop and ledger(half, names_of(after)) != records:
        raise Difference("the ledgers differ")
    return rows, empty, total, tables, stop


def main():
    whole, plain = new("whole.sqlite"), new("plain.sqlite")
    first = status(whole)
    fmt = first["source"]["format"]
    migrations = [m for m in first["migrations"] if m["file"] and m["state"] in ("pending", "outOfOrder")]
    if first["next"] is None:
        reason = (first.get("obstacle") or {}).get("message") or "nothing is pending"
        raise Untried(f"{fmt}: {reason}")
    order = {m["identifier"]: m for m in migrations}
    applied, end = [], None
    failure = step(whole, "--all")
    done = {m["identifier"] for m in status(whole)["migrations"] if m["state"] == "applied"}
    for identifier in order:
        # Migrations that the tool itself would skip are ignored.
        if identifier not in done:
            if failure and identifier in failure:
                theirs = replay(plain, order[identifier], fmt)
                if theirs is None:
                    raise Difference(f"{identifier} on an empty database fails with migtui alone: {failure}")
                end = f"{identifier} fails on an empty database in both: {theirs}"
            break
        theirs = replay(plain, order[identifier], fmt)
        if theirs:
            raise Difference(f"{identifier} on an empty database fails plainly alone: {theirs}")
        applied.append(identifier)
    if failure and not end:
        end = failure.split("\n")[0].removeprefix("migtui: ")
    after = status(whole)
    ledgers = {after["ledger"]["name"].lower()} | {
        "_yoyo_log", "_yoyo_version", "yoyo_lock"} | ({"grdb_migrations"})
    if not applied:
        raise Untried(f"{fmt}: {end}")
    compare(whole, plain, ledgers, "on an empty database")

    # If a migration fails in both with arbitrary text, tries again with JSON.
    for json_text in (False, True):
        rows, empty, total, tables, stop = over_rows(
            applied, order, fmt, ledgers, json_text, ledger(whole, names_of(after)), after)
        if not stop:
            break
    words = [
        f"{fmt}: {len(applied)} of {len(migrations)} stepped", f"{tables} tables",
        f"{rows} rows at the half", f"{total} at the end", "equal"]
    if empty:
        words.append(f"{len(empty)} tables stayed empty")
    words += [f"stopped: {reason}" for reason in (end, stop) if reason]
    print("; ".join(words))


try:
    main()
    code = 0
except Difference as difference:
    print(f"DIFFERENCE: {difference}")
    code = 1
except Untried as reason:
    print(f"not stepped: {reason}")
    code = 2
if not ARGS.work:
    shutil.rmtree(WORK, ignore_errors=True)
sys.exit(code)
