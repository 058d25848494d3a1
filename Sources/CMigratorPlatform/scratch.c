// Temporary files that must not outlive the process, mainly copies of databases.
//
// A slot holds a pointer to an entry, or NULL. Code that atomically removes the pointer owns the
// entry, so a signal handler never sees an entry that is being changed or was freed.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOT_COUNT = 512 };

struct entry {
  pid_t owner;  // a forked child must not remove the parent's files
  int is_folder;
  char path[];
};

static _Atomic(struct entry *) slots[SLOT_COUNT];

int platform_scratch_enter(const char *path, int is_folder) {
  size_t size = strlen(path) + 1;
  struct entry *entry = malloc(sizeof *entry + size);
  if (!entry) return -1;
  entry->owner = getpid();
  entry->is_folder = is_folder;
  memcpy(entry->path, path, size);
  for (int i = 0; i < SLOT_COUNT; i++) {
    struct entry *none = NULL;
    if (atomic_compare_exchange_strong(&slots[i], &none, entry)) return i;
  }
  free(entry);
  return -1;
}

void platform_scratch_leave(int index) {
  if (index >= 0 && index < SLOT_COUNT) free(atomic_exchange(&slots[index], NULL));
}

void platform_scratch_remove(void) {
  struct entry *folders[SLOT_COUNT];
  int folder_count = 0;
  // The entries are not freed: signal handlers must not call free, and the process is about to end.
  for (int i = 0; i < SLOT_COUNT; i++) {
    struct entry *entry = atomic_exchange(&slots[i], NULL);
    if (!entry || entry->owner != getpid()) continue;
    if (entry->is_folder) {
      folders[folder_count++] = entry;
    } else {
      unlink(entry->path);
    }
  }
  while (folder_count > 0) rmdir(folders[--folder_count]->path);
}
