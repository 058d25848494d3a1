#ifndef FAULTING_INTERNAL_H
#define FAULTING_INTERNAL_H

#include <sqlite3.h>

/// The kinds of calls, in the order of the counts in the FAULT_COUNTS file.
enum kind {
  KIND_READ,
  KIND_WRITE,
  KIND_SYNC,
  KIND_TRUNCATE,
  KIND_DELETE,
  KIND_OPEN,
  KIND_LOCK,
  KIND_SIZE,
  KIND_ACCESS,
  KIND_MAP,
  // Calls that the program makes itself, not through SQLite.
  KIND_FILE_OPEN,
  KIND_FILE_READ,
  KIND_FILE_WRITE,
  KIND_FILE_SYNC,
  KIND_FILE_TRUNCATE,
  KIND_FILE_LOCK,
  KIND_FILE_NAME,
  KIND_FILE_REMOVE,
  KIND_FILE_FOLDER,
  KIND_COUNT
};

/// The result of a call.
enum fate { FATE_DONE, FATE_FAILS, FATE_SHORT, FATE_FULL, FATE_LIE };

/// Reads the environment variables. Called once, before any other call.
void plan_read(void);

/// Counts a call and returns its planned result. Thread-safe.
enum fate plan_fate(enum kind kind);

/// True if syncs are skipped but reported as done.
int plan_lies_about_syncs(void);

/// The kind of a log record.
enum change {
  CHANGE_WRITE = 'w',
  CHANGE_TRUNCATE = 't',
  CHANGE_SYNC = 's',
  CHANGE_CREATE = 'c',
  CHANGE_DELETE = 'd',
  CHANGE_SYNC_FOLDER = 'f'
};

/// Determines the address range of the program. Before that, no call counts as the program's.
void calls_begin(void);

/// Opens the log if FAULT_LOG is set.
void journal_open(void);

/// Adds a record: the kind, the length of the name, the name, a number, the length of the bytes,
/// the bytes. Files without a name are not recorded. Thread-safe.
///
/// - number: the offset of a write, the size of a truncation, otherwise 0.
void journal_add(enum change change, const char *name, sqlite3_int64 number, const void *bytes, int count);

#endif
