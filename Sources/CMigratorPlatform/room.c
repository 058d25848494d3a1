// Memory for tables of names.
#include "migrator_platform.h"

#include <stdlib.h>
#if defined(__APPLE__)
#include <malloc/malloc.h>
#define size_of_block malloc_size
#else
#include <malloc.h>
#define size_of_block malloc_usable_size
#endif

// What is asked for where a table would take more, the least and the most that it gets, and how many get it at
// a time: four for each of a few connections.
enum { ASKED = 1024, LEAST = 1 << 16, MOST = 1 << 26, TABLES = 64 };

// What it gets.
static int room = LEAST;

// Those that have it.
static void *tables[TABLES];

// What was asked for last on this thread, 0 after a block was given back.
static _Thread_local int last;

static int replace(void *old, void *new) {
  for (int place = 0; place < TABLES; place++) {
    void *present = old;
    if (__atomic_compare_exchange_n(
            &tables[place], &present, new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return 1;
  }
  return 0;
}

// Makes a table, where one seems to be asked for; NULL where not, or where there are too many. It grows for an
// entry that was made just before, of four pointers, or with a hash. Pieces of journals have its size, too, of
// which there may be any number.
static void *table(int size) {
  if (size != ASKED || (last != 4 * sizeof(void *) && last != 5 * sizeof(void *))) return NULL;
  void *block = malloc((size_t)__atomic_load_n(&room, __ATOMIC_RELAXED));
  if (block == NULL || replace(NULL, block)) return block;
  free(block);
  return NULL;
}

void *platform_room_allocate(int size) {
  void *block = table(size);
  last = block ? ASKED : size == ASKED ? 0 : size;
  return block ? block : malloc((size_t)size);
}

// Whether a block was a table; it is none any more.
static int leave(void *block) { return size_of_block(block) >= LEAST && replace(block, NULL); }

void platform_room_free(void *block) {
  size_t size = size_of_block(block);
  int is_table = leave(block);
  // One is given back for another of the same size: it was too small, and so is the other.
  int present = __atomic_load_n(&room, __ATOMIC_RELAXED);
  if (is_table && last == ASKED && present < MOST && size >= (size_t)present)
    __atomic_compare_exchange_n(
        &room, &present, present * 4, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  last = 0;
  free(block);
}

void *platform_room_reallocate(void *block, int size) {
  last = 0;
  leave(block);
  return realloc(block, (size_t)size);
}

int platform_room_size(void *block) { return (int)size_of_block(block); }

int platform_room_rounded(int size) { return (size + 7) & ~7; }
