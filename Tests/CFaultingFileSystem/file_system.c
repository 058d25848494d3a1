#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "faulting_file_system.h"
#include "files.h"

static sqlite3_vfs *system_files;

static int is_there(const char *path) {
  int result = 0;
  return path && system_files->xAccess(system_files, path, SQLITE_ACCESS_EXISTS, &result) == SQLITE_OK
         && result;
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  file->pMethods = NULL;
  enum fate fate = plan_fate(KIND_OPEN);
  if (fate != FATE_DONE) return SQLITE_CANTOPEN;
  int is_new = path && (flags & SQLITE_OPEN_CREATE) && !is_there(path);
  memset(files_own(file), 0, (size_t)system_files->szOsFile);
  int code = system_files->xOpen(system_files, path, files_own(file), flags, out);
  files_opened(file, path, is_new);
  if (code == SQLITE_OK && is_new) journal_add(CHANGE_CREATE, path, 0, NULL, 0);
  return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  (void)vfs;
  enum fate fate = plan_fate(KIND_DELETE);
  if (fate == FATE_LIE) return SQLITE_OK;
  if (fate != FATE_DONE) return SQLITE_IOERR_DELETE;
  int code = system_files->xDelete(system_files, path, syncs_folder);
  if (code == SQLITE_OK) {
    journal_add(CHANGE_DELETE, path, 0, NULL, 0);
    if (syncs_folder && !plan_lies_about_syncs()) journal_add(CHANGE_SYNC_FOLDER, path, 0, NULL, 0);
  }
  return code;
}

static int access_file(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  enum fate fate = plan_fate(KIND_ACCESS);
  if (fate != FATE_DONE) return SQLITE_IOERR_ACCESS;
  return system_files->xAccess(system_files, path, flags, result);
}

static int full_name(sqlite3_vfs *vfs, const char *path, int size, char *result) {
  (void)vfs;
  return system_files->xFullPathname(system_files, path, size, result);
}

int faulting_file_system_register(void) {
  static sqlite3_vfs vfs;
  if (system_files != NULL) return SQLITE_OK;
  system_files = sqlite3_vfs_find(NULL);
  if (system_files == NULL) return SQLITE_ERROR;
  vfs = *system_files;
  // Version 2 leaves out the system-call methods of version 3, which belong to the system's VFS.
  // The inherited methods do not use their VFS argument.
  vfs.iVersion = 2;
  vfs.pNext = NULL;
  vfs.szOsFile = files_size(system_files->szOsFile);
  vfs.zName = "faulting";
  vfs.xOpen = open_file;
  vfs.xDelete = delete_file;
  vfs.xAccess = access_file;
  vfs.xFullPathname = full_name;
  return sqlite3_vfs_register(&vfs, 1);
}

__attribute__((constructor)) static void begin(void) {
  plan_read();
  journal_open();
  calls_begin();
  faulting_file_system_register();
}
