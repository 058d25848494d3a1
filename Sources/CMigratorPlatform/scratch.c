// The files that must not outlive the process: copies of databases, above all.
//
// A slot holds a pointer to an entry, or none. Whoever takes the pointer out of the slot owns the
// entry, so a handler never meets one that is being changed or was freed.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOT_COUNT = 512 };

struct entry {
  pid_t owner;  // a child that was forked has no say over the files of its parent
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
  // The entries are not freed: a handler must not, and the process is about to end.
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
