#ifndef MIGTUI_CSQLCIPHER_SHIM_H
#define MIGTUI_CSQLCIPHER_SHIM_H

// The flags of pkg-config make this SQLCipher's own header.
#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3039000
#error "migtui needs SQLCipher 4.5.2 or later (SQLite 3.39)"
#endif

// Their prototypes are hidden behind a macro that the headers of distributions do not set.
// https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key
SQLITE_API int sqlite3_key_v2(sqlite3 *db, const char *name, const void *key, int size);
SQLITE_API int sqlite3_rekey_v2(sqlite3 *db, const char *name, const void *key, int size);

#endif
