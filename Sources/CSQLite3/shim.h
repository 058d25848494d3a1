#ifndef MIGTUI_CSQLITE3_SHIM_H
#define MIGTUI_CSQLITE3_SHIM_H

// Debian's and Apple's libraries include the pre-update hook, but the header declares it only if
// this macro is defined. https://www.sqlite.org/c3ref/preupdate_blobwrite.html
#ifndef SQLITE_ENABLE_PREUPDATE_HOOK
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#endif
#include <sqlite3.h>

/// Calls the variadic sqlite3_db_config for the options that take an on/off value.
static inline int migtui_db_config_flag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

/// Returns the state of such an option.
static inline int migtui_db_config_value(sqlite3 *db, int option) {
  int value = 0;
  sqlite3_db_config(db, option, -1, &value);
  return value;
}

/// Returns 1 if the system's library can load extensions; Apple's cannot.
static inline int migtui_loads_extensions(void) {
#ifdef __APPLE__
  return 0;
#else
  return 1;
#endif
}

/// Loads an extension, if the library supports it.
static inline int migtui_load_extension(sqlite3 *db, const char *path, char **words) {
#ifdef __APPLE__
  *words = 0;
  return SQLITE_ERROR;
#else
  return sqlite3_load_extension(db, path, 0, words);
#endif
}

#endif
