"""Checks that migration tools and migtui agree on ledgers that either of them wrote.

    agree.py MIGTUI SCRATCH [TOOL...]

Tries all tools, or those named. Prints a Markdown table with a row per tool, and exits with 1 if a tool
does not agree. Tools that are not installed are skipped with a message. `make tools` installs them and
runs this script.
"""

import datetime
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

MIGTUI, SCRATCH = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
BIN = os.path.dirname(sys.executable)
# Each migration creates or fills a table, so that schema, rows and ledger can be compared.
SQL = [
    "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n"
    "INSERT INTO club VALUES (1, 'Rovers'), (2, 'O''Brien''s');\n",
    "CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club (id), name TEXT);\n"
    "INSERT INTO player SELECT id * 10, id, name || ' keeper' FROM club;\n",
    "CREATE TABLE club_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, founded INTEGER);\n"
    "INSERT INTO club_new (id, name) SELECT id, name FROM club;\n"
    "DROP TABLE club;\nALTER TABLE club_new RENAME TO club;\n",
    "CREATE TRIGGER club_gone AFTER DELETE ON club BEGIN\n"
    "  DELETE FROM player WHERE club = old.id;\n  DELETE FROM player WHERE club IS NULL;\nEND;\n",
]
# The same for tools that enforce foreign keys, and cannot re-create a referenced table.
KEEPING = SQL[:2] + [
    "ALTER TABLE club ADD COLUMN founded INTEGER;\nUPDATE club SET founded = 1900 + id;\n"] + SQL[3:]
SLUGS = ["clubs", "players", "club_anew", "trigger"]


class Disagreement(Exception):
    pass


def run(*command, folder=None, status=0, **environment):
    found = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, text=True, timeout=120,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if status is not None and found.returncode != status:
        raise Disagreement(f"{' '.join(command)} ended with {found.returncode}:\n{found.stdout[:1500]}")
    return found.stdout


def migtui(command, database, folder, *options, status=0):
    return run(MIGTUI, command, database, "--migrations", folder, *options, status=status)


def states(database, folder, fmt):
    """Returns the states that migtui shows, after checking that this changes no byte."""
    with open(database, "rb") as file:
        before = file.read()
    read = json.loads(
        run(MIGTUI, "status", database, "--migrations", folder, "--json", status=None))
    with open(database, "rb") as file:
        expect(before, file.read(), "looking changed the file")
    expect(fmt, read["source"]["format"], "the format")
    return [migration["state"] for migration in read["migrations"]]


