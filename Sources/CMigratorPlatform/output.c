// Writes that another thread can monitor to detect a blocked reader.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "migrator_platform.h"

#include <stdatomic.h>
#include <unistd.h>

static atomic_uint begun_count;
static atomic_uint ended_count;

long platform_write(int descriptor, const void *bytes, size_t count) {
  platform_await_death();
  atomic_fetch_add(&begun_count, 1);
  ssize_t written = write(descriptor, bytes, count);
  atomic_fetch_add(&ended_count, 1);
  return written;
}

void platform_write_counts(unsigned *begun, unsigned *ended) {
  *ended = atomic_load(&ended_count);
  *begun = atomic_load(&begun_count);
}
