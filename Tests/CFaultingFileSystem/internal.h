#ifndef FAULTING_INTERNAL_H
#define FAULTING_INTERNAL_H

#include <sqlite3.h>

/// What a call does; the order is that of the file of counts.
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
  // The program's own calls, past SQLite.
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

/// What becomes of a call.
enum fate { FATE_DONE, FATE_FAILS, FATE_SHORT, FATE_FULL, FATE_LIE };

/// Reads the environment; once, before any call.
void plan_read(void);

/// Counts a call and says what becomes of it. From any thread.
enum fate plan_fate(enum kind kind);

/// Whether syncs are told and not done.
int plan_lies_about_syncs(void);

/// What a record of the log tells.
enum change {
  CHANGE_WRITE = 'w',
  CHANGE_TRUNCATE = 't',
  CHANGE_SYNC = 's',
  CHANGE_CREATE = 'c',
  CHANGE_DELETE = 'd',
  CHANGE_SYNC_FOLDER = 'f'
};

/// Learns which calls come from the program; before that, none do.
void calls_begin(void);

/// Opens the log that the environment names, if it does.
void journal_open(void);

/// Adds a record: the kind, the length of the name, the name, a number, the length of the bytes, the
/// bytes. Files without a name are not recorded. From any thread.
///
/// - number: the offset of a write, the size of a truncation, otherwise 0.
void journal_add(enum change change, const char *name, sqlite3_int64 number, const void *bytes, int count);

#endif
