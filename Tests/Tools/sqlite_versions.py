"""Checks in which SQLite versions the features of features.tsv work.

    sqlite_versions.py SCRATCH

Installs wheels of pysqlite3-binary and apsw, which contain old builds of SQLite, for each Python that is
available. Prints a Markdown table, and exits with 1 if a feature works in an older version or fails in a newer one.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

SCRATCH = os.path.abspath(sys.argv[1])
ROWS = [line.rstrip("\n").split("\t")
        for line in open(os.path.join(os.path.dirname(__file__), "features.tsv")) if not line.startswith("#")]
WHEELS = (
    [("3.6", "pysqlite3-binary", v) for v in ["0.4.1.post1", "0.4.3", "0.4.4", "0.4.5", "0.4.6"]]
    + [("3.6", "apsw", "3.36.0.post1"), ("3.8", "pysqlite3-binary", "0.4.6.post2"), ("3.6", "apsw", "3.38.5.post1")]
    + [("3.11", "apsw", v) for v in [
        "3.39.4.0", "3.40.1.0", "3.41.2.0", "3.42.0.1", "3.43.2.0", "3.44.2.0", "3.45.3.0", "3.46.1.0", "3.47.2.0",
        "3.48.0.0", "3.49.2.0", "3.50.4.0", "3.51.3.0", "3.53.0.0", "3.54.0.0"]])
PROBE = r"""
import json, sys
try:
    import apsw
    version, connect = apsw.sqlitelibversion(), lambda: apsw.Connection(":memory:")
except ImportError:
    from pysqlite3 import dbapi2
    version, connect = dbapi2.sqlite_version, lambda: dbapi2.connect(":memory:", isolation_level=None)
found = []
for row in json.load(sys.stdin):
    cursor = connect().cursor()
    option = row[4:] and list(cursor.execute("SELECT sqlite_compileoption_used(?)", (row[4],)))
    if option and not option[0][0]:
        found.append(None)
        continue
    if row[2]: cursor.execute(row[2])
    try:
        first = next(iter(cursor.execute(row[3]).fetchall()), None)
        query = row[3].startswith(("SELECT", "PRAGMA", "WITH"))
        found.append(not query or (first is not None and first[0] is not None))
    except Exception:
        found.append(False)
print(json.dumps([version, found]))
"""


def number(version):
    return tuple(int(part) for part in version.split("."))


def python(version):
    name = shutil.which("python" + version) if version == "%d.%d" % sys.version_info[:2] else None
    return name or next(iter(glob.glob(os.path.expanduser(f"~/.pyenv/versions/{version}.*/bin/python"))), None)


results = {}
for interpreter, package, version in WHEELS:
    program = python(interpreter)
    folder = f"{SCRATCH}/{package}-{version}"
    if program is None:
        continue
    if not os.path.isdir(folder):
        subprocess.run([program, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:", "--target", folder,
                        f"{package}=={version}"], stderr=subprocess.DEVNULL)
    run = subprocess.run([program, "-c", PROBE], input=json.dumps(ROWS), stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "PYTHONPATH": folder})
    if run.returncode == 0:
        sqlite, found = json.loads(run.stdout)
        results[sqlite] = found

versions = sorted(results, key=number)
print(f"SQLite {', '.join(versions)}\n\n| from | feature | last that fails | first that works | result |\n|---|---|---|---|---|")
wrong = 0
for index, (version, feature, *_) in enumerate(ROWS):
    run = [v for v in versions if results[v][index] is not None]
    older = [v for v in run if number(v) < number(version)]
    newer = [v for v in run if number(v) >= number(version)]
    early = [v for v in older if results[v][index]]
    late = [v for v in newer if not results[v][index]]
    wrong += bool(early or late)
    result = (f"WRONG: works in {early}, fails in {late}" if early or late
              else "confirmed" if older and newer else "not run before it")
    print(f"| {version} | {feature} | {older[-1] if older else '-'} | {newer[0] if newer else '-'} | {result} |")
sys.exit(1 if wrong else 0)
