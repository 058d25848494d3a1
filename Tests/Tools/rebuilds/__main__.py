"""Compares how tools keep what belongs to a table that they change.

    rebuilds MIGTUI SCRATCH

Makes each change of case.py with each tool, with foreign keys off and on. Prints the properties that remain, of
sixteen, and the child rows that are lost. "fails" is a change that ends with an error, "-" a change that the tool
cannot express, "helped" a second run without what the tool fails on. Exits with 1 if a change written
by migtui fails or loses a property or row.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from importlib import metadata

sys.dont_write_bytecode = True
import case  # noqa: E402

MIGTUI, SCRATCH = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TOOLS = {"migtui": None, "Alembic": "alembic", "Django": "django", "sqlite-utils": "sqlite-utils", "peewee": "peewee"}
CHANGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "change.py")


class Cell:
    """One change by one tool: an error, the properties that are gone, and the number of lost child rows."""

    def __init__(self, tool, change, keys, *options):
        folder = os.path.join(SCRATCH, " ".join([tool, change, keys, *options]))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        database = os.path.join(folder, "club.sqlite")
        run = subprocess.run(
            [sys.executable, "-B", CHANGE, tool, change, keys, database, *options], cwd=folder, text=True, timeout=300,
            env={**os.environ, "MIGTUI": MIGTUI}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.error = None
        if run.returncode:
            lines = [line for line in run.stderr.splitlines() if "Error" in line and not line.startswith(" ")]
            self.error = (lines or [f"exit status {run.returncode}"])[-1][:160]
        elif not case.holds(database, case.DONE[change]):
            self.error = "reports success, but the change is not made"
        self.absent = "NotImplementedError" in (self.error or "")
        exists = os.path.exists(database)
        self.gone = [name for name, test in case.PROPERTIES.items() if not (exists and case.holds(database, test))]
        self.lost = case.lost(database) if exists else 0
        # What the tool does after a user removes what it fails on.
        self.helped = None
        if self.error and not self.absent and not options and tool in case.OBSTACLES:
            self.helped = Cell(tool, change, keys, "--helped")

    @property
    def text(self):
        if self.absent:
            return "-"
        rows = f", {self.lost} rows lost" if self.lost else ""
        text = f"{'fails, ' if self.error else ''}{len(case.PROPERTIES) - len(self.gone)}{rows}"
        return f"{text}; helped: {self.helped.text}" if self.helped else text


def version(tool):
    if TOOLS[tool]:
        return metadata.version(TOOLS[tool])
    return subprocess.run([MIGTUI, "--version"], text=True, stdout=subprocess.PIPE).stdout.split()[-1]


cells = {tool: {(change, keys): Cell(tool, change, keys) for change in case.CHANGES for keys in ("off", "on")}
         for tool in TOOLS}
print(f"SQLite {sqlite3.sqlite_version}, "
      + ", ".join(f"{tool} {version(tool)}" for tool in TOOLS) + "\n")
print("| change | keys | " + " | ".join(TOOLS) + " |\n|---|---|" + "---|" * len(TOOLS))
for key in cells["migtui"]:
    print("| " + " | ".join([*key, *(cells[tool][key].text for tool in TOOLS)]) + " |")
print()
for tool, found in cells.items():
    helped = {(*key, "helped"): cell.helped for key, cell in found.items() if cell.helped}
    for reason in sorted({cell.error for cell in [*found.values(), *helped.values()] if cell.error}):
        where = [" ".join(key) for key, cell in (found | helped).items() if cell.error == reason]
        print(f"{tool}: {'all' if len(where) == len(found) else ', '.join(where)}: {reason}")
    made = [cell for cell in [*found.values(), *helped.values()] if not cell.error]
    gone = {name: sum(name in cell.gone for cell in made) for name in case.PROPERTIES}
    if any(gone.values()):
        print(f"{tool}: lost in how many of {len(made)} changes: "
              + ", ".join(f"{name} {count}" for name, count in gone.items() if count))
sys.exit(any(cell.error or cell.gone or cell.lost for cell in cells["migtui"].values()))
