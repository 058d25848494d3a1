#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

/// A faulting file; the system VFS's file follows it in memory.
struct file {
  sqlite3_file base;
  /// The name, which SQLite keeps while the file is open; NULL for temporary files.
  const char *name;
  /// True until the folder is synced, which makes the name durable. SQLite does so at the first
  /// sync of the file.
  int is_new;
};

static sqlite3_file *own(sqlite3_file *file) { return (sqlite3_file *)((struct file *)file + 1); }
static const char *name(sqlite3_file *file) { return ((struct file *)file)->name; }

int files_size(int system) { return (int)sizeof(struct file) + system; }
sqlite3_file *files_own(sqlite3_file *file) { return own(file); }

static int failed(enum fate fate, int code) { return fate == FATE_FULL ? SQLITE_FULL : code; }

static int close_file(sqlite3_file *file) { return own(file)->pMethods->xClose(own(file)); }

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  enum fate fate = plan_fate(KIND_READ);
  if (fate == FATE_DONE) return own(file)->pMethods->xRead(own(file), bytes, count, offset);
  if (fate == FATE_SHORT) {
    int code = own(file)->pMethods->xRead(own(file), bytes, count / 2, offset);
    errno = EIO;
    // A read error: SQLITE_IOERR_SHORT_READ would mean that the file ends there.
    return code == SQLITE_OK ? SQLITE_IOERR_READ : code;
  }
  if (fate == FATE_LIE) {
    memset(bytes, 0, (size_t)count);
    return SQLITE_OK;
  }
  return failed(fate, SQLITE_IOERR_READ);
}

static int write_part(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = own(file)->pMethods->xWrite(own(file), bytes, count, offset);
  if (code == SQLITE_OK) journal_add(CHANGE_WRITE, name(file), offset, bytes, count);
  return code;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  enum fate fate = plan_fate(KIND_WRITE);
  if (fate == FATE_DONE) return write_part(file, bytes, count, offset);
  if (fate == FATE_LIE) return SQLITE_OK;
  if (fate == FATE_SHORT) {
    int code = write_part(file, bytes, count / 2, offset);
    errno = EIO;
    return code == SQLITE_OK ? SQLITE_IOERR_WRITE : code;
  }
  return failed(fate, SQLITE_IOERR_WRITE);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  enum fate fate = plan_fate(KIND_TRUNCATE);
  if (fate == FATE_LIE) return SQLITE_OK;
  if (fate != FATE_DONE) return failed(fate, SQLITE_IOERR_TRUNCATE);
  int code = own(file)->pMethods->xTruncate(own(file), size);
  if (code == SQLITE_OK) journal_add(CHANGE_TRUNCATE, name(file), size, NULL, 0);
  return code;
}

static int sync_file(sqlite3_file *file, int flags) {
  enum fate fate = plan_fate(KIND_SYNC);
  // A planned failure takes precedence over pretending to sync.
  if (fate != FATE_DONE && fate != FATE_LIE) return failed(fate, SQLITE_IOERR_FSYNC);
  if (fate == FATE_LIE || plan_lies_about_syncs()) return SQLITE_OK;
  int code = own(file)->pMethods->xSync(own(file), flags);
  if (code != SQLITE_OK) return code;
  journal_add(CHANGE_SYNC, name(file), 0, NULL, 0);
  struct file *ours = (struct file *)file;
  if (ours->is_new) journal_add(CHANGE_SYNC_FOLDER, name(file), 0, NULL, 0);
  ours->is_new = 0;
  return SQLITE_OK;
}

static int size_file(sqlite3_file *file, sqlite3_int64 *size) {
  enum fate fate = plan_fate(KIND_SIZE);
  if (fate != FATE_DONE) return failed(fate, SQLITE_IOERR_FSTAT);
  return own(file)->pMethods->xFileSize(own(file), size);
}

static int lock_file(sqlite3_file *file, int level) {
  enum fate fate = plan_fate(KIND_LOCK);
  if (fate == FATE_LIE) return SQLITE_OK;
  if (fate != FATE_DONE) return failed(fate, SQLITE_IOERR_LOCK);
  return own(file)->pMethods->xLock(own(file), level);
}

static int unlock_file(sqlite3_file *file, int level) {
  return own(file)->pMethods->xUnlock(own(file), level);
}

static int check_lock(sqlite3_file *file, int *result) {
  return own(file)->pMethods->xCheckReservedLock(own(file), result);
}

static int control(sqlite3_file *file, int operation, void *argument) {
  return own(file)->pMethods->xFileControl(own(file), operation, argument);
}

static int sector_size(sqlite3_file *file) {
  return own(file)->pMethods->xSectorSize ? own(file)->pMethods->xSectorSize(own(file)) : 4096;
}

static int characteristics(sqlite3_file *file) {
  return own(file)->pMethods->xDeviceCharacteristics(own(file));
}

static int map_shared(sqlite3_file *file, int page, int size, int extends, void volatile **result) {
  enum fate fate = plan_fate(KIND_MAP);
  if (fate != FATE_DONE) return failed(fate, SQLITE_IOERR_SHMMAP);
  return own(file)->pMethods->xShmMap(own(file), page, size, extends, result);
}

static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
  if (flags & SQLITE_SHM_LOCK) {
    enum fate fate = plan_fate(KIND_LOCK);
    if (fate == FATE_LIE) return SQLITE_OK;
    if (fate != FATE_DONE) return failed(fate, SQLITE_IOERR_SHMLOCK);
  }
  return own(file)->pMethods->xShmLock(own(file), offset, count, flags);
}

static void barrier(sqlite3_file *file) { own(file)->pMethods->xShmBarrier(own(file)); }

static int unmap_shared(sqlite3_file *file, int deletes) {
  return own(file)->pMethods->xShmUnmap(own(file), deletes);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = close_file,
  .xRead = read_file,
  .xWrite = write_file,
  .xTruncate = truncate_file,
  .xSync = sync_file,
  .xFileSize = size_file,
  .xLock = lock_file,
  .xUnlock = unlock_file,
  .xCheckReservedLock = check_lock,
  .xFileControl = control,
  .xSectorSize = sector_size,
  .xDeviceCharacteristics = characteristics,
  .xShmMap = map_shared,
  .xShmLock = lock_shared,
  .xShmBarrier = barrier,
  .xShmUnmap = unmap_shared,
};

void files_opened(sqlite3_file *file, const char *path, int is_new) {
  struct file *ours = (struct file *)file;
  // > pMethods may be NULL if the open failed, and then the file is not closed.
  file->pMethods = own(file)->pMethods ? &methods : NULL;
  ours->name = path;
  ours->is_new = is_new;
}
