#ifndef FAULTING_FILES_H
#define FAULTING_FILES_H

#include "internal.h"

/// The size of a faulting file whose system file has `system` bytes.
int files_size(int system);

/// The system VFS's file inside a faulting file.
sqlite3_file *files_own(sqlite3_file *file);

/// Initializes a faulting file after its system file was opened.
void files_opened(sqlite3_file *file, const char *path, int is_new);

#endif
