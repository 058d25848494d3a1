"""Makes one change with one tool, as the documentation of the tool describes.

    change.py TOOL CHANGE on|off DATABASE [--helped]

Creates the tables through the tool if it has migrations, inserts the rows, and makes the change on a connection
with foreign keys on or off. With --helped, what makes the tool fail is dropped before the change and created
after it, as a user would do by hand. The current folder is the scratch folder of this run.
"""

import os
import sqlite3
import subprocess
import sys

import case

TOOL, CHANGE, KEYS, DATABASE = sys.argv[1:5]
HELPED = "--helped" in sys.argv
NAME = list(case.CHANGES).index(CHANGE)
PRAGMA = f"PRAGMA foreign_keys = {KEYS.upper()}"


def run_sql(sql, pragma=PRAGMA):
    connection = sqlite3.connect(DATABASE, isolation_level=None)
    try:
        connection.execute(pragma)
        connection.executescript(sql)
    finally:
        connection.close()


def write(path, text):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def insert_rows():
    """Inserts the rows, and drops what the tool fails on if it is helped."""
    run_sql(case.ROWS)
    if HELPED:
        run_sql(";\n".join(drop for drop, _ in case.OBSTACLES[TOOL]))


def filled():
    run_sql(";\n".join(case.SCHEMA) + ";")
    insert_rows()


def alembic():
    """Batch mode in a project. What it cannot read from the table is declared, as its documentation advises."""
    operation = [
        "batch.alter_column('city', nullable=False)",
        "batch.alter_column('founded', type_=sa.Integer())",
        "batch.drop_column('motto')",
        "batch.create_check_constraint('club_name', 'length(name) > 0')",
        "batch.alter_column('phone', new_column_name='contact')"][NAME]
    write("project/env.py", f"""
from alembic import context
from sqlalchemy import create_engine, event
engine = create_engine("sqlite:///{DATABASE}")
@event.listens_for(engine, "connect")
def keys(connection, record):
    connection.execute("{PRAGMA}")
with engine.connect() as connection:
    context.configure(connection=connection, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
""")
    header = "import sqlalchemy as sa\nfrom alembic import op\nrevision, down_revision = {0!r}, {1!r}\n"
    write("project/versions/a.py", header.format("a", None) + "def upgrade():\n" + "".join(
        f"    op.execute({statement!r})\n" for statement in case.SCHEMA))
    write("project/versions/b.py", header.format("b", "a") + f"""
def upgrade():
    checks = [sa.CheckConstraint("members >= 0", name="club_members")]
    columns = [sa.Column("name", sa.Text(collation="NOCASE"), nullable=False)]
    with op.batch_alter_table("club", table_args=checks, reflect_args=columns) as batch:
        {operation}
""")
    from alembic import command, config
    project = config.Config()
    project.set_main_option("script_location", "project")
    command.upgrade(project, "a")
    insert_rows()
    command.upgrade(project, "b")


