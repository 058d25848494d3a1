// System calls that the program makes itself: history, overlay pages, names of backups.
//
// These functions interpose those of the C library. Calls from SQLite and all other libraries are
// passed on unchanged.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

static uintptr_t program_start, program_end;

static int note_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (program_start == 0 || start < program_start) program_start = start;
    if (start + part->p_memsz > program_end) program_end = start + part->p_memsz;
  }
  return 1;  // The first object is the program; the others are its libraries.
}

void calls_begin(void) { dl_iterate_phdr(note_program, NULL); }

/// True if the caller is the program itself.
#define IS_OURS                                             \
  ((uintptr_t)__builtin_return_address(0) >= program_start \
   && (uintptr_t)__builtin_return_address(0) < program_end)

/// Looks up the C library's function.
#define NEXT(result, name, ...)                                                         \
  static result (*next)(__VA_ARGS__);                                                   \
  if (!next) next = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

/// True if a descriptor is a regular file, not standard input, output or error.
static int is_file(int descriptor) {
  struct stat status;
  int before = errno;
  int result = descriptor > STDERR_FILENO && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  errno = before;
  return result;
}

/// Half of the bytes, without an error: the caller has to continue the transfer.
static size_t part(enum fate fate, size_t count) {
  return fate == FATE_SHORT && count > 1 ? count / 2 : count;
}

static int fails(enum fate fate) { return fate == FATE_FAILS || fate == FATE_FULL; }

int open(const char *path, int flags, ...) {
  NEXT(int, open, const char *, int, ...);
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if (IS_OURS && fails(plan_fate(KIND_FILE_OPEN))) return -1;
  return next(path, flags, mode);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  NEXT(ssize_t, read, int, void *, size_t);
  enum fate fate = IS_OURS && is_file(descriptor) ? plan_fate(KIND_FILE_READ) : FATE_DONE;
  return fails(fate) ? -1 : next(descriptor, bytes, part(fate, count));
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  NEXT(ssize_t, pread, int, void *, size_t, off_t);
  enum fate fate = IS_OURS && is_file(descriptor) ? plan_fate(KIND_FILE_READ) : FATE_DONE;
  return fails(fate) ? -1 : next(descriptor, bytes, part(fate, count), offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  NEXT(ssize_t, write, int, const void *, size_t);
  enum fate fate = IS_OURS && is_file(descriptor) ? plan_fate(KIND_FILE_WRITE) : FATE_DONE;
  return fails(fate) ? -1 : next(descriptor, bytes, part(fate, count));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  NEXT(ssize_t, pwrite, int, const void *, size_t, off_t);
  enum fate fate = IS_OURS && is_file(descriptor) ? plan_fate(KIND_FILE_WRITE) : FATE_DONE;
  return fails(fate) ? -1 : next(descriptor, bytes, part(fate, count), offset);
}

int fsync(int descriptor) {
  NEXT(int, fsync, int);
  if (!IS_OURS) return next(descriptor);
  if (fails(plan_fate(KIND_FILE_SYNC))) return -1;
  return plan_lies_about_syncs() ? 0 : next(descriptor);
}

int ftruncate(int descriptor, off_t size) {
  NEXT(int, ftruncate, int, off_t);
  return IS_OURS && fails(plan_fate(KIND_FILE_TRUNCATE)) ? -1 : next(descriptor, size);
}

int flock(int descriptor, int operation) {
  NEXT(int, flock, int, int);
  return IS_OURS && fails(plan_fate(KIND_FILE_LOCK)) ? -1 : next(descriptor, operation);
}

int link(const char *path, const char *target) {
  NEXT(int, link, const char *, const char *);
  return IS_OURS && fails(plan_fate(KIND_FILE_NAME)) ? -1 : next(path, target);
}

int renameat(int folder, const char *path, int other, const char *target) {
  NEXT(int, renameat, int, const char *, int, const char *);
  return IS_OURS && fails(plan_fate(KIND_FILE_NAME)) ? -1 : next(folder, path, other, target);
}

int renameat2(int folder, const char *path, int other, const char *target, unsigned flags) {
  NEXT(int, renameat2, int, const char *, int, const char *, unsigned);
  return IS_OURS && fails(plan_fate(KIND_FILE_NAME)) ? -1 : next(folder, path, other, target, flags);
}

int unlink(const char *path) {
  NEXT(int, unlink, const char *);
  return IS_OURS && fails(plan_fate(KIND_FILE_REMOVE)) ? -1 : next(path);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(int, mkdir, const char *, mode_t);
  return IS_OURS && fails(plan_fate(KIND_FILE_FOLDER)) ? -1 : next(path, mode);
}
