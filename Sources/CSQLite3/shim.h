#ifndef MIGTUI_CSQLITE3_SHIM_H
#define MIGTUI_CSQLITE3_SHIM_H

// The pre-update hook is compiled into Debian's and Apple's libraries, but its prototypes hide
// behind this macro. https://www.sqlite.org/c3ref/preupdate_blobwrite.html
#ifndef SQLITE_ENABLE_PREUPDATE_HOOK
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#endif
#include <sqlite3.h>

/// Calls the variadic sqlite3_db_config for the options that take an on/off value.
static inline int migtui_db_config_flag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

/// Returns whether one of those options is on.
static inline int migtui_db_config_value(sqlite3 *db, int option) {
  int value = 0;
  sqlite3_db_config(db, option, -1, &value);
  return value;
}

#endif
