#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

static const char *const names[KIND_COUNT] = {
  "read", "write", "sync", "truncate", "delete", "open", "lock", "size", "access", "map",
  "file-open", "file-read", "file-write", "file-sync", "file-truncate", "file-lock", "file-name",
  "file-remove", "file-folder",
};

static int failing_kind = -1;
static unsigned long long failing_call;
static int fails_always;
static enum fate failing_fate = FATE_FAILS;
static int kills;
static int unsynced;

// Shared with the FAULT_COUNTS file, so that the counts survive a killed program. The last element
// counts the injected failures.
static _Atomic unsigned long long own_counts[KIND_COUNT + 1];
static _Atomic unsigned long long *counts = own_counts;

static void share_counts(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (ftruncate(file, sizeof own_counts) == 0) {
    void *shared = mmap(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) counts = shared;
  }
  close(file);
}

void plan_read(void) {
  const char *kind = getenv("FAULT_KIND");
  for (int index = 0; kind && index < KIND_COUNT; index++)
    if (strcmp(kind, names[index]) == 0) failing_kind = index;
  const char *at = getenv("FAULT_AT");
  failing_call = at ? strtoull(at, NULL, 10) : 0;
  const char *how = getenv("FAULT_HOW");
  if (how && strcmp(how, "always") == 0) fails_always = 1;
  if (how && strcmp(how, "short") == 0) failing_fate = FATE_SHORT;
  if (how && strcmp(how, "full") == 0) failing_fate = FATE_FULL, fails_always = 1;
  if (how && strcmp(how, "lie") == 0) failing_fate = FATE_LIE;
  kills = how && strcmp(how, "kill") == 0;
  unsynced = getenv("FAULT_UNSYNCED") != NULL;
  const char *path = getenv("FAULT_COUNTS");
  if (path) share_counts(path);
}

int plan_lies_about_syncs(void) { return unsynced; }

enum fate plan_fate(enum kind kind) {
  unsigned long long number = atomic_fetch_add(&counts[kind], 1) + 1;
  if ((int)kind != failing_kind || failing_call == 0) return FATE_DONE;
  if (number != failing_call && !(fails_always && number > failing_call)) return FATE_DONE;
  atomic_fetch_add(&counts[KIND_COUNT], 1);
  if (kills) kill(getpid(), SIGKILL);
  // SQLite reads errno to report the cause.
  errno = failing_fate == FATE_FULL ? ENOSPC : EIO;
  return failing_fate;
}
