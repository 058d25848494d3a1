#ifndef FAULTING_FILES_H
#define FAULTING_FILES_H

#include "internal.h"

/// The bytes of a file of ours, with one of the system's of so many bytes in it.
int files_size(int system);

/// The system's own file within one of ours.
sqlite3_file *files_own(sqlite3_file *file);

/// Makes a file ours, whose own was opened.
void files_opened(sqlite3_file *file, const char *path, int is_new);

#endif