def django():
    """A project whose first migration is RunSQL, with a model that declares all that models can declare."""
    operation = [
        "m.AlterField('club', 'city', models.CharField(max_length=20))",
        "m.AlterField('club', 'founded', models.IntegerField(null=True))",
        "m.RemoveField('club', 'motto')",
        "m.AddConstraint('club', models.CheckConstraint(condition=models.Q(name__length__gt=0), name='club_name'))",
        "m.RenameField('club', 'phone', 'contact')"][NAME]
    write("settings.py", f"""
SECRET_KEY = "-"
INSTALLED_APPS = ["clubs"]
DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": {DATABASE!r},
                         "OPTIONS": {{"init_command": "{PRAGMA}"}}}}}}
""")
    write("clubs/__init__.py", "")
    write("clubs/migrations/__init__.py", "")
    header = ("from django.db import migrations as m, models\n"
              "from django.db.models.functions import Concat, Length, Lower\n")
    write("clubs/migrations/0001_first.py", header + f"""
text = dict(max_length=20, null=True)
league = models.ForeignKey("League", models.DO_NOTHING, null=True, db_index=False)
CLUB = [
    ("id", models.AutoField(primary_key=True)),
    ("name", models.CharField(max_length=20, db_collation="NOCASE")),
    ("city", models.CharField(**text)), ("founded", models.CharField(**text)),
    ("motto", models.CharField(**text)), ("phone", models.CharField(**text)),
    ("members", models.IntegerField(null=True, db_default=models.Value(1) + models.Value(1))),
    ("league", league),
    ("label", models.GeneratedField(expression=Concat("name", models.Value("!")),
                                    output_field=models.CharField(max_length=21), db_persist=False)),
]
OPTIONS = dict(
    db_table="club",
    constraints=[models.CheckConstraint(condition=models.Q(members__gte=0), name="club_members")],
    indexes=[models.Index(fields=["city"], condition=models.Q(city__isnull=False), name="club_partial"),
             models.Index(Lower("name"), name="club_expression"),
             models.Index(fields=["-members"], name="club_descending")])
def child(name, rule):
    fields = [("id", models.AutoField(primary_key=True)), ("club", models.ForeignKey("Club", rule, null=True))]
    return m.CreateModel(name, fields, dict(db_table=name.lower()))
class Migration(m.Migration):
    operations = [m.RunSQL({case.SCHEMA!r}, state_operations=[
        m.CreateModel("League", [("id", models.AutoField(primary_key=True)), ("title", models.TextField(null=True))],
                      dict(db_table="league")),
        m.CreateModel("Club", CLUB, OPTIONS),
        child("Player", models.CASCADE), child("Sponsor", models.SET_NULL)])]
""")
    write("clubs/migrations/0002_change.py", header + f"""
models.CharField.register_lookup(Length)
class Migration(m.Migration):
    dependencies = [("clubs", "0001_first")]
    operations = [{operation}]
""")
    os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
    sys.path.insert(0, os.getcwd())
    import django as package
    from django.core.management import call_command
    package.setup()
    call_command("migrate", "clubs", "0001", verbosity=0)
    insert_rows()
    call_command("migrate", "clubs", "0002", verbosity=0)


def sqlite_utils():
    from sqlite_utils import Database
    filled()
    database = Database(DATABASE)
    database.conn.execute(PRAGMA)
    if CHANGE == "add CHECK":
        raise NotImplementedError("transform() has no CHECK")
    database["club"].transform(**[
        {"not_null": {"city"}}, {"types": {"founded": int}}, {"drop": {"motto"}}, {},
        {"rename": {"phone": "contact"}}][NAME])
    database.conn.commit()


def peewee():
    import peewee as package
    from playhouse import migrate
    filled()
    database = package.SqliteDatabase(DATABASE, pragmas={"foreign_keys": int(KEYS == "on")})
    migrator = migrate.SqliteMigrator(database)
    with database.atomic():
        migrate.migrate([
            lambda: migrator.add_not_null("club", "city"),
            lambda: migrator.alter_column_type("club", "founded", package.IntegerField(null=True)),
            lambda: migrator.drop_column("club", "motto"),
            lambda: migrator.add_constraint("club", "club_name", package.Check("length(name) > 0")),
            lambda: migrator.rename_column("club", "phone", "contact")][NAME]())


def migtui():
    """Writes the next migration, and runs its file in one transaction, as most tools do."""
    write("migrations/001_first.sql", ";\n".join(case.SCHEMA) + ";\n")
    write("wanted.sql", ";\n".join(case.wanted(CHANGE)) + ";\n")
    options = [["--fill", "club.city='?'"], [], [], [], ["--rename", "club.phone=contact"]][NAME]
    written = subprocess.run(
        [os.environ["MIGTUI"], "new", "second", "--migrations", "migrations", "--to", "wanted.sql", *options],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if written.returncode:
        sys.exit(f"exit status {written.returncode}: {written.stderr.strip()}")
    filled()
    with open("migrations/002_second.sql") as file:
        run_sql("BEGIN;\n" + file.read() + "COMMIT;")


if __name__ == "__main__":
    {"Alembic": alembic, "Django": django, "sqlite-utils": sqlite_utils, "peewee": peewee, "migtui": migtui}[TOOL]()
    if HELPED:
        run_sql(";\n".join(create for _, create in case.OBSTACLES[TOOL]))
