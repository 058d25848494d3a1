// Atomic renaming of files.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

// Source: <https://man7.org/linux/man-pages/man2/rename.2.html>
int platform_rename_new(const char *path, const char *target) {
#if defined(__APPLE__)
  return renamex_np(path, target, RENAME_EXCL);
#elif defined(RENAME_NOREPLACE)
  return renameat2(AT_FDCWD, path, AT_FDCWD, target, RENAME_NOREPLACE);
#else
  (void)path;
  (void)target;
  errno = ENOSYS;
  return -1;
#endif
}