def expect(wanted, found, what):
    if wanted != found:
        raise Disagreement(f"{what}: wanted {wanted!r}, found {found!r}")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def contents(database, *varying):
    """Returns schema and rows, except the columns that vary between runs."""
    connection = sqlite3.connect(database)
    schema = sorted(
        row for row in connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    rows = {}
    for kind, name, _ in schema:
        if kind != "table":
            continue
        columns = [
            row[1] for row in connection.execute(f'PRAGMA table_info("{name}")') if row[1] not in varying]
        names = ", ".join(f'"{column}", typeof("{column}")' for column in columns)
        rows[name] = connection.execute(f'SELECT {names} FROM "{name}" ORDER BY 1').fetchall()
    connection.close()
    # Ignores white space and quotes in CREATE statements.
    squeezed = [(k, n, re.sub(r'[\s"`]+|main\.|IF NOT EXISTS', "", s, flags=re.I)) for k, n, s in schema]
    return squeezed, rows


class Stepped:
    """A tool whose SQL migtui runs: each continues the other's work, compared with only the tool."""

    varying = ()
    sql = SQL

    def check(self, folder):
        migrations = os.path.join(folder, "migrations")
        made = {name: os.path.join(folder, name + ".sqlite") for name in ("tool", "half", "ours")}
        for path in made.values():
            sqlite3.connect(path).close()
        for number in range(2):
            self.write(migrations, number)
        for name in ("tool", "half"):
            self.apply(folder, made[name])
        for number in range(2, 4):
            self.write(migrations, number)
        self.apply(folder, made["tool"])
        expect(["applied"] * 4, states(made["tool"], migrations, self.format), "made by the tool")
        expect(
            ["applied"] * 2 + ["pending"] * 2, states(made["half"], migrations, self.format),
            "half made by the tool")
        expect(2, len(self.pending(folder, made["half"])), "pending to the tool before")
        for name, options in (("half", []), ("ours", ["--format", self.format])):
            migtui("step", made[name], migrations, "--all", "--yes", "--no-backup", *options)
            expect([], self.pending(folder, made[name]), f"pending to the tool in {name}")
            before = contents(made[name])
            self.apply(folder, made[name])
            expect(before, contents(made[name]), f"what the tool does to {name}")
            expect(
                contents(made["tool"], *self.varying), contents(made[name], *self.varying),
                f"{name} beside the tool's own")
        # The tool continues from our ledger, and the result must be correct.
        self.write(migrations, 4, "CREATE TABLE last (id INTEGER);\n", "last")
        self.apply(folder, made["ours"])
        expect(["applied"] * 5, states(made["ours"], migrations, self.format), "continued by the tool")
        return "read, stepped, agreed, continued"


class Dbmate(Stepped):
    name, format = "dbmate", "dbmate"

    def version(self):
        return run(self.program(), "--version").split()[-1]

    def program(self):
        return find("dbmate")

    def write(self, folder, number, sql=None, slug=None):
        write(
            f"{folder}/2024010{number + 1}000000_{slug or SLUGS[number]}.sql",
            f"-- migrate:up\n{sql or self.sql[number]}\n-- migrate:down\n")

    def call(self, folder, database, *command):
        return run(
            self.program(), "--url", f"sqlite:{database}", "--migrations-dir", f"{folder}/migrations",
            "--no-dump-schema", *command)

    def apply(self, folder, database):
        self.call(folder, database, "migrate")

    def pending(self, folder, database):
        return re.findall(r"^\[ \] (\S+)", self.call(folder, database, "status"), re.M)


class Yoyo(Stepped):
    name, format = "yoyo", "yoyo"
    varying = (
        "applied_at_utc", "created_at_utc", "installed_at_utc", "id", "ctime", "pid", "username",
        "hostname")

    def version(self):
        return package("yoyo-migrations")

    def write(self, folder, number, sql=None, slug=None):
        slugs = SLUGS + ["last"]
        before = f"-- depends: {number:04}_{slugs[number - 1]}\n" if number else "-- depends:\n"
        write(f"{folder}/{number + 1:04}_{slug or SLUGS[number]}.sql", before + (sql or self.sql[number]))

    def call(self, folder, database, *command):
        return run(
            find("yoyo"), command[0], "--batch", "--no-config-file", "--database",
            f"sqlite:///{database}", *command[1:], f"{folder}/migrations")

    def apply(self, folder, database):
        self.call(folder, database, "apply")

    def pending(self, folder, database):
        return re.findall(r"^\s*U\s+(\S+)", self.call(folder, database, "list"), re.M)


class Enforcing(Stepped):
    """A tool whose connections enforce foreign keys."""

    sql = KEEPING

    def check(self, folder):
        # migtui must foresee that the tool cannot re-create a referenced table.
        refused = os.path.join(folder, "refused")
        database = os.path.join(refused, "app.sqlite")
        os.makedirs(refused)
        sqlite3.connect(database).close()
        for number in range(2):
            self.write(f"{refused}/migrations", number)
        self.apply(refused, database)
        self.write(f"{refused}/migrations", 2, SQL[2])
        foreseen = migtui("dry-run", database, f"{refused}/migrations")
        expect(True, "FOREIGN KEY constraint failed" in foreseen, "the warning of the dry run")
        before = contents(database)
        try:
            self.apply(refused, database)
        except Disagreement:
            expect(before, contents(database), "what the tool leaves of a refused migration")
        else:
            raise Disagreement("the tool re-creates a referenced table")
        return super().check(folder) + "; foreign keys: as foreseen"


class Sqlx(Enforcing):
    name, format = "sqlx", "sqlx"
    varying = ("installed_on", "execution_time")

    def version(self):
        return run(find("sqlx"), "--version").split()[-1]

    def write(self, folder, number, sql=None, slug=None):
        write(f"{folder}/2024010{number + 1}000000_{slug or SLUGS[number]}.sql", sql or self.sql[number])

    def call(self, folder, database, *command):
        return run(
            find("sqlx"), "migrate", *command, "--no-dotenv", "--source", f"{folder}/migrations",
            "--database-url", f"sqlite:{database}")

    def apply(self, folder, database):
        self.call(folder, database, "run")

    def pending(self, folder, database):
        return re.findall(r"^(\d+)/pending", self.call(folder, database, "info"), re.M)


class Diesel(Enforcing):
    """The library behind `diesel migration run`, in a program of Tests/Tools/diesel."""

    name, format = "diesel", "diesel"
    varying = ("run_on",)
    program = os.environ.get("DIESEL_STEPS", "")

    def version(self):
        return run(self.program, "version").strip() if os.path.exists(self.program) else None

    def write(self, folder, number, sql=None, slug=None):
        write(
            f"{folder}/2024-01-0{number + 1}-000000_{slug or SLUGS[number]}/up.sql",
            sql or self.sql[number])
        write(f"{folder}/../Cargo.toml", '[dependencies]\nlibsqlite3-sys = { features = ["bundled"] }\n')

    def apply(self, folder, database):
        run(self.program, "run", database, f"{folder}/migrations")

    def pending(self, folder, database):
        return run(self.program, "pending", database, f"{folder}/migrations").split()


class Shown:
    """A tool whose migrations are code: the tool applies them, and migtui shows their states."""

    file = "app.sqlite"

    def check(self, folder):
        database = os.path.join(folder, self.file)
        for number in range(3):
            self.write(folder, number)
        self.apply(folder, database, 2)
        place = os.path.join(folder, self.place)
        expect(
            ["applied"] * 2 + ["code"], [s for s in states(database, place, self.format) if s != "unregistered"],
            "two of three")
        run(MIGTUI, "step", database, "--migrations", place, "--yes", status=4)
        self.apply(folder, database, 3)
        expect(
            ["applied"] * 3, [s for s in states(database, place, self.format) if s != "unregistered"],
            "all")
        return "read"


class Django(Shown):
    name, format, place = "Django", "django", "league/migrations"

    def version(self):
        return package("django")

    def write(self, folder, number):
        write(f"{folder}/league/__init__.py", "")
        write(f"{folder}/league/migrations/__init__.py", "")
        write(
            f"{folder}/settings.py",
            f"SECRET_KEY = 'x'\nINSTALLED_APPS = ['django.contrib.contenttypes', 'league']\n"
            f"DATABASES = {{'default': {{'ENGINE': 'django.db.backends.sqlite3', "
            f"'NAME': '{folder}/app.sqlite'}}}}\n")
        before = f"('league', '{number:04}_{SLUGS[number - 1]}')" if number else ""
        write(
            f"{folder}/league/migrations/{number + 1:04}_{SLUGS[number]}.py",
            "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
            f"    dependencies = [{before}]\n    operations = [migrations.RunSQL({SQL[number]!r})]\n")

    def apply(self, folder, database, count):
        run(
            sys.executable, "-m", "django", "migrate", "--verbosity", "0", folder=folder,
            DJANGO_SETTINGS_MODULE="settings", PYTHONPATH=folder) if count == 3 else run(
            sys.executable, "-m", "django", "migrate", "--verbosity", "0", "league",
            f"{count:04}_{SLUGS[count - 1]}", folder=folder, DJANGO_SETTINGS_MODULE="settings",
            PYTHONPATH=folder)


class Alembic(Shown):
    name, format, place = "Alembic", "alembic", "alembic/versions"

    def version(self):
        return package("alembic")

    def write(self, folder, number):
        write(
            f"{folder}/alembic.ini",
            f"[alembic]\nscript_location = {folder}/alembic\nsqlalchemy.url = sqlite:///{folder}/app.sqlite\n")
        write(
            f"{folder}/alembic/env.py",
            "from alembic import context\nfrom sqlalchemy import create_engine\n"
            "url = context.config.get_main_option('sqlalchemy.url')\n"
            "with create_engine(url).connect() as connection:\n"
            "    context.configure(connection=connection)\n"
            "    with context.begin_transaction():\n        context.run_migrations()\n"
            "    connection.commit()\n")
        before = repr(f"a{number}") if number else None
        lines = "".join(f"    op.execute({s!r})\n" for s in SQL[number].split(";\n") if s.strip())
        write(
            f"{folder}/alembic/versions/a{number + 1}_{SLUGS[number]}.py",
            f"from alembic import op\n\nrevision = 'a{number + 1}'\ndown_revision = {before}\n\n\n"
            f"def upgrade():\n{lines}\n\ndef downgrade():\n    pass\n")

    def apply(self, folder, database, count):
        run(find("alembic"), "upgrade", f"a{count}", folder=folder)
        expect(True, f"a{count}" in run(find("alembic"), "current", folder=folder), "alembic current")


class PeeweeMigrate(Shown):
    name, format, place = "peewee-migrate", "peewee-migrate", "migrations"

    def version(self):
        return package("peewee-migrate")

    def write(self, folder, number):
        lines = "".join(f"    migrator.sql({s!r})\n" for s in SQL[number].split(";\n") if s.strip())
        write(
            f"{folder}/migrations/{number + 1:03}_{SLUGS[number]}.py",
            f"def migrate(migrator, database, **kwargs):\n{lines}\n\n"
            "def rollback(migrator, database, **kwargs):\n    pass\n")

    def apply(self, folder, database, count):
        run(
            sys.executable, "-c",
            "import sys, peewee, peewee_migrate\n"
            "router = peewee_migrate.Router(peewee.SqliteDatabase(sys.argv[1]), migrate_dir=sys.argv[2])\n"
            "router.run(sys.argv[3])\n", database, f"{folder}/migrations", f"{count:03}_{SLUGS[count - 1]}")


class SQLiteUtils(Shown):
    name, format, place = "sqlite-utils", "sqlite-utils", "."
    head = "from sqlite_utils import Migrations\n"

    def version(self):
        return package("sqlite-utils")

    def write(self, folder, number):
        path = f"{folder}/migrations.py"
        text = open(path).read() if number else f"{self.head}\nleague = Migrations('league')\n"
        write(
            path, text + f"\n\n@league()\ndef {SLUGS[number]}(db):\n    db.executescript({SQL[number]!r})\n")

    def apply(self, folder, database, count):
        stop = ["--stop-before", f"league:{SLUGS[count]}"] if count < 3 else []
        run(find("sqlite-utils"), "migrate", database, f"{folder}/migrations.py", *stop)


class SQLiteMigrate(SQLiteUtils):
    name = "sqlite-migrate"
    head = "from sqlite_migrate import Migrations\n"

    def version(self):
        return package("sqlite-migrate")

    def apply(self, folder, database, count):
        stop = f"stop_before={SLUGS[count]!r}" if count < 3 else ""
        run(
            sys.executable, "-c",
            "import sqlite_utils, runpy\n"
            f"names = runpy.run_path({folder + '/migrations.py'!r})\n"
            f"names['league'].apply(sqlite_utils.Database({database!r}), {stop})\n")


class ActiveRecord(Shown):
    name, format, place = "ActiveRecord (Rails)", "rails", "db/migrate"

    def version(self):
        if not shutil.which("ruby"):
            return None
        found = run(
            "ruby", "-e", "require 'active_record'; require 'sqlite3'; print ActiveRecord.version",
            status=None)
        return found if re.fullmatch(r"[\d.]+", found) else None

    def write(self, folder, number):
        name = SLUGS[number].title().replace("_", "")
        lines = "".join(f"    execute {json.dumps(s)}\n" for s in KEEPING[number].split(";\n") if s.strip())
        write(
            f"{folder}/db/migrate/2024010{number + 1}000000_{SLUGS[number]}.rb",
            f"class {name} < ActiveRecord::Migration[6.1]\n  def up\n{lines}  end\nend\n")

    def apply(self, folder, database, count):
        run(
            "ruby", "-e",
            "require 'active_record'\nActiveRecord::Migration.verbose = false\n"
            "ActiveRecord::Base.establish_connection(adapter: 'sqlite3', database: ARGV[0])\n"
            "ActiveRecord::MigrationContext.new(ARGV[1], ActiveRecord::SchemaMigration).up(ARGV[2].to_i)\n",
            database, f"{folder}/db/migrate", f"2024010{count}000000")


class PocketBase(Shown):
    name, format, place, file = "PocketBase", "pocketbase", "pb_migrations", "pb_data/data.db"

    def version(self):
        return run(find("pocketbase"), "--version").split()[-1]

    def path(self, folder, number):
        return f"{folder}/pb_migrations/170406720{number}_{SLUGS[number]}.js"

    def write(self, folder, number):
        lines = "".join(
            f"  app.db().newQuery({json.dumps(s)}).execute();\n"
            for s in KEEPING[number].split(";\n") if s.strip())
        write(self.path(folder, number), f"migrate((app) => {{\n{lines}}}, (app) => {{}});\n")

    def apply(self, folder, database, count):
        # PocketBase always applies all files.
        later = [self.path(folder, number) for number in range(count, 3)]
        for path in later:
            os.rename(path, path + ".later")
        run(
            find("pocketbase"), "migrate", "up", "--dir", f"{folder}/pb_data", "--migrationsDir",
            f"{folder}/pb_migrations", folder=folder)
        for path in later:
            os.rename(path + ".later", path)


class Laravel(Shown):
    name, format, place = "Laravel", "laravel", "database/migrations"
    # Laravel's components without an application, as `php artisan migrate --step` uses them.
    script = r"""
foreach (['Support', 'Container', 'Events', 'Filesystem', 'Database'] as $part) {
  require_once "Illuminate/$part/autoload.php";
}
$container = new Illuminate\Container\Container;
$manager = new Illuminate\Database\Capsule\Manager($container);
$manager->addConnection(['driver' => 'sqlite', 'database' => $argv[1]]);
$databases = $manager->getDatabaseManager();
$container->instance('db', $databases);
Illuminate\Support\Facades\Facade::setFacadeApplication($container);
$repository = new Illuminate\Database\Migrations\DatabaseMigrationRepository($databases, 'migrations');
if (!$repository->repositoryExists()) $repository->createRepository();
$migrator = new Illuminate\Database\Migrations\Migrator(
  $repository, $databases, new Illuminate\Filesystem\Filesystem);
$migrator->run(array_slice($argv, 2), ['step' => true]);
"""

    def version(self):
        if not shutil.which("php"):
            return None
        found = run("dpkg-query", "-W", "-f", "${Version}", "php-illuminate-database", status=None)
        return found.split("+")[0] if found[:1].isdigit() else None

    def write(self, folder, number):
        write(
            f"{folder}/database/migrations/2024_01_0{number + 1}_000000_{SLUGS[number]}.php",
            "<?php\nuse Illuminate\\Database\\Migrations\\Migration;\nuse Illuminate\\Support\\Facades\\DB;\n"
            "return new class extends Migration {\n"
            f"  public function up() {{ DB::unprepared({json.dumps(SQL[number])}); }}\n}};\n")

    def apply(self, folder, database, count):
        sqlite3.connect(database).close()
        files = sorted(glob.glob(f"{folder}/database/migrations/*.php"))
        run("php", "-r", self.script, database, *files[:count])


def find(program):
    path = os.path.join(BIN, program)
    return path if os.path.exists(path) else shutil.which(program)


def package(name):
    import importlib.metadata
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def main():
    failed = False
    print(f"migtui {run(MIGTUI, '--version').strip()}, {datetime.date.today()}, "
          f"SQLite {sqlite3.sqlite_version}\n")
    print("| tool | version | |\n|---|---|---|")
    for tool in [
        Dbmate(), Yoyo(), Sqlx(), Diesel(), Django(), Alembic(), ActiveRecord(), Laravel(), PocketBase(),
        PeeweeMigrate(), SQLiteUtils(), SQLiteMigrate(),
    ]:
        if sys.argv[3:] and tool.name not in sys.argv[3:]:
            continue
        try:
            version = tool.version()
        except Exception:
            version = None
        if not version:
            print(f"| {tool.name} | | not installed, untried |")
            continue
        folder = os.path.join(SCRATCH, re.sub(r"\W+", "-", tool.name))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        try:
            result = tool.check(folder)
        except (Disagreement, subprocess.TimeoutExpired) as error:
            failed = True
            result = "DISAGREES"
            print(f"{tool.name}: {error}", file=sys.stderr)
        print(f"| {tool.name} | {version} | {result} |")
    sys.exit(failed)


main()
